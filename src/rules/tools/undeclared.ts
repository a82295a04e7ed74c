import { defineRule } from '../../core/rule.ts'
import { toolListOf, withEntry } from '../../model/allowed-tools.ts'
import { toolUsesOf } from '../../model/tool-uses.ts'
import { counterpartOf, ownerOf } from '../../model/vocabulary.ts'

/** What workers are given without asking for it, and no skill lists. */
const GIVEN: ReadonlySet<string> = new Set(['report_agent_job_result'])

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
    undeclared: { text: '“{tool}” is used here, but “{key}” does not list it.', help: 'Add “{tool}” to “{key}”.' },
    ignored: {
      text: '“{tool}” is used here, but “{key}” does not list it. {client} ignores that key.',
      help: 'Remove “{key}”, or add “{tool}” for those who read it.',
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
      title: 'A YAML list grows by a line; an agent gets tools from its author only',
      unsafe: true,
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
    },
    {
      title: 'What acts is granted by an author, not by a fix that is safe',
      files: {
        '.claude/commands/lint.md':
          '---\ndescription: Lints.\nallowed-tools: Read\n---\n\n```\nBash({ command: "npm run lint" })\n```\n',
      },
      reports: ['.claude/commands/lint.md:7:1 undeclared'],
    },
    {
      title: 'A sentence that has a tool used, where the name can be nothing else',
      unsafe: true,
      files: {
        '.claude/agents/scout.md':
          '---\nname: scout\ndescription: Looks around.\ntools: Read\n---\n\nAsk via `AskUserQuestion`, then read the page using the WebFetch tool.\n\n- Note what you found with TaskCreate.\n',
        '.codex/skills/scout/SKILL.md':
          '---\nname: scout\ndescription: Looks around.\nallowed-tools: Read\n---\n\nRun the helper via exec_command (see the protocol).\n',
      },
      reports: [
        '.claude/agents/scout.md:7:10 undeclared',
        '.claude/agents/scout.md:7:57 undeclared',
        '.claude/agents/scout.md:9:28 undeclared',
        '.codex/skills/scout/SKILL.md:7:20 ignored',
      ],
      fixed: {
        '.claude/agents/scout.md':
          '---\nname: scout\ndescription: Looks around.\ntools: Read, AskUserQuestion, WebFetch, TaskCreate\n---\n\nAsk via `AskUserQuestion`, then read the page using the WebFetch tool.\n\n- Note what you found with TaskCreate.\n',
      },
    },
    {
      title: 'Words that are tools too, names without such a sentence, prohibitions, other clients, quotes, tables',
      files: {
        '.claude/commands/plan.md':
          '---\ndescription: Plans.\nallowed-tools: Read\n---\n\nUse Agent, Skill, Monitor and PowerShell as words. All WebFetch calls follow the protocol; AskUserQuestion is next.\n\nPlan without using TaskCreate; do not use WebSearch. 不要 use WebSearch. In Codex with WebFetch it is another matter.\n\nSay: “use WebFetch”. See use WebFetch.md, `with WebFetch`, TaskCreate. Skills with AskUserQuestion are longer.\n\n| call WebFetch | use WebSearch |\n|---|---|\n| with WebFetch | via WebSearch |\n\n## Use WebFetch\n',
        '.codex/skills/wave/SKILL.md':
          '---\nname: wave\ndescription: Runs waves.\nallowed-tools: Read\n---\n\nStart readers via spawn_agents_on_csv; each will call report_agent_job_result.\n',
      },
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

  check(document, report, { platform, platforms }) {
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
    const isTool = (tool: string) => Object.hasOwn(platform.tools, tool) && !GIVEN.has(tool)
    for (const { tool, span } of toolUsesOf(document, isTool)) {
      const { instead, removed } = platform.tools[tool]!
      // Whether a former tool is still there is `platform/removed-tool`’s to say; no list brings it back.
      if (removed || listed.has(tool) || (instead && listed.has(instead))) continue
      listed.add(tool)
      const edit = withEntry(document, list, tool)
      // Asking and handing over grant nothing; what acts is granted by an author. Where the key is ignored, adding to
      // it would only feed what `platform/ignored-key` says to remove.
      const { ask, message, plan, skill } = platform.neutral
      const safe = kind !== 'agent' && [ask, message, plan, skill].includes(tool)
      const fix = edit && isRead ? { fix: { title: `Add “${tool}” to “${key}”`, safe, edits: [edit] } } : {}
      if (isRead) report({ message: 'undeclared', at: span, data: { tool, key }, ...fix })
      else {
        const data = { tool, key, client: platform.title }
        report({ message: 'ignored', at: span, data, severity: 'info', ...fix })
      }
    }
  },
})
