import { defineRule } from '../../core/rule.ts'
import { checkedGates, isSentence, isSoft, nameOf } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'gates/blocked-line',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  summary: 'Every phase gate says when it BLOCKs.',
  why: 'An agent that misses something REQUIRED looks for a way around it, unless the gate says that there is none.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: '{gate} has no BLOCKED line.',
      help: 'Write “- BLOCKED if: …”, or “- NON-BLOCKING: …” where the run may go on.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: the archive exists.\n- BLOCKED if: no archive (E001).\n\n**GATE 2: Sign → Upload**\n- REQUIRED: a key.\n- BLOCKED if missing: the key.\n\n**GATE 3: Upload → Tell**\n- REQUIRED: it is online.\n- BLOCKED if the server is down.\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: the archive exists.\n- REQUIRED: it is not empty.\n\n**GATE 2: Sign → Upload**\n- REQUIRED: a key.\n- BLOCKED: no key.\n',
        '.codex/skills/release/SKILL.md':
          '## 门禁\n\n**GATE 1：构建 → 签名**\n- 必须：包已存在\n\n**GATE 2：签名 → 上传**\n- 要求：签名有效\n- 阻断：签名无效\n',
      },
      reports: ['.claude/commands/release.md:3:1 missing', '.codex/skills/release/SKILL.md:3:1 missing'],
    },
    {
      title: 'Every way to say it',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: the archive exists, else BLOCKED.\n\n**GATE 2: Sign → Upload**\n- REQUIRED: a key.\n- **BLOCKED if**: no key.\n\n**GATE 3: Upload → Tell**\n- REQUIRED: it is online.\n- If the server is down: BLOCK and tell the user.\n\n**GATE 4：通知 → 结束**\n- 必需：已通知\n- 若无法通知则阻止\n',
      },
    },
    {
      title: 'Gates that hold nobody up, gates in a sentence, and an empty one, which is another rule’s finding',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign** (NON-BLOCKING)\n- REQUIRED: the archive exists.\n\n**GATE 2：签名 → 上传**（非阻塞）\n- 必需：签名有效\n\n**GATE 3: Upload → Tell**\n- REQUIRED: it is online.\n- NON-BLOCKING: a mirror may be late.\n\n**GATE P0 → P1**: all files are read.\n\n**GATE 4: Tell → End**\n',
      },
    },
  ],

  check(document, report) {
    for (const section of checkedGates(document))
      for (const gate of section.gates) {
        const isEmpty = !gate.bullets.length && !gate.text
        if (isEmpty || isSentence(gate) || isSoft(gate, section)) continue
        if (!gate.bullets.some(({ kind }) => kind === 'blocked'))
          report({ message: 'missing', at: gate.headSpan, data: { gate: nameOf(gate) } })
      }
  },
})
