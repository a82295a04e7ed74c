import { defineRule } from '../../core/rule.ts'
import type { Document, Edit } from '../../core/types.ts'
import type { Gate, GateSection } from '../../model/gates/gates.ts'
import { checkedGates } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'gates/heading-form',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: PROSE_KINDS,
  fixable: 'safe',
  summary: 'A gate’s head reads “**GATE n: A → B**”.',
  why: 'Other places say “GATE 2”, and checks read from which phase to which a gate leads; a head in a form of its own is found by neither.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    id: {
      text: 'The gate has no number.',
      help: 'Write “**GATE 1: A → B**”.',
    },
    phases: {
      text: 'The gate does not say from which phase to which it leads.',
      help: 'Write “**GATE {id}: A → B**”.',
    },
    separator: {
      text: 'No colon stands between the gate’s number and its phases.',
      help: 'Write “**GATE {id}: A → B**”.',
    },
    outside: {
      text: 'The phases of the gate stand outside of its head.',
      help: 'Write them inside of the bold text: “**GATE {id}: A → B**”.',
    },
    case: {
      text: 'The gate’s word is not in capitals.',
      help: 'Write “GATE”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Tell** (steps 3–4)\n- REQUIRED: b.\n\n**GATE 2.5：签名 -> 检查**（可选）\n- 必需：c\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1 — Build → Sign**\n- REQUIRED: a.\n\n**GATE 2 Sign → Check**\n- REQUIRED: b.\n\n**GATE 3**: Check → Tell (step 4)\n- REQUIRED: c.\n\n**Gate 4: Tell → Wait**\n- REQUIRED: d.\n\n**GATE 5: Wait**\n- REQUIRED: e.\n',
      },
      reports: [
        '.claude/commands/release.md:3:1 separator',
        '.claude/commands/release.md:6:1 separator',
        '.claude/commands/release.md:9:1 outside',
        '.claude/commands/release.md:12:1 case',
        '.claude/commands/release.md:15:1 phases',
      ],
      fixed: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Check**\n- REQUIRED: b.\n\n**GATE 3: Check → Tell** (step 4)\n- REQUIRED: c.\n\n**GATE 4: Tell → Wait**\n- REQUIRED: d.\n\n**GATE 5: Wait**\n- REQUIRED: e.\n',
      },
    },
    {
      title: 'Gates without numbers are numbered where none of the section has one',
      files: {
        '.claude/commands/a.md':
          '### Phase Gates\n\n**GATE: Build → Sign**\n- REQUIRED: a.\n\n**GATE：签名 → 上传**\n- 必需：b\n',
        '.claude/commands/b.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE: Sign → Tell**\n- REQUIRED: b.\n',
      },
      reports: ['.claude/commands/a.md:3:1 id', '.claude/commands/a.md:6:1 id', '.claude/commands/b.md:6:1 id'],
      fixed: {
        '.claude/commands/a.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2：签名 → 上传**\n- 必需：b\n',
      },
    },
    {
      title: 'Forms that are chosen: phases for numbers, letters, headings, Chinese words',
      files: {
        '.claude/commands/plan.md':
          '### Phase Gates\n\n**GATE P0 → P1**: all files are read.\n\n**GATE P1 → P2: Read → Write**\n- REQUIRED: a.\n\n**GATE P6**: all agree.\n\n**GATE Phase 1 → Phase 2: Read → Write**\n- REQUIRED: b.\n\n**GATE 2a: Read → Write**\n- REQUIRED: c.\n\n**门禁 3：读 → 写**\n- 必需：d\n\n#### GATE 4: Write → Tell\n- REQUIRED: e.\n',
      },
    },
  ],

  check(document, report) {
    for (const section of checkedGates(document))
      for (const [index, gate] of section.gates.entries()) {
        const message = faultOf(gate)
        if (!message) continue
        const edits = repair(document, section, index, message)
        const fix = edits && { title: TITLES[message], safe: true, edits }
        const at = gate.headSpan
        const more = fix ? { fix } : {}
        if (message === 'id' || message === 'case') report({ message, at, ...more })
        else report({ message, at, data: { id: gate.id }, ...more })
      }
  },
})

type Fault = 'id' | 'phases' | 'separator' | 'outside' | 'case'

const TITLES: Record<Fault, string> = {
  id: 'Number the gates of the section',
  phases: '',
  separator: 'Write a colon behind the number',
  outside: 'Move the phases into the head',
  case: 'Write “GATE”',
}

function faultOf({ dialect, form, from, head, separator, word }: Gate): Fault | undefined {
  const isNumber = dialect === 'number' || dialect === 'decimal'
  if (form === 'heading') return undefined
  if (isNumber && separator === 'outside') return 'outside'
  if (isNumber && head && separator !== 'colon') return 'separator'
  if (/^gate$/i.test(word) && word !== 'GATE') return 'case'
  if (dialect === 'unnumbered') return from ? 'id' : undefined
  return isNumber && from === undefined ? 'phases' : undefined
}

function repair(document: Document, { gates }: GateSection, index: number, fault: Fault): Edit[] | undefined {
  const { path, text } = document
  const { headSpan, head, id, idSpan, word } = gates[index]!
  const inside = text.slice(headSpan.start, headSpan.end)
  const mark = inside.slice(-2)
  if (fault === 'case') {
    const start = headSpan.start + inside.indexOf(word)
    return [{ path, span: { start, end: start + word.length }, text: 'GATE' }]
  }
  if (fault === 'separator') {
    const from = text.indexOf(head, idSpan.end)
    return [{ path, span: { start: idSpan.end, end: from }, text: ': ' }]
  }
  if (fault === 'outside') {
    const from = text.indexOf(head, headSpan.end)
    const colon = /[:：]\s*/.exec(text.slice(headSpan.end, from))
    if (!colon) return undefined
    const end = from + head.length
    const start = idSpan.end
    return [{ path, span: { start, end }, text: `${colon[0].includes('：') ? '：' : ': '}${head}${mark}` }]
  }
  if (fault === 'id' && gates.every(gate => !gate.id)) {
    const start = headSpan.start + inside.indexOf(word) + word.length
    return [{ path, span: { start, end: start }, text: ` ${index + 1}${id}` }]
  }
  return undefined
}
