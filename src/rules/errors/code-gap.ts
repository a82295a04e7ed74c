import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { type ErrorDefinition, errorCodesOf } from '../../model/errors/errors.ts'
import { listOf } from '../../model/errors/told.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** A longer hole parts groups of codes. */
const LONGEST = 4

/** A first number up to this is a late start; one above begins a group, or goes on from a base skill. */
const LATE = 3

export default defineRule({
  id: 'errors/code-gap',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'The numbers of error codes have no holes.',
  why: 'A hole is a failure that was forgotten, or one whose row was lost: somebody will raise its code.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    hole: {
      text: 'The numbers of the error codes leave out {missing}.',
      help: 'Restore what is missing, or say that it was removed on purpose (“E003 was removed”).',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '| Code | Condition |\n|---|---|\n| E001 | no key |\n| E002 | no tag |\n| W001 | old key |\n',
      },
    },
    {
      title: 'Once for each letter, at the first code behind a hole',
      files: {
        '.claude/commands/release.md':
          '| Code | Condition |\n|---|---|\n| E001 | no key |\n| E003 | no tag |\n| E005 | no net |\n| W001 | old key |\n| W003 | slow |\n',
      },
      reports: ['.claude/commands/release.md:4:3 hole', '.claude/commands/release.md:7:3 hole'],
    },
    {
      title: 'The first one is missing',
      files: {
        '.claude/commands/release.md': '### Error Codes\n\n- E002: no key\n- E003: no tag\n- W002: old key\n',
      },
      reports: ['.claude/commands/release.md:3:3 hole'],
    },
    {
      title: 'Groups, a later start, codes of a base skill, codes that were removed or are raised all the same',
      files: {
        '.claude/commands/a.md':
          '| Code | Condition |\n|---|---|\n| E011 | no key |\n| E012 | no tag |\n| E021 | no net |\n| E101 | slow |\n',
        '.claude/commands/b.md': '适用 E002–E003。\n\n### 错误码\n\n- E001：没有密钥\n- E004：没有标签\n',
        '.claude/commands/c.md': '### Error Codes\n\n- E001: no key\n- E003: no tag\n\nE002 was removed in 2.0.\n',
      },
    },
  ],

  check(document, report) {
    const codes = numbered(document)
    const { references, inherited } = errorCodesOf(document)
    if (inherited.some(each => !each.codes.length)) return
    const named = new Set([...references.flatMap(each => each.codes), ...codes].map(({ code }) => code))
    for (const code of inherited.flatMap(each => each.codes)) named.add(code)
    for (const letter of 'EWI') {
      const own = codes.filter(({ code }) => code.startsWith(letter))
      const holes = own.flatMap((after, index) => holesBefore(own[index - 1], after, named))
      const first = holes[0]
      if (!first || (own.length < 2 && !first.before)) continue
      const missing = listOf(holes.map(({ code }) => code))
      const related = first.before ? [{ at: first.before, text: `${first.before.code} is the one before.` }] : []
      report({ message: 'hole', at: first.after, data: { missing }, related })
    }
  },
})

/** Numbered codes by number, each once. */
function numbered(document: Document): ErrorDefinition[] {
  const found = new Map<string, ErrorDefinition>()
  for (const definition of errorCodesOf(document).definitions)
    if (/^[EWI]\d{3}$/.test(definition.code) && !found.has(definition.code)) found.set(definition.code, definition)
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** What is missing before a code; before the first one, where the count begins a little late. */
function holesBefore(before: ErrorDefinition | undefined, after: ErrorDefinition, named: ReadonlySet<string>) {
  const from = before ? numberOf(before) + 1 : 1
  const to = numberOf(after)
  const isGroup = to - from > LONGEST || (before && to % 10 <= 1 && to - from > 1)
  if (isGroup || (!before && (to < 1 || to > LATE))) return []
  return Array.from({ length: to - from }, (_, index) => `${after.code[0]}${String(from + index).padStart(3, '0')}`)
    .filter(code => !named.has(code))
    .map(code => ({ code, before, after }))
}

const numberOf = ({ code }: ErrorDefinition): number => Number(code.slice(1))
