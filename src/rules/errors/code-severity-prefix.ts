import { defineRule } from '../../core/rule.ts'
import { errorCodesOf } from '../../model/errors/errors.ts'
import { excerpt } from '../../model/excerpt.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

const STOPS = /\b(?:errors?|fatal|critical|abort(?:s|ed)?|blocker|blocking)\b|错误|致命|严重|中止|终止/i
const GOES_ON = /\bwarn(?:ings?|s)?\b|\binfo(?:rmational)?\b|\bnotice\b|警告|提示|信息/i

export default defineRule({
  id: 'errors/code-severity-prefix',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'Codes with E stop the run, codes with W do not.',
  why: 'The letter is what an agent sees where a code is raised; the severity stands in a table far away.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    warning: {
      text: '{code} is called “{severity}”, but its letter is that of an error.',
      help: 'Give it a code with W, or the severity “error”.',
    },
    error: {
      text: '{code} is called “{severity}”, but its letter is that of a warning.',
      help: 'Give it a code with E, or the severity “warning”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '| Code | Severity | Condition |\n|---|---|---|\n| E001 | error | no key |\n| E002 | fatal | no tag |\n| E003 | 错误 | 没有网络 |\n| W001 | warning | old key |\n| W_SLOW | 警告 | 慢 |\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '| Code | Severity | Condition |\n|---|---|---|\n| E001 | **warning** | old key |\n| W001 | error | no key |\n| E_OLD_TAG | 警告 | 旧标签 |\n',
        '.claude/commands/sign.md': '### Error Codes\n\n- E001 (warning): old key\n- W001 (fatal): no key\n',
      },
      reports: [
        '.claude/commands/release.md:3:10 warning',
        '.claude/commands/release.md:4:10 error',
        '.claude/commands/release.md:5:15 warning',
        '.claude/commands/sign.md:3:3 warning',
        '.claude/commands/sign.md:4:3 error',
      ],
    },
    {
      title: 'No severity, one that depends, words of a kind of its own, codes of another shape',
      files: {
        '.claude/commands/release.md':
          '| Code | Severity | Condition |\n|---|---|---|\n| E001 | | no key |\n| E002 | warning, then error | no tag |\n| E003 | recoverable | no network |\n| W001 | info | old key |\n| ERR-4 | warning | slow |\n',
      },
    },
  ],

  check(document, report) {
    for (const { code, severity, severitySpan, span } of errorCodesOf(document).definitions) {
      if (!severity) continue
      const stops = STOPS.test(severity)
      const goesOn = GOES_ON.test(severity)
      const at = severitySpan ?? span
      const data = { code, severity: excerpt(severity.replace(/[*_`]/g, '')) }
      if (goesOn && !stops && /^E[\d_]/.test(code)) report({ message: 'warning', at, data })
      else if (stops && !goesOn && /^W[\d_]/.test(code)) report({ message: 'error', at, data })
    }
  },
})
