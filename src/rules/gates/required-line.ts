import { defineRule } from '../../core/rule.ts'
import { checkedGates, isSentence, isSoft, nameOf } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'gates/required-line',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  summary: 'Every phase gate says what is REQUIRED.',
  why: 'A gate that asks for nothing is passed by everybody: the next phase starts on whatever the last one left.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    empty: {
      text: '{gate} says nothing of what must be there.',
      help: 'Write “- REQUIRED: …” and “- BLOCKED if: …” below it.',
    },
    unlabelled: {
      text: '{gate} has no REQUIRED line.',
      help: 'Write “- REQUIRED: …” for each thing that must be there.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates (MANDATORY, BLOCKING)\n\n**GATE 1: Build → Sign** (step 2)\n- REQUIRED: the archive exists.\n- BLOCKED if missing: the key.\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- BLOCKED if: no archive.\n\n**GATE 2: Sign → Upload**\n\n**GATE 3: Upload → Tell**\n- the archive is online\n- BLOCKED if it is not\n\nThen go on.\n',
      },
      reports: [
        '.claude/commands/release.md:3:1 unlabelled',
        '.claude/commands/release.md:6:1 empty',
        '.claude/commands/release.md:8:1 unlabelled',
      ],
    },
    {
      title: 'Chinese, as an item of a list, as a heading',
      files: {
        '.agy/skills/release/SKILL.md':
          '### 阶段门\n\n**门禁 1：构建 → 签名**\n- 阻塞：没有包\n\n- **GATE 2：签名 → 上传**\n  - 阻断：没有签名\n\n#### GATE 3: Upload → Tell\n- BLOCKED if: offline\n',
      },
      reports: [
        '.agy/skills/release/SKILL.md:3:1 unlabelled',
        '.agy/skills/release/SKILL.md:6:3 unlabelled',
        '.agy/skills/release/SKILL.md:9:1 unlabelled',
      ],
    },
    {
      title: 'Every way to say it, with blank lines, wrapped lines and marks',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\nBoth of these hold.\n\n- [ ] **REQUIRED**: the archive exists\n  and is not empty.\n\n**GATE 2：签名 → 上传**（第二步）\n- 必需：签名有效\n- 若签名无效则阻止\n\n**GATE 2.5: Sign → Check**\n* MUST: the signature is checked.\n\n**GATE 3: Upload → Tell**: REQUIRED: it is online. BLOCKED if offline.\n\n- **GATE 4: Tell → End**\n  1. REQUIRED (always): everybody knows.\n',
      },
    },
    {
      title: 'Gates that say it in a sentence, and gates that hold nobody up',
      files: {
        '.claude/commands/plan.md':
          '### Phase Gates\n\n**GATE P0 → P1**: all files are read.\n**GATE P1 → P2**: the plan is written.\n**GATE P6**: everybody agrees.\n\n**GATE Phase 2 → Phase 3**: nothing is open.\n\n**GATE 1: Build → Sign**\n- NON-BLOCKING: tell how large the archive is.\n',
      },
    },
    {
      title: 'Words about gates are no gates; shown ones are not checked',
      files: {
        '.claude/commands/release.md':
          '### Step 2\n\n**GATE 2** comes first.\n\n**Gate 3: the old one**\n\n**GATEWAY: a → b**\n\n```\n**GATE 1: Build → Sign**\n```\n\n<!--\n**GATE 1: Build → Sign**\n-->\n\n## Example\n\n**GATE 1: Build → Sign**\n',
      },
    },
  ],

  check(document, report) {
    for (const section of checkedGates(document))
      for (const gate of section.gates) {
        const { bullets, headSpan, text } = gate
        if (bullets.some(({ kind }) => kind === 'required') || isSentence(gate)) continue
        if (bullets.length && isSoft(gate, section)) continue
        const message = bullets.length || text ? 'unlabelled' : 'empty'
        report({ message, at: headSpan, data: { gate: nameOf(gate) } })
      }
  },
})
