import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { hasTraceOf, isDelegating, sectionOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/error-codes-required',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'A skill with a purpose section lists its error codes.',
  why: 'A code with a recovery makes an agent stop, retry or ask in the way that the author chose; without a list every failure is handled by guess.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The {kind} has a purpose and no error codes.',
      help: 'Add “<error_codes>” with a table of code, severity, condition and recovery.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<error_codes>\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | no diff | name a branch |\n</error_codes>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md': '<purpose>\nApply a review.\n</purpose>\n\n<execution>\nGo.\n</execution>\n',
      },
      reports: ['.claude/commands/review.md:1:1 missing'],
    },
    {
      title: 'Headings count, in English and in Chinese',
      files: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\nReview.\n</purpose>\n\n<appendix>\n\n### Error Codes\n\n- E001: no diff\n</appendix>\n',
        '.codex/skills/audit/SKILL.md': '<purpose>\n检查。\n</purpose>\n\n### 错误码\n\n- E001：没有改动\n',
      },
    },
    {
      title: 'A command that only reads',
      files: { '.claude/commands/status.md': '<purpose>\nShow where the work stands (read-only).\n</purpose>\n' },
    },
    {
      title: 'A section whose opening tag is misspelt is there',
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<error_code>\n- E001: no diff\n</error_codes>\n',
      },
    },
    {
      title: 'A command that leaves everything to a workflow file',
      files: {
        '.claude/commands/review.md':
          "<purpose>\nReview a change.\n</purpose>\n\n<execution>\nFollow '~/.maestro/workflows/review.md' completely.\n</execution>\n",
      },
    },
  ],

  check(document, report) {
    const purpose = sectionOf(document, 'purpose')
    if (!purpose || hasTraceOf(document, 'error_codes') || isDelegating(document) || onlyReads(document)) return
    report({ message: 'missing', at: purpose.open, data: { kind: document.kind } })
  },
})

/** Whether the description, the purpose or the output boundary says that nothing is written. */
function onlyReads(document: Document): boolean {
  const { meta, text } = document
  const purpose = sectionOf(document, 'purpose')
  const said = [
    String(meta.at('description')?.value ?? ''),
    purpose ? text.slice(purpose.body.start, purpose.body.end) : '',
    /\*\*output boundary.*$/im.exec(text)?.[0] ?? '',
  ].join('\n')
  return /\bread[- ]only\b|\bwrites? no files?\b|\bno files? (?:are |is )?written\b|只读|不写(?:入)?(?:任何)?文件/i.test(
    said,
  )
}
