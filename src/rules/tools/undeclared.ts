import { defineRule } from '../../core/rule.ts'
import type { Document, Fence, ToolCall } from '../../core/types.ts'
import { compareVersions } from '../../core/version.ts'
import { toolListOf, withEntry } from '../../model/allowed-tools.ts'
import { counterpartOf, ownerOf } from '../../model/vocabulary.ts'

/** Languages of fences that hold instructions to the model; programs in other languages call their own functions. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(['', 'js', 'javascript', 'text', 'txt'])

/** Boxes, tree lines and arrow heads. */
const DRAWING = /[\u2500-\u257f\u25b2-\u25c5]|\+-{2,}|-{2,}\+|^\s*\|.*\|\s*$/

/** The line that a call stands on, no farther from it than matters. */
const lineOf = ({ lines, text }: Document, { span }: ToolCall) => {
  const { start, end } = lines.span(lines.index(span.start))
  return {
    before: text.slice(Math.max(start, span.start - 400), span.start),
    after: text.slice(span.start, Math.min(end, span.start + 400)),
  }
}

/** Whether a call is part of a diagram: its line is drawn, or its fence without a language is. */
function isDrawn(document: Document, call: ToolCall, fence: Fence | undefined): boolean {
  const { text } = document
  const { before, after } = lineOf(document, call)
  if (DRAWING.test(before + after)) return call.where === 'fence'
  if (!fence || /^j/.test(fence.lang)) return false
  return /[\u2500-\u257f]{2}|\+-{2,}/.test(text.slice(fence.body.start, fence.body.end))
}

