import { defineRule } from '../../core/rule.ts'
import type { Document, Field, Fix } from '../../core/types.ts'
import { type Difference, differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

/** What copying a key cannot carry over: anchors and aliases mean something in their own block only. */
const ANCHOR = /(?:^|[\s[{,:-])[&*][\w-]/m

/** Keys whose value each variant words for its client. */
const OWN_WORDS: ReadonlySet<string> = new Set(['name', 'description'])

/** A key with its value as written, with the line ends of another document. */
function written({ text }: Document, { keySpan, span }: Field, mirror: Document): string {
  const eol = /\r\n|\r|\n/.exec(mirror.text)?.[0] ?? '\n'
  return text.slice(keySpan.start, span.end).replace(/\r\n|\r|\n/g, eol)
}

const isAtLineStart = ({ lines }: Document, { keySpan }: Field) => lines.position(keySpan.start).column === 1

/** The stretch that a key and its value take; `undefined` where a comment stands behind them. */
function wholeOf({ text, lines }: Document, { keySpan, span, style }: Field) {
  const from = style === 'none' ? keySpan.end : span.end
  const line = lines.span(lines.index(from))
  const rest = text.slice(from, line.end)
  if (style === 'none') return /^[ \t]*:[ \t]*$/.test(rest) ? { start: keySpan.start, end: line.end } : undefined
  return rest.trim() ? undefined : { start: keySpan.start, end: span.end }
}

/** Copies the source's key: in the place of the mirror's, or behind the last one. */
function fixOf({ source, mirror, changes, lacks }: Difference): { fix?: Fix } {
  const [from, to] = [source!.document, mirror!.document]
  const key = changes[0]?.name ?? lacks[0]!
  const field = from.meta.at(key)
  if (!field || OWN_WORDS.has(key) || !isAtLineStart(from, field)) return {}
  const text = written(from, field, to)
  if (ANCHOR.test(text) || field.style === 'none') return {}
  const other = to.meta.at(key)
  const title = `Copy “${key}” from the source`
  const edit = (start: number, end: number, content: string): { fix: Fix } => ({
    fix: { title, safe: true, edits: [{ path: to.path, span: { start, end }, text: content }] },
  })
  if (!other) {
    const isBlock = to.meta.fields.every(one => isAtLineStart(to, one))
    const eol = /\r\n|\r|\n/.exec(to.text)?.[0] ?? '\n'
    const at = to.meta.body.end
    return isBlock ? edit(at, at, text + eol) : {}
  }
  const whole = wholeOf(to, other)
  const isOnce = to.meta.fields.filter(one => one.key === key).length === 1
  return whole && isOnce && isAtLineStart(to, other) && !ANCHOR.test(to.text.slice(whole.start, whole.end))
    ? edit(whole.start, whole.end, text)
    : {}
}

export default defineRule({
  id: 'parity/frontmatter',
  scope: 'pack',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'A variant keeps the frontmatter keys of its source, each with a value of the same type.',
  why: 'Converters read frontmatter by lines: a mapping becomes nothing, a list becomes a text with brackets, the last key goes with a carriage return. The skill loads all the same, and its coordinator waits for message types that no role has.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The frontmatter lacks “{key}”, which its source in “{source}” has.',
      help: 'Copy the key from the source, or give the reason above it there: “# maestro-variant: reason”.',
    },
    type: {
      text: '“{key}” is {found} here, and {wanted} in its source in “{source}”.',
      help: 'Write the value as the source has it.',
    },
  },
  examples: [
    {
      title: 'The same keys; what the other client ignores or words in its own way may differ',
      files: {
        '.claude/skills/survey/SKILL.md':
          '---\nname: survey\ndescription: Surveys a field.\nargument-hint: "[field]"\nallowed-tools: [Read, Grep]\ndisable-model-invocation: true\nauto-continue: true\nmodel: opus\nversion: 1.2\n---\n',
        '.claude/skills/survey/roles/reader/role.md':
          '---\nrole: reader\nprefix: READ\ninner_loop: true\nmessage_types: [read_done]\n---\n',
        '.codex/skills/survey/SKILL.md':
          '---\nversion: "1.2"\nname: survey\ndescription: Surveys a field with agents of Codex.\n---\n',
        '.codex/skills/survey/roles/reader/role.md':
          '---\nrole: reader\nprefix: READ\ninner_loop: dynamic\nmessage_types:\n  - read_done\n---\n',
      },
    },
    {
      title: 'A mapping that was lost, a list that became text, a key that is gone',
      files: {
        '.claude/skills/survey/roles/reader/role.md':
          '---\nrole: reader\nadditional_prefixes: [READ, SCAN]\nmessage_types:\n  success: read_done\n  error: read_failed\noutput_tag: "[reader]"\n---\n',
        '.claude/skills/survey/SKILL.md': '# Survey\n',
        '.agy/skills/survey/SKILL.md': '# Survey\n',
        '.agy/skills/survey/roles/reader/role.md':
          '---\nrole: reader\nadditional_prefixes: "[READ, SCAN]"\nmessage_types:\n---\n\nReads.\n',
      },
      reports: [
        '.agy/skills/survey/roles/reader/role.md:1:1 missing',
        '.agy/skills/survey/roles/reader/role.md:3:1 type',
        '.agy/skills/survey/roles/reader/role.md:4:1 type',
      ],
      fixed: {
        '.agy/skills/survey/roles/reader/role.md':
          '---\nrole: reader\nadditional_prefixes: [READ, SCAN]\nmessage_types:\n  success: read_done\n  error: read_failed\noutput_tag: "[reader]"\n---\n\nReads.\n',
      },
    },
    {
      title: 'Line ends of the mirror; a tag that became a list',
      files: {
        '.claude/skills/survey/SKILL.md':
          '---\nname: survey\ndescription: Surveys.\nproduces:\n  - notes.md\n  - map.md\n---\n',
        '.codex/skills/survey/SKILL.md': '---\r\nname: survey\r\ndescription: Surveys.\r\n---\r\n\r\nSurvey.\r\n',
        '.claude/skills/survey/roles/reader/role.md': '---\nrole: reader\noutput_tag: "[reader]"\n---\n',
        '.codex/skills/survey/roles/reader/role.md': '---\nrole: reader\noutput_tag: [reader] # shown first\n---\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:7 missing', '.codex/skills/survey/roles/reader/role.md:3:1 type'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '---\r\nname: survey\r\ndescription: Surveys.\r\nproduces:\r\n  - notes.md\r\n  - map.md\r\n---\r\n\r\nSurvey.\r\n',
      },
    },
    {
      title: 'A command and the skill that is made of it; values that need an anchor of their block are not copied',
      files: {
        '.claude/commands/survey.md':
          '---\ndescription: Surveys.\ncontract: &c { writes: notes.md }\nconsumes: { from: *c }\n---\n',
        '.codex/skills/survey/SKILL.md': '---\nname: survey\ndescription: Surveys.\ncontract: notes.md\n---\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:7 missing', '.codex/skills/survey/SKILL.md:4:1 type'],
    },
    {
      title: 'A block that is broken or not there is another rule’s finding, so are the keys that each skill needs',
      files: {
        '.claude/skills/a/SKILL.md': '---\nname: a\ndescription: Does a.\nproduces: [notes.md]\n---\n',
        '.codex/skills/a/SKILL.md': '---\nname: a\ndescription: Does: a.\n---\n',
        '.claude/skills/b/SKILL.md': '---\nname: b\ndescription: Does b.\nproduces: [notes.md]\n---\n',
        '.codex/skills/b/SKILL.md': '# B\n',
        '.claude/skills/c/SKILL.md': '---\nname: c\ndescription: Does c.\n---\n',
        '.codex/skills/c/SKILL.md': '---\nname: c\n---\n',
      },
    },
    {
      title: 'Declared in the block itself, for a key; in the text, for the file; in the entry, for the skill',
      files: {
        '.claude/skills/survey/SKILL.md':
          '---\nname: survey\ndescription: Surveys.\n# maestro-variant: only this client writes the map\nproduces: [map.md]\nconsumes: [notes.md] # maestro-variant: it reads them by itself\n---\n',
        '.codex/skills/survey/SKILL.md': '---\nname: survey\ndescription: Surveys.\n---\n',
        '.claude/skills/survey/roles/reader/role.md': '---\nrole: reader\ndiscuss_rounds: 2\n---\n',
        '.codex/skills/survey/roles/reader/role.md':
          '---\nrole: reader\n---\n\n<!-- maestro-variant: its agents do not talk to each other -->\n',
        '.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\nproduces: [plan.md]\n---\n',
        '.codex/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\n---\n\n<!-- maestro-variant：写法完全不同 -->\n\n# Plan\n',
      },
    },
    {
      title: 'A reason is needed',
      files: {
        '.claude/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\nproduces: [plan.md] # maestro-variant:\n---\n',
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
      },
      reports: ['.codex/skills/plan/SKILL.md:2:7 missing'],
      fixed: {
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\nproduces: [plan.md]\n---\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'frontmatter', context)) {
      const finding = findingOf(difference, 'the key of the source')
      const { source } = finding.data
      const [change] = difference.changes
      const fix = fixOf(difference)
      if (change)
        report({
          message: 'type',
          ...finding,
          data: { source, key: change.name, found: change.mirror, wanted: change.source },
          ...fix,
        })
      else report({ message: 'missing', ...finding, data: { source, key: difference.lacks[0]! }, ...fix })
    }
  },
})
