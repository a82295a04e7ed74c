import { defineRule } from '../../core/rule.ts'
import { gatesOf } from '../../model/gates/gates.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** What says that the gates are told in another way or place. */
const TOLD =
  /\bgates?\b|门|关卡|\bREQUIRED\b|\bBLOCKED\b|必需|必须|要求|阻[塞断]|\||\.md\b|[$/@`]|\]\(|\b(?:base|inherit|extend|same|see|shared|above|below|none)|继承|沿用|同上|参见|基础|无/i

export default defineRule({
  id: 'gates/heading-without-gates',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'A “Phase Gates” heading has gates below it.',
  why: 'The heading promises that something stops a bad run, and nothing does.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    none: {
      text: 'No gate stands below this heading.',
      help: 'Write “**GATE 1: A → B**” with its REQUIRED and BLOCKED lines, say where the gates are, or delete the heading.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md': '### Phase Gates (MANDATORY, BLOCKING)\n\n### Step 1\n\nBuild.\n',
        '.codex/skills/release/SKILL.md': '## 阶段门\n\n小心地一步一步来。\n',
      },
      reports: ['.claude/commands/release.md:1:1 none', '.codex/skills/release/SKILL.md:1:1 none'],
    },
    {
      title: 'Gates of a base skill, in another file, in a table, in other words',
      files: {
        '.claude/commands/a.md': '### Phase Gates\n\nAs in the base skill.\n',
        '.claude/commands/b.md': '### Chain Phase Gates — shared\n\nRead `release-gates.md`.\n',
        '.claude/commands/c.md':
          '### Phase Gates\n\n| From | To | Needs |\n|---|---|---|\n| Build | Sign | an archive |\n',
        '.claude/commands/d.md': '### Phase Gates\n\n- REQUIRED: an archive before signing.\n',
        '.claude/commands/e.md': '### Phase Gates\n\n#### Gate one\n\nAn archive.\n',
        '.claude/commands/f.md': '### 门禁\n\n继承 release 的全部约定。\n',
      },
    },
  ],

  check(document, report) {
    for (const { heading, body, gates } of gatesOf(document)) {
      if (!heading || gates.length || TOLD.test(document.text.slice(body.start, body.end))) continue
      if (/\b(?:shared|inherited)\b|共用|继承/i.test(heading.text)) continue
      report({ message: 'none', at: heading.span })
    }
  },
})
