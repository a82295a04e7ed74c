import { defineRule } from '../../core/rule.ts'
import { BREAKING, meantText, needsQuotes, quoteScalar } from '../../core/scalar.ts'
import type { Fix, Span } from '../../core/types.ts'
import { entriesOf, trustedFields } from '../../model/entries.ts'
import { SPEC_KEYS } from '../../model/keys.ts'

/** Keys whose value is text. */
const TEXT_KEYS = ['name', 'description', 'argument-hint', 'invocation-note', 'output_tag']

/** `[A, B]` or `["A", "B"]` written as text. */
const LIST_TEXT = /^\[\s*(?:(?:[\w.-]+|"[\w.-]+")(?:\s*,\s*(?:[\w.-]+|"[\w.-]+"))*\s*)?\]$/

const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'a mapping' : `a ${typeof value}`

const replacing = (path: string, span: Span, title: string, text: string): { fix: Fix } => ({
  fix: { title, safe: true, edits: [{ path, span, text }] },
})

export default defineRule({
  id: 'frontmatter/scalar-type',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent', 'role'],
  fixable: 'safe',
  summary: 'Texts, lists and switches in frontmatter have the type that their readers expect.',
  why: 'Without quotes YAML makes a list of “[phase]” and a number of “1.0”; a client then shows something else, or drops the file for a value of the wrong type. With quotes “[REVIEW]” is a text and no list, and “true” is no switch.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'SHOULD', verified: '2026-08' },
  messages: {
    text: {
      text: 'YAML reads “{key}” as {type}, not as text.',
      help: 'Put the value in quotes.',
    },
    list: {
      text: '“{key}” is text, not a list.',
      help: 'Write the list without quotes: [A, B].',
    },
    switch: {
      text: '“{key}” is neither true, false nor dynamic.',
      help: 'Write true or false without quotes, or dynamic.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\nargument-hint: "[phase]"\nallowed-tools: [Read]\n---\n',
        '.claude/skills/plan/roles/dev/role.md':
          '---\nrole: dev\noutput_tag: "[dev]"\nadditional_prefixes: [DEV, FIX]\ninner_loop: dynamic\nmessage_types: [done]\n---\n',
        '.claude/skills/plan/roles/qa/role.md': '---\nrole: qa\ninner_loop: false\nadditional_prefixes:\n  - QA\n---\n',
      },
    },
    {
      title: 'Brackets and numbers go back to the text that was written',
      files: {
        '.claude/commands/plan.md': '---\nname: 2024\ndescription: Plans.\nargument-hint: [阶段, --all] # both\n---\n',
        '.agy/skills/team/roles/scorer/role.md': '---\r\nrole: scorer\r\noutput_tag: [scorer]\r\n---\r\n',
      },
      reports: [
        '.agy/skills/team/roles/scorer/role.md:3:13 text',
        '.claude/commands/plan.md:2:7 text',
        '.claude/commands/plan.md:4:16 text',
      ],
      fixed: {
        '.claude/commands/plan.md':
          '---\nname: "2024"\ndescription: Plans.\nargument-hint: "[阶段, --all]" # both\n---\n',
        '.agy/skills/team/roles/scorer/role.md': '---\r\nrole: scorer\r\noutput_tag: "[scorer]"\r\n---\r\n',
      },
    },
    {
      title: 'A list over several lines is left to its author',
      files: { '.claude/commands/plan.md': '---\nname: plan\ndescription:\n  - Plans\n  - Runs\n---\n' },
      reports: ['.claude/commands/plan.md:4:3 text'],
    },
    {
      files: {
        '.codex/skills/team/roles/planner/role.md':
          '---\nrole: planner\nadditional_prefixes: "[PLAN, SPLIT]"\ninner_loop: "true"\n---\n',
        '.codex/skills/team/roles/tester/role.md':
          '---\nrole: tester\nadditional_prefixes: TEST\ninner_loop: often\n---\n',
      },
      reports: [
        '.codex/skills/team/roles/planner/role.md:3:22 list',
        '.codex/skills/team/roles/planner/role.md:4:13 switch',
        '.codex/skills/team/roles/tester/role.md:3:22 list',
        '.codex/skills/team/roles/tester/role.md:4:13 switch',
      ],
      fixed: {
        '.codex/skills/team/roles/planner/role.md':
          '---\nrole: planner\nadditional_prefixes: [PLAN, SPLIT]\ninner_loop: true\n---\n',
      },
    },
    {
      title: 'Values after a broken line cannot be trusted',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\ndescription: Does x: y\nargument-hint: [a]\n---\n' },
    },
    {
      title: 'No value is no type',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\ndescription: Does x.\nargument-hint:\n---\n' },
    },
  ],

  check(document, report, { profile }) {
    const { meta, kind, path } = document
    if (meta.state !== 'closed' || (profile === 'spec' && kind !== 'skill')) return
    const entries = entriesOf(document)
    for (const field of trustedFields(document)) {
      const { key, value, span } = field
      if (value === null || (profile === 'spec' && !SPEC_KEYS.includes(key))) continue
      const line = document.lines.index(field.keySpan.start)
      const entry = entries.find(({ isTop, line: other }) => isTop && line === other)
      // Text after the brackets breaks the value, which another rule reports.
      if (entry && BREAKING.has(needsQuotes(entry.raw))) continue

      if (TEXT_KEYS.includes(key) && typeof value !== 'string') {
        const meant = entry?.raw && entry.isOneLine ? meantText(entry.raw) : undefined
        const start = entry?.span.start ?? span.start
        const place = { start, end: start + (meant?.length ?? 0) }
        const fix = meant ? replacing(path, place, 'Put the value in quotes', quoteScalar(meant.text)) : {}
        report({ message: 'text', at: field, data: { key, type: typeOf(value) }, ...fix })
      } else if (key === 'additional_prefixes' && typeof value === 'string') {
        const fix = LIST_TEXT.test(value) ? replacing(path, span, 'Take the quotes off', value) : {}
        report({ message: 'list', at: field, data: { key }, ...fix })
      } else if (key === 'inner_loop' && typeof value !== 'boolean' && value !== 'dynamic') {
        const isSwitch = value === 'true' || value === 'false'
        const fix = isSwitch ? replacing(path, span, 'Take the quotes off', String(value)) : {}
        report({ message: 'switch', at: field, data: { key }, ...fix })
      }
    }
  },
})
