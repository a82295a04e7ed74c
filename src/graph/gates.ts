import type { Gate, GateSection } from '../model/gates/gates.ts'
import { type Sketch, sketch } from './sketch.ts'

const WORDS = { required: 'required: ', blocked: 'blocked if ', 'non-blocking': 'non-blocking: ', other: '' } as const

/** Draws the gates of a section as a chain: phase, gate, phase. What only the order of the text joins is dashed. */
export function drawGates({ gates, body }: GateSection, title: string, path: string): Sketch {
  const group = sketch('gates', title, [{ path, span: body }])
  let last: string | undefined
  for (const [index, gate] of gates.entries()) {
    const own = `gate ${index}`
    const phase = (name: string) => group.node(`phase ${name.trim().toLowerCase()}`, 'phase', name)
    const isKnown = gate.from !== undefined && group.has(`phase ${gate.from.trim().toLowerCase()}`)
    const from = gate.from === undefined ? undefined : phase(gate.from)
    group.node(own, 'gate', `${gate.word} ${gate.id}`, { notes: notesOf(gate), place: { path, span: gate.span } })
    if (last && last !== from && !isKnown) group.edge(last, from ?? own, { line: 'passing' })
    if (from) group.edge(from, own)
    last = gate.to === undefined ? own : phase(gate.to)
    if (last !== own) group.edge(own, last)
  }
  return group
}

const notesOf = ({ bullets, note, text }: Gate): string[] => [
  note ? `(${note})` : '',
  text,
  ...bullets.map(bullet => `${WORDS[bullet.kind]}${bullet.text}`),
]
