import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'

const NAMES = ['SESSION_DIR', 'SESSION_TYPE', 'SESSION_ID', 'LINKED_MILESTONE']

export default defineRule({
  id: 'sections/on-complete-params',
  scope: 'document',
  severity: 'error',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'The on-complete block calls the finish-work workflow with all four parameters.',
  why: 'The workflow seals the session that it is told of; a missing folder or type leaves the session open, or seals the wrong one.',
  source: { url: 'docs/pack-grammar.md#sections', level: 'ADVICE', verified: '2026-11' },
  messages: {
    reference: {
      text: 'The on-complete block does not load the finish-work workflow.',
      help: 'Write “@~/.maestro/workflows/finish-work.md — SESSION_DIR=…, SESSION_TYPE=…, SESSION_ID=…, LINKED_MILESTONE=…” (or “@workflows/finish-work.md” with a copy in the skill).',
    },
    missing: {
      text: 'The on-complete block lacks {names}.',
      help: 'Give SESSION_DIR, SESSION_TYPE, SESSION_ID and LINKED_MILESTONE; “null” where there is no milestone.',
    },
    value: { text: '“{name}” has no value.', help: 'Write “{name}=…”; “null” where there is none.' },
    type: {
      text: '“{type}” is no session type of finish-work.',
      help: 'Write one of: {known}.',
    },
  },
  examples: [
    {
      title: 'The list of types goes on',
      files: {
        '.claude/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\n---\n\n<on_complete>\n@workflows/finish-work.md — SESSION_DIR={dir}, SESSION_TYPE=tally, SESSION_ID={id}, LINKED_MILESTONE=null\n</on_complete>\n',
        '.claude/skills/plan/workflows/finish-work.md': '# Finish work\n\n`SESSION_TYPE` (`plan`, `execute`, `…`).\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md':
          '<on_complete>\n@~/.maestro/workflows/finish-work.md — SESSION_DIR={dir}, SESSION_TYPE=plan, SESSION_ID={id}, LINKED_MILESTONE={milestone or null}\n</on_complete>\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md':
          '<on_complete>\n@~/.maestro/workflows/finish-work.md — SESSION_DIR={dir}, SESSION_ID=\n</on_complete>\n',
      },
      reports: ['.claude/commands/plan.md:2:1 missing', '.claude/commands/plan.md:2:59 value'],
    },
    {
      files: { '.claude/commands/plan.md': '<on_complete>\nRun finish-work at the end.\n</on_complete>\n' },
      reports: ['.claude/commands/plan.md:1:1 reference'],
    },
    {
      title: 'The types are those that the pack’s own finish-work names',
      files: {
        '.codex/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\n---\n\n<on_complete>\n@workflows/finish-work.md — SESSION_DIR={dir}, SESSION_TYPE=planing, SESSION_ID={id}, LINKED_MILESTONE=null\n</on_complete>\n',
        '.codex/skills/plan/workflows/finish-work.md':
          '# Finish\n\n- `SESSION_TYPE`: `analyze` | `plan` | `brainstorm`\n',
      },
      reports: ['.codex/skills/plan/SKILL.md:7:61 type'],
    },
    {
      title: 'Full-width marks, a list, and a type that is known at run time only',
      files: {
        '.codex/skills/plan/SKILL.md':
          '<on_complete>\n@workflows/finish-work.md：SESSION_DIR={dir}，SESSION_TYPE={type}，SESSION_ID={id}，LINKED_MILESTONE=null\n</on_complete>\n',
        '.codex/skills/audit/SKILL.md':
          '<on_complete>\n@~/.maestro/workflows/finish-work.md\n- SESSION_DIR={dir}\n- SESSION_TYPE=audit\n- SESSION_ID={id}\n- LINKED_MILESTONE=null\n</on_complete>\n',
      },
    },
    {
      title: 'A block of another protocol',
      files: { '.claude/skills/greet/SKILL.md': '<on_complete>\nSay goodbye.\n</on_complete>\n' },
    },
  ],

  check(document, report) {
    for (const section of document.sections) {
      if (section.tag !== 'on_complete') continue
      const body = document.text.slice(section.body.start, section.body.end)
      const params = paramsIn(body, section.body.start)
      if (!/finish-work/i.test(body) && !params.length) continue
      const call = /@\S*\.md/.exec(body)
      if (!call) {
        report({ message: 'reference', at: section.open })
        continue
      }
      const start = section.body.start + call.index
      const missing = NAMES.filter(name => !params.some(param => param.name === name))
      if (missing.length)
        report({
          message: 'missing',
          at: { start, end: start + call[0].length },
          data: { names: missing.join(', ') },
        })
      for (const { name, span, value, valueSpan } of params) {
        if (!NAMES.includes(name)) continue
        if (!value) report({ message: 'value', at: span, data: { name } })
        else if (name === 'SESSION_TYPE' && /^[\w-]+$/.test(value)) {
          const known = sessionTypes(document)
          if (known && known.types.length > 1 && !known.types.includes(value))
            report({
              message: 'type',
              at: valueSpan,
              data: { type: excerpt(value), known: excerpt(known.types.join(', ')) },
              related: [{ in: known.workflow, at: known.span, text: 'the types are listed here' }],
            })
        }
      }
    }
  },
})

/** The assignments `NAME=value` of a body; a value runs to the next assignment or to the end of its line. */
function paramsIn(body: string, offset: number): { name: string; span: Span; value: string; valueSpan: Span }[] {
  const names = [...body.matchAll(/\b([A-Z][A-Z0-9_]+)[ \t]*[=＝][ \t]*/g)]
  return names.map((match, index) => {
    const from = match.index + match[0].length
    const line = body.slice(from, names[index + 1]?.index ?? body.length).split(/\r?\n/)[0]!
    const value = line.replace(/(?<![\s,，;；`-])[\s,，;；`-]+$/, '').replace(/^`/, '')
    const at = from + line.indexOf(value)
    return {
      name: match[1]!,
      span: { start: offset + match.index, end: offset + match.index + match[1]!.length },
      value,
      valueSpan: { start: offset + at, end: offset + at + value.length },
    }
  })
}

/** The session types that the pack's finish-work workflow lists, where there is such a file. */
function sessionTypes({ pack, skill }: Document): { workflow: Document; types: string[]; span: Span } | undefined {
  const named = (files: readonly Document[]) => files.find(({ path }) => /(?:^|\/)finish-work\.md$/.test(path))
  const workflow = named(skill?.files ?? []) ?? named(pack.documents)
  if (!workflow) return undefined
  const types = new Set<string>()
  let span: Span = { start: 0, end: 0 }
  for (const match of workflow.text.matchAll(/SESSION_TYPE\b(.*)/g)) {
    const list =
      /[`'"]?(?<![a-z0-9-])[a-z][a-z0-9-]*[`'"]?(?:\s*(?:\\?\||,|，|、|\/)\s*[`'"]?[a-z][a-z0-9-]*[`'"]?)+/.exec(
        match[1]!,
      )
    if (!list) continue
    // A list that goes on is none.
    if (/^\s*[,，、|/]?\s*[`'"]?(?:…|\.\.\.|etc\b|等)/.test(match[1]!.slice(list.index + list[0].length)))
      return { workflow, types: [], span }
    const start = match.index + match[0].length - match[1]!.length + list.index
    if (!types.size) span = { start, end: start + list[0].length }
    for (const word of list[0].match(/[a-z][a-z0-9-]*/g) ?? []) types.add(word)
  }
  return { workflow, types: [...types], span }
}
