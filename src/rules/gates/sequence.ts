import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import type { Gate, GateSection } from '../../model/gates/gates.ts'
import { checkedGates } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'gates/sequence',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  fixable: 'safe',
  summary: 'The numbers of gates begin with 1 and go up by one.',
  why: 'Other places say “GATE 2”. A number that stands twice, or a hole, leaves open which gate is meant, or whether one was lost.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    start: {
      text: 'The gates begin with {found}.',
      help: 'Number them from {expected}, or say which skill’s gates come first.',
    },
    number: {
      text: 'GATE {found} follows GATE {previous}.',
      help: 'Number it {expected}, and those after it in turn.',
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
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 3: Sign → Tell**\n- REQUIRED: b.\n\n**GATE 4：通知 → 结束**\n- 必需：c\n',
        '.claude/commands/sign.md':
          '### Phase Gates\n\n**GATE 2: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: b.\n',
      },
      reports: ['.claude/commands/release.md:6:8 number', '.claude/commands/sign.md:3:8 start'],
      fixed: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: b.\n\n**GATE 3：通知 → 结束**\n- 必需：c\n',
        '.claude/commands/sign.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: b.\n',
      },
    },
    {
      title: 'Where other places name a gate by number, the author renumbers',
      files: {
        '.claude/commands/release.md':
          'After GATE 3 nothing is undone.\n\n### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n\n**GATE 3: Sign → Tell**\n- REQUIRED: b.\n',
      },
      reports: ['.claude/commands/release.md:8:8 number'],
    },
    {
      title: 'A start at 0, gates between, gates of a base skill, a count that goes on, one for each mode, branches',
      files: {
        '.claude/commands/a.md':
          '### Phase Gates\n\n**GATE 0: Ask → Build**\n- REQUIRED: a.\n\n**GATE 1: Build → Sign**\n- REQUIRED: b.\n\n**GATE 1.5: Sign → Check**\n- REQUIRED: c.\n\n**GATE 2: Check → Tell**\n- REQUIRED: d.\n\n**GATE 3a: Tell → End**\n- REQUIRED: e.\n\n**GATE 3b: Tell → Wait**\n- REQUIRED: f.\n\n**GATE 4: Wait → End**\n- REQUIRED: g.\n',
        '.claude/commands/b.md':
          '### Phase Gates\n\nOn top of those of the base skill:\n\n**GATE 4: Build → Sign**\n- REQUIRED: a.\n\n**GATE 5: Sign → Tell**\n- REQUIRED: b.\n',
        '.claude/commands/c.md':
          '### Build Phase Gates\n\n**GATE 1: Fetch → Build**\n- REQUIRED: a.\n\n### Sign Phase Gates\n\n**GATE 2: Build → Sign**\n- REQUIRED: b.\n\n**GATE 1: Fetch → Tell**\n- REQUIRED: c.\n\n**GATE 2: Tell → End**\n- REQUIRED: d.\n\n**GATE 2: Tell → Wait**\n- REQUIRED: e.\n',
        '.claude/commands/d.md':
          '### Phase Gates\n\n**GATE P0 → P1**: all read.\n**GATE P2 → P3**: all written.\n\n**GATE Phase 3 → Phase 4: Write → Tell**\n- REQUIRED: a.\n\n**GATE: Tell → End**\n- REQUIRED: b.\n',
      },
    },
  ],

  check(document, report) {
    let last: number | undefined
    const extendsBase = /\bbase (?:skill|command)\b|继承|沿用/i.test(document.text)
    for (const section of checkedGates(document)) {
      const gates = section.gates.filter(({ number, id }) => number !== undefined || /^\d/.test(id))
      const first = gates[0]
      if (!first) continue
      // One number alone may be the second gate of a section whose first is written in another way.
      if (gates.length === 1 && first.number !== undefined && first.number > 1) {
        last = first.number
        continue
      }
      const goesOn = first.number === (last ?? Number.NaN) + 1
      const starts = rankOf(first) <= 1 || goesOn || section.inherits || extendsBase
      const base = starts ? rankOf(first) : 1
      const wanted = wantedNumbers(gates, base)
      const at = gates.findIndex(({ number, dialect }, index) => dialect === 'number' && number !== wanted[index])
      last = gates.findLast(({ dialect }) => dialect === 'number')?.number ?? last
      const gate = gates[at]
      if (!gate) continue
      const fix = renumber(document, gates, wanted)
      const data = { found: gate.number!, expected: wanted[at]! }
      if (at === 0) report({ message: 'start', at: gate.idSpan, data, fix })
      else {
        const previous = gates[at - 1]!
        const related = [{ at: previous.headSpan, text: 'The gate before.' }]
        report({ message: 'number', at: gate.idSpan, data: { ...data, previous: previous.id }, fix, related })
      }
    }
  },
})

/** The whole number that a gate stands at: 2 for `2.5` and `2a`. */
const rankOf = ({ number, id }: Gate): number => Math.floor(number ?? Number.parseInt(id, 10))

/** What each gate's number would be: one more, or a new start at 0 or 1, or the same for a branch from one phase. */
function wantedNumbers(gates: GateSection['gates'], base: number): number[] {
  const wanted: number[] = []
  for (const [index, gate] of gates.entries()) {
    const before = gates[index - 1]
    const previous = wanted[index - 1]
    if (!before || previous === undefined) wanted.push(gate.dialect === 'number' ? base : rankOf(gate))
    else if (gate.dialect !== 'number') wanted.push(Math.max(previous, rankOf(gate)))
    else {
      const isBranch = gate.number === before.number && gate.from !== undefined && gate.from === before.from
      const isRestart = gate.number! <= 1 && gate.number! <= rankOf(before)
      wanted.push(isRestart && !isBranch ? gate.number! : isBranch ? previous : previous + 1)
    }
  }
  return wanted
}

/** New numbers. Safe where nothing else names a gate by its number. */
function renumber(document: Document, gates: readonly Gate[], wanted: readonly number[]): Fix {
  const { path, skill } = document
  const edits = gates.flatMap(({ dialect, number, idSpan }, index) =>
    dialect === 'number' && number !== wanted[index] ? [{ path, span: idSpan, text: String(wanted[index]) }] : [],
  )
  const heads = new Set(gates.map(({ idSpan }) => idSpan.start))
  const isNamed = (text: string, own: boolean) =>
    [...text.matchAll(/(?:gates?|门禁|关卡|阶段门)[ \t#]*(?=\d)/gi)].some(
      ({ 0: word, index }) => !own || !heads.has(index + word.length),
    )
  const others = (skill?.files ?? []).filter(other => other !== document)
  const safe = !isNamed(document.text, true) && !others.some(other => isNamed(other.text, false))
  return { title: 'Renumber the gates', safe, edits }
}