/** Whether the line quotes a call instead of making it: text that is shown to the user or passed on. */
function isQuoted(document: Document, call: ToolCall): boolean {
  const { before } = lineOf(document, call)
  if (/[“「『][^”」』]*$/.test(before)) return true
  const count = (mark: RegExp) => before.replace(/\\./g, '').match(mark)?.length ?? 0
  if (count(/"/g) % 2) return true
  return call.where === 'fence' && (count(/`/g) % 2 === 1 || count(/(?<!\w)'|'(?!\w)/g) % 2 === 1)
}

/** Whether what stands in the parentheses are arguments, not `…`, a placeholder or an aside. */
function hasArguments({ text }: Document, { tool, span, args, where }: ToolCall): boolean {
  if (!args || args.start !== span.end) return false
  const inside = text.slice(args.start + 1, args.end - 1).trim()
  if (!inside || /^(?:\.\.\.|…|<[^>]*>|\w+)$/.test(inside)) return false
  return where === 'fence' && tool !== 'Skill' ? true : /["'`{]|\w\s*[:=]/.test(inside)
}

/** Whether a skill is told to call itself: how a user resumes it. */
function isSelf(document: Document, { tool, args }: ToolCall): boolean {
  if (tool !== 'Skill' || !args) return false
  const called = /["'`]([^"'`]*)["'`]/.exec(document.text.slice(args.start, args.end))?.[1]
  const own = [document.skill?.name, document.meta.at('name')?.value, document.path.split('/').at(-1)?.slice(0, -3)]
  return called === undefined || called === 'self' || /[<>{}]/.test(called) || own.includes(called)
}

/** Whether a program declares or constructs something of that name. */
const isDeclared = ({ text }: Document, { span }: ToolCall) =>
  /\b(?:new|function|class|def|import)\s+$/.test(text.slice(Math.max(0, span.start - 12), span.start))

export default defineRule({
  id: 'tools/undeclared',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command', 'agent'],
  platforms: ['claude', 'codex', 'agy'],
  fixable: 'safe',
  summary: 'Tools that the text calls are listed in the frontmatter, where there is a list.',
  why: 'A tool that is not listed makes the client ask the user in the middle of the work, and fails where nobody answers; an agent does not even have it. Without a list nothing is restricted, and nothing is reported.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'ADVICE', verified: '2026-10' },
  messages: {
    undeclared: { text: '“{tool}” is called here, but “{key}” does not list it.', help: 'Add “{tool}” to “{key}”.' },
    ignored: {
      text: '“{tool}” is called here, but “{key}” does not list it. {client} ignores that key.',
      help: 'Add “{tool}” for those who read the list, or remove “{key}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '---\ndescription: Reviews.\nallowed-tools: Read, Skill\n---\n\n```javascript\nSkill({ skill: "quality-review", args: "main" })\n```\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '---\ndescription: Reviews.\nallowed-tools: Read, Bash(git:*)\n---\n\nHand over with `Skill({ skill: "quality-review" })`.\n\nThen `Skill({ skill: "ship" })`.\n',
      },
      reports: ['.claude/commands/review.md:6:17 undeclared'],
      fixed: {
        '.claude/commands/review.md':
          '---\ndescription: Reviews.\nallowed-tools: Read, Bash(git:*), Skill\n---\n\nHand over with `Skill({ skill: "quality-review" })`.\n\nThen `Skill({ skill: "ship" })`.\n',
      },
    },
    {
      title: 'A YAML list grows by a line',
      files: {
        '.claude/agents/asker.md':
          '---\nname: asker\ndescription: Asks.\ntools:\n  - Read\n---\n\n```\nAskUserQuestion({ questions: [] })\n```\n',
      },
      reports: ['.claude/agents/asker.md:9:1 undeclared'],
      fixed: {
        '.claude/agents/asker.md':
          '---\nname: asker\ndescription: Asks.\ntools:\n  - Read\n  - AskUserQuestion\n---\n\n```\nAskUserQuestion({ questions: [] })\n```\n',
      },
    },
    {
      title: 'Codex ignores the key',
      files: {
        '.codex/skills/ask/SKILL.md':
          '---\nname: ask\ndescription: Asks.\nallowed-tools: Read Bash\n---\n\n```\nrequest_user_input({ questions: [] })\n```\n',
      },
      reports: ['.codex/skills/ask/SKILL.md:8:1 ignored'],
      fixed: {
        '.codex/skills/ask/SKILL.md':
          '---\nname: ask\ndescription: Asks.\nallowed-tools: Read Bash request_user_input\n---\n\n```\nrequest_user_input({ questions: [] })\n```\n',
      },
    },
    {
      title: 'The shell is granted by an author, not by a fix that is safe',
      files: {
        '.claude/commands/lint.md':
          '---\ndescription: Lints.\nallowed-tools: Read\n---\n\n```\nBash({ command: "npm run lint" })\n```\n',
      },
      reports: ['.claude/commands/lint.md:7:1 undeclared'],
    },
    {
      title: 'Without a list everything is allowed',
      files: {
        '.claude/commands/review.md': '---\ndescription: Reviews.\n---\n\n`Skill({ skill: "quality-review" })`\n',
      },
    },
    {
      title: 'Forbidden and denied tools',
      files: {
        '.claude/commands/plan.md':
          '---\ndescription: Plans.\nallowed-tools: Read\n---\n\nNEVER call `Skill({ skill: "ship" })`. 禁止 `Agent({ prompt: "x" })`。\n',
      },
    },
    {
      title: 'A skill shown in a diagram, or named to the user for the next time',
      files: {
        '.claude/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\nallowed-tools: Read\n---\n\n```\n┌──────────────┐\n│ Skill(skill="team", args="--role=writer") │\n└──────────────┘\n  Skill(skill="review")\n```\n\n```\n+---------+\n| Skill(skill="self") |\n+---------+\n```\n\nResume with `Skill(skill="team")`. Say: “Go on with Skill(skill="ship")”.\n\n```javascript\nconsole.log("Next: Skill(skill=\'ship\')")\n```\n',
      },
    },
    {
      title: 'Asides, placeholders and other people’s programs',
      files: {
        '.claude/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\nallowed-tools: Read\n---\n\nThe Agent (see: below) may `Write(file)` with Skill(name) or Monitor(...).\n\n```python\nagent = Agent(name="critic")\n```\n\n```javascript\nconst agent = new Agent({ name: "critic" })\n```\n',
      },
    },
    {
      title: 'The old name of a tool, another client’s name for it (a finding of its own), and patterns',
      files: {
        '.claude/commands/ask.md':
          '---\ndescription: Asks.\nallowed-tools: request_user_input\n---\n\n`AskUserQuestion({ questions: [] })`\n',
        '.claude/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\nallowed-tools: Task, Skill(review)\n---\n\n```\nAgent({ description: "x", prompt: "y" })\nSkill({ skill: "review" })\n```\n',
      },
    },
  ],

  check(document, report, { platform, platforms, version }) {
    const kind = document.kind as 'skill' | 'command' | 'agent'
    const key = kind === 'agent' ? 'tools' : 'allowed-tools'
    const list = toolListOf(document, key)
    if (!list?.entries.length || list.entries.some(({ name }) => name === '*')) return
    const isRead = platform.frontmatter[kind].read.includes(key)
    const listed = new Set(
      list.entries.flatMap(({ name }) => {
        const owner = ownerOf(name, platform, platforms)
        return [name, platform.tools[name]?.instead ?? name, (owner && counterpartOf(name, owner, platform)) ?? name]
      }),
    )
    for (const call of document.calls) {
      const { tool } = call
      const known = Object.hasOwn(platform.tools, tool) ? platform.tools[tool]! : undefined
      if (!known || listed.has(tool) || (known.instead && listed.has(known.instead))) continue
      if (known.removed && compareVersions(version, known.removed) >= 0) continue
      const fence = document.fences.find(({ span }) => span.start <= call.span.start && call.span.start < span.end)
      if (call.negated || (fence && !INSTRUCTIONS.has(fence.lang))) continue
      if (!hasArguments(document, call) || isSelf(document, call) || isDeclared(document, call)) continue
      if (isDrawn(document, call, fence) || isQuoted(document, call)) continue
      listed.add(tool)
      const edit = withEntry(document, list, tool)
      const safe = !(isRead && tool === platform.neutral.shell)
      const fix = edit ? { fix: { title: `Add “${tool}” to “${key}”`, safe, edits: [edit] } } : {}
      if (isRead) report({ message: 'undeclared', at: call, data: { tool, key }, ...fix })
      else {
        const data = { tool, key, client: platform.title }
        report({ message: 'ignored', at: call, data, severity: 'info', ...fix })
      }
    }
  },
})
