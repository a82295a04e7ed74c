import type { Document } from '../../../core/types.ts'
import { allGatesOf, gatesOf } from '../../../model/gates/gates.ts'
import type { Gate } from '../../../model/gates/types.ts'
import type { Context } from '../context.ts'
import { linesAround } from '../units.ts'
import { type Candidate, reading } from './block.ts'
import { fence, flow, item, list } from './yaml.ts'

const ADVICE = 'go on when it cannot be met, and say so in the report'

/** What a gate says. */
const factsOf = ({ id, from, to, note, bullets }: Gate) => [
  id,
  from,
  to,
  note,
  bullets.map(({ kind, text }) => [kind, text.replace(/\.$/, '')]),
]

/** Why a gate has no place in a block. */
function reasonFor(gate: Gate): string | undefined {
  const { dialect, from, to, text, bullets, word, form } = gate
  if (word !== 'GATE' || form !== 'bold' || (dialect !== 'number' && dialect !== 'decimal') || !from || !to)
    return `the gate “${gate.id || gate.head}” is not written “**GATE n: A → B**”`
  if (text) return `the gate “${gate.id}” has text of its own`
  for (const { kind, form: how, text: said } of bullets) {
    if (kind === 'other') return `the gate “${gate.id}” has a line that neither requires nor blocks`
    if (kind === 'required' && how !== 'colon') return `the gate “${gate.id}” requires in other words`
    if (kind === 'blocked' && how !== 'if:' && how !== 'if')
      return `the gate “${gate.id}” blocks in other words than “BLOCKED if:”`
    if (kind === 'non-blocking' && said.replace(/\.$/, '') !== ADVICE)
      return `the gate “${gate.id}” says in its own words that it does not block`
  }
  const order = bullets.map(({ kind }) => ['required', 'blocked', 'non-blocking'].indexOf(kind))
  if (order.some((rank, index) => rank < (order[index - 1] ?? 0)))
    return `the lines of the gate “${gate.id}” have another order`
  if (!bullets.some(({ kind }) => kind === 'required')) return `the gate “${gate.id}” requires nothing`
  return undefined
}

/** Gates below a heading “Phase Gates”. */
export function phaseGates(document: Document, context: Context): Candidate[] {
  const read = reading(context)
  return gatesOf(document).flatMap(({ heading, gates }): Candidate[] => {
    const last = gates.at(-1)
    if (!last) return []
    const start = heading?.span.start ?? gates[0]!.span.start
    const span = linesAround(document, { start, end: last.span.end })
    return [
      {
        kind: 'gates',
        span,
        name: gates.length > 1 ? 'the phase gates' : 'the phase gate',
        write(source) {
          const title = document.text.slice(heading?.span.start ?? 0, heading?.span.end ?? 0)
          if (heading?.form !== 'heading' || !/^#{2,3}[ \t]/.test(title))
            return { reason: 'no heading of the second or third rank stands above' }
          const own = allGatesOf(read(source, document))
          const reason = own.map(reasonFor).find(found => found !== undefined)
          if (reason) return { reason }
          const lines = own.map((gate, index) => {
            const texts = (kind: string) => gate.bullets.filter(bullet => bullet.kind === kind).map(({ text }) => text)
            const blocked = texts('blocked')
            return item([
              ['id', gate.id === String(index + 1) ? undefined : gate.dialect === 'number' ? gate.id : `"${gate.id}"`],
              ['from', flow(gate.from!)],
              ['to', flow(gate.to!)],
              ['required', list(texts('required'))],
              ['blocked', blocked.length ? list(blocked) : undefined],
              ['note', gate.note ? flow(gate.note) : undefined],
              ['blocking', texts('non-blocking').length ? 'false' : undefined],
            ])
          })
          return fence('gates', lines.join('\n'))
        },
        facts: text => allGatesOf(read(text, document)).map(factsOf),
        // The heading’s own words.
        dropped: text => text.replace(/^#[^\n]*/, ''),
      },
    ]
  })
}
