import { defineRule } from '../../core/rule.ts'
import type { Document, Field, Fix } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'
import { fieldOf } from '../../model/roles.ts'

/** `[a, b]` as text, with or without quotes around the items. */
const LIST_TEXT = /^\[\s*[\w.-]+(?:\s*,\s*[\w.-]+)*\s*\]$/
const NAME = /^[A-Za-z_][\w.-]*$/

export default defineRule({
  id: 'roles/message-types-shape',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['role'],
  fixable: 'safe',
  summary: '“message_types” is a mapping of outcomes to types, or a list of types.',
  why: 'Readers of YAML that know no mappings turn “message_types” into nothing or into a text, and so do converters; the worker then has no type to send, and its coordinator hears of no end.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    null: {
      text: '“message_types” has no value.',
      help: 'Write “success: …” and “error: …” below it, indented, or a list of types.',
    },
    text: {
      text: '“message_types” is the text “{value}”.',
      help: 'Write a list without quotes, [state_update], or “success: …” and “error: …” below the key.',
    },
    type: {
      text: '“message_types” is {type}.',
      help: 'Write “success: …” and “error: …” below the key, or a list of types.',
    },
    item: {
      text: '{place} of “message_types” is {value}, no type of message.',
      help: 'Write the name of the type, in quotes where YAML reads something else.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nmessage_types:\n  success: area_measured\n  error: error\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nmessage_types: [sheet_printed, error]\n---\n',
        '.claude/skills/team-maps/roles/judge/role.md':
          '---\nrole: judge\nmessage_types:\n  success: [accepted, refused]\n  error: error\n---\n',
      },
    },
    {
      files: {
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nmessage_types:\n---\n',
        '.codex/skills/team-maps/roles/printer/role.md': '---\nrole: printer\nmessage_types: "[sheet_printed]"\n---\n',
      },
      reports: [
        '.agy/skills/team-maps/roles/surveyor/role.md:3:1 null',
        '.codex/skills/team-maps/roles/printer/role.md:3:16 text',
      ],
      fixed: {
        '.codex/skills/team-maps/roles/printer/role.md': '---\nrole: printer\nmessage_types: [sheet_printed]\n---\n',
      },
    },
    {
      title: 'One type as a text becomes a list of one; sentences are left to their author',
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\r\nmessage_types: area_measured # one\r\n---\r\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nmessage_types: printed when done\n---\n',
        '.claude/skills/team-maps/roles/judge/role.md': '---\nmessage_types: 3\n---\n',
      },
      reports: [
        '.claude/skills/team-maps/roles/judge/role.md:2:16 type',
        '.claude/skills/team-maps/roles/printer/role.md:2:16 text',
        '.claude/skills/team-maps/roles/surveyor/role.md:2:16 text',
      ],
      fixed: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\r\nmessage_types: [area_measured] # one\r\n---\r\n',
      },
    },
    {
      title: 'Outcomes without a type, types that are numbers',
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nmessage_types:\n  success:\n  error: error\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nmessage_types: [printed, 404]\n---\n',
      },
      reports: [
        '.claude/skills/team-maps/roles/printer/role.md:2:16 item',
        '.claude/skills/team-maps/roles/surveyor/role.md:3:3 item',
      ],
    },
    {
      title: 'A missing key, a key that stands twice, a block that is no YAML: other rules’ business',
      files: {
        '.claude/skills/team-maps/roles/a/role.md': '---\nrole: a\n---\n',
        '.claude/skills/team-maps/roles/b/role.md': '---\nmessage_types:\nmessage_types: [x]\n---\n',
        '.claude/skills/team-maps/roles/c/role.md': '---\nrole: c: d\nmessage_types:\n---\n',
      },
    },
  ],

  check(document, report) {
    const field = fieldOf(document, 'message_types')
    if (!field) return
    const { value } = field
    if (value === null || value === '') return report({ message: 'null', at: field.keySpan })
    if (typeof value === 'string')
      return report({ message: 'text', at: field, data: { value: excerpt(value) }, ...listFix(document, field, value) })
    if (typeof value !== 'object') return report({ message: 'type', at: field, data: { type: `a ${typeof value}` } })
    const entries = Array.isArray(value)
      ? value.map((item, at) => [`Item ${at + 1}`, item] as const)
      : outcomesOf(value)
    for (const [place, item] of entries)
      if (!isType(item))
        report({ message: 'item', at: field, data: { place, value: item === null ? 'empty' : excerpt(String(item)) } })
  },
})

const outcomesOf = (value: object) => Object.entries(value).map(([key, item]) => [`“${excerpt(key)}”`, item] as const)

/** A name, or for an outcome several of them; what else a mapping holds is not judged. */
const isType = (item: unknown): boolean =>
  (typeof item === 'object' && item !== null) || (typeof item === 'string' && item !== '')

function listFix({ path }: Document, { span, style }: Field, value: string): { fix?: Fix } {
  const text = LIST_TEXT.test(value) ? value : NAME.test(value) ? `[${value}]` : undefined
  if (text === undefined || style === 'block') return {}
  const title = text === value ? 'Take the quotes off' : 'Make it a list of one type'
  return { fix: { title, safe: true, edits: [{ path, span, text }] } }
}
