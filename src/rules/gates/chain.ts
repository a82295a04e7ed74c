import { defineRule } from '../../core/rule.ts'
import type { Gate, GateSection } from '../../model/gates/gates.ts'
import { checkedGates } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** Words that say nothing of a phase. */
const EMPTY = new Set('the a an of and or to in for with phase step stage'.split(' '))

/** Letters that two words share at their start when they are one: Map and Mapping, Confirm and Confirmation. */
const STEM = 4

export default defineRule({
  id: 'gates/chain',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'A gate begins with the phase that the gate before it leads to.',
  why: 'Where the chain breaks there is a phase that no gate guards, or a phase with two names.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    break: {
      text: 'The gate begins with “{from}”, while the gate before it leads to “{to}”.',
      help: 'Use one name for the phase, or add the gate between the two.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: b.\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Archive Check**\n- REQUIRED: a.\n\n**GATE 2: Signing → Tell**\n- REQUIRED: b.\n\n**GATE 3：通知 → 结束**\n- 必需：c\n',
      },
      reports: ['.claude/commands/release.md:6:1 break', '.claude/commands/release.md:9:1 break'],
    },
    {
      title: 'A word in common, in another form, one of several; Chinese names that share a character',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Archive Signing**\n- REQUIRED: a.\n\n**GATE 2: Sign → Check/Tell**\n- REQUIRED: b.\n\n**GATE 3: Tell → Confirmation**\n- REQUIRED: c.\n\n**GATE 4: Confirm → 写报告**\n- REQUIRED: d.\n\n**GATE 5：报告 → 结束**\n- 必需：e\n',
      },
    },
    {
      title: 'Branches, a new start, sections of their own, names that are none',
      files: {
        '.claude/commands/release.md':
          '### Sign Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Build → Skip**\n- REQUIRED: b.\n\n**GATE 1: Fetch → Check**\n- REQUIRED: c.\n\n**GATE 2: Any → End**\n- REQUIRED: d.\n\n### Tell Phase Gates\n\n**GATE 1: Write → Send**\n- REQUIRED: e.\n\n**GATE P4 → P5**: all agree.\n',
      },
    },
  ],

  check(document, report) {
    for (const section of checkedGates(document))
      for (const [before, gate] of breaksIn(section)) {
        const related = [{ at: before.headSpan, text: `It leads to “${before.to}”.` }]
        report({ message: 'break', at: gate.headSpan, data: { from: gate.from!, to: before.to! }, related })
      }
  },
})

function breaksIn({ gates }: GateSection): [Gate, Gate][] {
  const found: [Gate, Gate][] = []
  /** Phases that the gates so far have named: a branch begins at one of them. */
  let named: string[] = []
  for (const [index, gate] of gates.entries()) {
    const before = gates[index - 1]
    if (!before || isRestart(before, gate)) named = []
    else if (before.to && gate.from && before.dialect === gate.dialect) {
      const from = wordsOf(gate.from)
      const isAny = !from.length || /^(?:any|all|every|\*|…|\.{3}|任意|任何|所有)/i.test(gate.from)
      if (!isAny && !sharesWord(from, named)) found.push([before, gate])
    }
    named.push(...wordsOf(`${gate.from ?? ''} ${gate.to ?? ''}`))
  }
  return found
}

const isRestart = (before: Gate, gate: Gate): boolean =>
  gate.number !== undefined && before.number !== undefined && gate.number <= before.number

/** Words of a phase's name, lower case; of Chinese, every character. */
const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []).filter(word => !EMPTY.has(word))

const sharesWord = (words: readonly string[], others: readonly string[]): boolean =>
  words.some(word => others.some(other => word === other || stemOf(word) === stemOf(other)))

const stemOf = (word: string): string => (word.length >= STEM ? word.slice(0, STEM) : word)
