import type { Edge, Group, GroupKind, Node, Place, Shape } from './types.ts'
import { plain } from './words.ts'

/** A group while it is put together: nodes are named by keys of the caller. */
export interface Sketch {
  /** Adds a node; where the key is known, only the place is added. Gives the key. */
  node(key: string, shape: Shape, label: string, more?: { notes?: readonly string[]; place?: Place }): string
  /** Adds an arrow, or a label to the arrow that is there. */
  edge(from: string, to: string, more?: { label?: string; place?: Place; line?: Edge['line'] }): void
  has(key: string): boolean
  /** Whether an arrow leads from one node to another. */
  leads(from: string, to: string): boolean
  finish(number: Numbering): Group
}

/** Gives the ids of a picture. */
export type Numbering = (letter: 'g' | 'n' | 'e') => string

/** A numbering that begins at 1. */
export function numbering(): Numbering {
  const counts = { g: 0, n: 0, e: 0 }
  return letter => `${letter}${++counts[letter]}`
}

interface Arrow {
  from: string
  to: string
  line: Edge['line']
  labels: string[]
  places: Place[]
}

/** Begins a group. Nodes and arrows stay in the order in which they come. */
export function sketch(kind: GroupKind, title: string, places: readonly Place[]): Sketch {
  const nodes = new Map<string, Omit<Node, 'id' | 'places'> & { places: Place[] }>()
  const arrows = new Map<string, Arrow>()
  const arrowKey = (from: string, to: string, line: string) => `${line}\0${from}\0${to}`
  return {
    node(key, shape, label, { notes = [], place } = {}) {
      const known = nodes.get(key)
      if (known) {
        if (place) known.places.push(place)
      } else {
        const words = notes.map(plain).filter(note => note !== '')
        nodes.set(key, { shape, label: plain(label), notes: words, places: place ? [place] : [] })
      }
      return key
    },
    edge(from, to, { label = '', place, line = 'plain' } = {}) {
      const key = arrowKey(from, to, line)
      const arrow = arrows.get(key) ?? { from, to, line, labels: [], places: [] }
      arrows.set(key, arrow)
      const words = plain(label)
      if (words && !arrow.labels.includes(words)) arrow.labels.push(words)
      if (place) arrow.places.push(place)
    },
    has: key => nodes.has(key),
    leads: (from, to) => arrows.has(arrowKey(from, to, 'plain')) || arrows.has(arrowKey(from, to, 'passing')),
    finish(number) {
      const ids = new Map([...nodes.keys()].map(key => [key, number('n')] as const))
      return {
        id: number('g'),
        kind,
        title: plain(title),
        nodes: [...nodes].map(([key, node]) => ({ id: ids.get(key)!, ...node })),
        edges: [...arrows.values()].map(({ from, to, ...arrow }) => ({
          id: number('e'),
          from: ids.get(from)!,
          to: ids.get(to)!,
          ...arrow,
        })),
        places,
      }
    },
  }
}
