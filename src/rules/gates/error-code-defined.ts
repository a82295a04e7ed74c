import { defineRule } from '../../core/rule.ts'
import { definedIn } from '../../model/errors/told.ts'
import { undefinedCodesOf } from '../../model/errors/undefined.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'gates/error-code-defined',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  summary: 'Every error code that a gate names is defined in the file.',
  why: 'A gate that blocks with a code nobody explains stops an agent without telling it what to do next.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    undefined: {
      text: 'The gate names {code}, which the error codes do not define.',
      help: 'Add {code} to the error codes, or name one of those: {codes}.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: the archive exists (E001 if not).\n- BLOCKED if: no key (E002), or an old one (W001–W002).\n\n<error_codes>\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | no archive | build it |\n| E002 | error | no key | ask |\n| W001 | warning | old key | go on |\n| W002 | warning | weak key | go on |\n</error_codes>\n',
      },
    },
    {
      title: 'In whatever form: alone, in a list, as the end of a range; told once',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: the archive exists (E001).\n- BLOCKED if `signer check` fails (E002/E003).\n\n**GATE 2：签名 → 上传**\n- 必需：签名有效（E003）。\n- 阻塞：W001–W003。\n\n<error_codes>\n| Code | Condition |\n|---|---|\n| E001 | no archive |\n| E002 | no key |\n| W001 | old key |\n</error_codes>\n',
      },
      reports: ['.claude/commands/release.md:5:41 undefined', '.claude/commands/release.md:9:6 undefined'],
    },
    {
      title: 'A file without definitions, codes taken over from a base skill, another program’s codes',
      files: {
        '.claude/commands/a.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if E001 or E_NO_KEY.\n',
        '.claude/commands/b.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if E004.\n\n### 错误码\n\n适用 E001–E006，另有：\n\n- E007：没有密钥\n',
        '.claude/commands/c.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if `signer check` returns E014.\n\n### Error Codes\n\n- E001: no key\n',
      },
    },
  ],

  check(document, report) {
    const undefinedCodes = undefinedCodesOf(document)
    if (!undefinedCodes.length) return
    const { codes, place } = definedIn(document)
    for (const { code, inGate, places } of undefinedCodes) {
      if (!inGate) continue
      const related = places
        .filter(span => span.start !== inGate.start)
        .slice(0, 5)
        .map(at => ({ at, text: `${code} is named here, too.` }))
      report({ message: 'undefined', at: inGate, data: { code, codes }, related: [...place, ...related] })
    }
  },
})
