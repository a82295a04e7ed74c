import type { Document } from '../../core/types.ts'
import { type Gate, gatesOf } from '../gates/gates.ts'
import type { Part, Reading } from './compare.ts'

const countOf = ({ bullets }: Gate, kind: 'required' | 'blocked') =>
  bullets.filter(bullet => bullet.kind === kind).length

/** A gate's name: its id, else its phases; the second of one name is told apart by its number. */
const nameOf = ({ id, number, from, to, head }: Gate) =>
  (number === undefined ? id.replace(/\s+/g, ' ').toUpperCase() : String(number)) || (from ? `${from} → ${to}` : head)

/** The gates of a document, each with how many REQUIRED and BLOCKED lines it has. */
export function gatesIn(document: Document): Reading | undefined {
  const sections = gatesOf(document).filter(({ gates }) => gates.length > 0)
  const [first] = sections
  if (!first) return undefined
  const times = new Map<string, number>()
  const parts = sections.flatMap(({ gates }) =>
    gates.map((gate): Part => {
      const own = nameOf(gate)
      const time = (times.get(own) ?? 0) + 1
      times.set(own, time)
      const detail = `${countOf(gate, 'required')} REQUIRED and ${countOf(gate, 'blocked')} BLOCKED`
      return { name: `gate ${own}${time > 1 ? ` (${time})` : ''}`, span: gate.headSpan, detail }
    }),
  )
  return {
    parts,
    at: first.heading?.span ?? first.gates[0]!.headSpan,
    open: sections.some(({ inherits }) => inherits),
  }
}

/** Whether two documents number their gates alike; what is called in another way cannot be compared gate by gate. */
export function haveAlikeGates(a: Document, b: Document): boolean {
  const dialectsOf = (document: Document) => gatesOf(document).flatMap(({ gates }) => gates.map(gate => gate.dialect))
  const own = new Set(dialectsOf(a))
  return dialectsOf(b).some(dialect => own.has(dialect))
}
