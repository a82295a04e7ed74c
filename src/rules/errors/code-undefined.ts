import { defineRule } from '../../core/rule.ts'
import { definedIn } from '../../model/errors/told.ts'
import { undefinedCodesOf } from '../../model/errors/undefined.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'errors/code-undefined',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  summary: 'Every error code that a file names is one that it defines.',
  why: 'An agent that raises a code looks it up: where nothing is written, it makes up what the failure means and what to do.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    undefined: {
      text: '{code} is not among the error codes that the file defines.',
      help: 'Add {code} to the error codes, or name one of those: {codes}.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '<transitions>\nS_BUILD:\n  → S_SIGN   WHEN: built\n  → ERROR(E001)  WHEN: failed\n</transitions>\n\nWithout a key raise E002.\n\n<error_codes>\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | build failed | stop |\n| E002 | error | no key | ask |\n</error_codes>\n',
      },
    },
    {
      title: 'In prose, in a machine, in a list, at the end of a range; told once for each code',
      files: {
        '.codex/skills/release/SKILL.md':
          '<transitions>\nS_BUILD:\n  → ERROR(E004)  WHEN: failed\n</transitions>\n\n没有密钥：raise W009。W009 不会停止。\n\nE001/E005 stop the run, E001–E007 are told.\n\n```\nraise E006\nE099 is data\n```\n\n### 错误码\n\n| 错误码 | 条件 | 恢复 |\n|---|---|---|\n| E001 | 构建失败 | 停止 |\n| E002 | 没有密钥 | 询问 |\n',
      },
      reports: [
        '.codex/skills/release/SKILL.md:3:11 undefined',
        '.codex/skills/release/SKILL.md:6:12 undefined',
        '.codex/skills/release/SKILL.md:8:6 undefined',
        '.codex/skills/release/SKILL.md:8:25 undefined',
        '.codex/skills/release/SKILL.md:11:7 undefined',
      ],
    },
    {
      title: 'A name against names, a list of definitions, prose',
      files: {
        '.claude/commands/a.md':
          'Raise E_NO_TAG.\n\n## Error Codes\n\n- `E_NO_KEY`: no key\n- `E_NO_NET`: no network\n',
        '.claude/commands/b.md': 'Raise E003.\n\nError codes: E001 (no key), E002 (no network).\n',
      },
      reports: ['.claude/commands/a.md:1:7 undefined', '.claude/commands/b.md:1:7 undefined'],
    },
    {
      title: 'A file that defines none: no table, a table without codes, a list of something else',
      files: {
        '.claude/commands/a.md': 'Raise E003.\n',
        '.claude/commands/b.md':
          'Raise E003.\n\n<error_codes>\n| Condition | Recovery |\n|---|---|\n| no key | ask |\n</error_codes>\n',
        '.claude/commands/c.md':
          'Raise E003.\n\n| State | Code |\n|---|---|\n| S_SIGN | E001 |\n\n- E004: try again once\n',
      },
    },
    {
      title: 'Codes that other files of the skill define, or a base skill',
      files: {
        '.claude/skills/release/SKILL.md':
          '### Error Codes\n\n- E001: no key\n- E002: no network\n\nThe signer raises E011.\n',
        '.claude/skills/release/roles/signer/role.md':
          '### Error Codes\n\n- E011: bad key\n\nRaise E002 when offline.\n',
        '.claude/skills/hotfix/SKILL.md':
          'Error codes of `release` apply. On top of them:\n\n### Error Codes\n\n- E021: no tag\n\nRaise E001 or E021.\n',
        '.claude/skills/patch/SKILL.md':
          'E001–E006 apply as in the base skill.\n\n### Error Codes\n\n- E031: no diff\n\nRaise E005.\n',
        '.claude/skills/other/SKILL.md':
          '继承 `far-away` 的错误码。\n\n### Error Codes\n\n- E031: no diff\n\nRaise E005.\n',
      },
    },
    {
      title: 'A base skill that does not define it, either',
      files: {
        '.claude/skills/release/SKILL.md': '### Error Codes\n\n- E001: no key\n',
        '.claude/skills/hotfix/SKILL.md':
          'Error codes of `release` apply.\n\n### Error Codes\n\n- E021: no tag\n\nRaise E002.\n',
      },
      reports: ['.claude/skills/hotfix/SKILL.md:7:7 undefined'],
    },
    {
      title: 'Codes of another program or skill, examples, codes that are gone, addresses, file names, comments',
      files: {
        '.claude/commands/release.md':
          '### Error Codes\n\n- E001: no key\n\n`signer check --all` returns E007; the signer CLI exits with E008. See E009 of $other-skill (E010 from `signer run`).\nflake8 finds E501 and W605.\nCodes have a letter and three digits, e.g. E999. E002 was removed; E003（已废弃）。\nSee docs/errors/E404.md, [it](https://example.com/E405), release-E406 and E407.md.\n<!-- E408 -->\n',
      },
    },
    {
      title: 'Codes of another shape, and what a gate names: the latter is another rule’s finding',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if no key (E005).\n\nE005 stops the run. Set E_USER_MODE.\n\n### Error Codes\n\n- E001: no key\n',
      },
    },
    {
      title: 'A table whose head was lost, a table that only adds to the first',
      files: {
        '.claude/commands/release.md':
          '### Error Codes\n\n| Code | Condition |\n|---|---|\n| E001 | no key |\n\n## Retries\n\n| Code | Times |\n|---|---|\n| E002 | 3 |\n\n| E003 | lost its head |\n\nRaise E002 or E003.\n',
      },
    },
  ],

  check(document, report) {
    const undefinedCodes = undefinedCodesOf(document)
    if (!undefinedCodes.length) return
    const { codes, place } = definedIn(document)
    for (const { code, inGate, places } of undefinedCodes) {
      if (inGate) continue
      const [at, ...others] = places
      const related = others.slice(0, 5).map(span => ({ at: span, text: `${code} is named here, too.` }))
      report({ message: 'undefined', at: at!, data: { code, codes }, related: [...place, ...related] })
    }
  },
})
