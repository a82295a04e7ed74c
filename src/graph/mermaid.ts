import { plural } from '../core/counts.ts'
import { visible } from '../core/visible.ts'
import { marksOf } from './faults.ts'
import type { Edge, Fault, Node, Picture, Shape } from './types.ts'
import { wrap } from './words.ts'

/** What Mermaid draws unless its configuration says more (`maxTextSize`, `maxEdges`). */
export const MERMAID_LIMITS = { characters: 50_000, edges: 500 } as const

/** What stands around a quoted label: https://mermaid.js.org/syntax/flowchart.html#node-shapes. */
const BRACKETS: Readonly<Record<Shape, readonly [string, string]>> = {
  start: ['((', '))'],
  state: ['(', ')'],
  last: ['([', '])'],
  any: ['([', '])'],
  end: ['(((', ')))'],
  error: ['{{', '}}'],
  open: ['>', ']'],
  phase: ['[', ']'],
  gate: ['{{', '}}'],
  table: ['[(', ')]'],
  wave: ['[[', ']]'],
  worker: ['[/', '/]'],
}

/** Characters of labels: columns and lines of the name, of each note, of an arrow. */
const LABEL = [36, 3] as const
const NOTE = [40, 3] as const
const ARROW = [28, 4] as const
const FAULT = [90, 4] as const
const NOTES = 8

/** Marks that Mermaid, or HTML in its labels, would read. Of `style:#35;` Mermaid drops the semicolon. */
const SPECIAL = /["#&<>`\\;%]|:(?! )/g

/** A text inside of quotes: what has a meaning there becomes `#code;`. */
const quoted = (text: string): string => visible(text).replace(SPECIAL, char => `#${char.charCodeAt(0)};`)

const lines = (text: string, [columns, rows]: readonly [number, number]): string[] => wrap(text, columns, rows)

/** The picture as a Mermaid flowchart, one subgraph per group; what has a fault is red and names its number. */
export function mermaid({ title, subtitle, groups, faults }: Picture): string {
  const marks = marksOf(faults)
  const out = ['flowchart TB', `  accTitle: ${quoted(title)}`, `  accDescr: ${quoted(subtitle)}`]
  const starts: string[] = []
  const wrong: string[] = []
  const bad: number[] = []
  let arrows = 0
  for (const { id, title: name, nodes, edges } of groups) {
    const own = marks.get(id)
    out.push(`  subgraph ${id}["${quoted(name)}${own ? ` ${numbersOf(own)}` : ''}"]`, '    direction TB')
    for (const node of nodes) {
      out.push(`    ${nodeLine(node, marks.get(node.id))}`)
      if (marks.has(node.id)) wrong.push(node.id)
      else if (node.shape === 'start') starts.push(node.id)
    }
    for (const edge of edges) {
      out.push(`    ${edgeLine(edge, marks.get(edge.id))}`)
      if (marks.has(edge.id)) bad.push(arrows)
      arrows++
    }
    out.push('  end')
    if (own) wrong.push(id)
  }
  if (faults.length) {
    out.push(`  subgraph faults["${plural(faults.length, 'fault')}"]`, '    direction LR')
    for (const { number, rule, severity, text, path, line } of faults) {
      const words = lines(`${number}. ${severity} ${rule}, ${path} line ${line}: ${text}`, FAULT)
      out.push(`    f${number}["${words.map(quoted).join('<br/>')}"]`)
    }
    out.push('  end')
  }
  if (starts.length) out.push('  classDef start fill:#888,stroke:#888')
  if (wrong.length) out.push('  classDef fault stroke:#d32f2f,stroke-width:3px')
  if (starts.length) out.push(`  class ${starts.join(',')} start`)
  if (wrong.length) out.push(`  class ${wrong.join(',')} fault`)
  if (bad.length) out.push(`  linkStyle ${bad.join(',')} stroke:#d32f2f,stroke-width:3px`)
  return `${out.join('\n')}\n`
}

const numbersOf = (faults: readonly Fault[]): string => `⚠ ${faults.map(({ number }) => number).join(', ')}`

function nodeLine({ id, shape, label, notes }: Node, faults: readonly Fault[] | undefined): string {
  const [open, close] = BRACKETS[shape]
  const shown = notes.slice(0, NOTES)
  const words = [
    ...lines(label, LABEL),
    ...(faults ? [numbersOf(faults)] : []),
    ...shown.flatMap(note => lines(note, NOTE)),
    ...(notes.length > shown.length ? ['…'] : []),
  ]
  // A label without any character is no label to Mermaid.
  return `${id}${open}"${words.map(quoted).join('<br/>') || ' '}"${close}`
}

function edgeLine({ from, to, line, labels }: Edge, faults: readonly Fault[] | undefined): string {
  const shown = (labels.length > 1 ? labels.map(label => `• ${label}`) : labels).slice(0, NOTES)
  const words = [
    ...(faults ? [numbersOf(faults)] : []),
    ...shown.flatMap(label => lines(label, ARROW)),
    ...(labels.length > shown.length ? ['…'] : []),
  ]
  const label = words.length ? `|"${words.map(quoted).join('<br/>')}"|` : ''
  return `${from} ${line === 'plain' ? '-->' : '-.->'}${label} ${to}`
}
