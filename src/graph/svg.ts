import { plural } from '../core/counts.ts'
import { LID, NAME, NOTE, type Point, widthOf } from './boxes.ts'
import { marksOf } from './faults.ts'
import { layOut, type PlacedEdge, type PlacedGroup, type PlacedNode } from './layout.ts'
import { escaped, escapedLines } from './markup.ts'
import { outline } from './shapes.ts'
import { STYLE } from './style.ts'
import type { Fault, Picture, Shape } from './types.ts'
import { wrap } from './words.ts'

/** How nodes are spoken of; a state is what most are. */
export const SPOKEN: Readonly<Record<Shape, string>> = {
  start: 'start',
  state: 'state',
  last: 'last state',
  any: 'several states',
  end: 'end',
  error: 'error',
  open: 'target',
  phase: 'phase',
  gate: 'gate',
  table: 'table',
  wave: 'wave',
  worker: 'worker',
}

type Marks = ReadonlyMap<string, readonly Fault[]>

/** What a picture shows, in one sentence. */
export function summaryOf({ groups, faults }: Picture): string {
  const shown = groups.map(({ title, nodes, edges }) => {
    const count = nodes.filter(({ shape }) => shape !== 'start').length
    return `${title}: ${plural(count, 'node')}, ${plural(edges.length, 'arrow')}`
  })
  return `${shown.join('; ') || 'Nothing to draw'}; ${plural(faults.length, 'fault')}.`
}

/**
 * The picture as SVG: readable alone, light and dark, with what is wrong in red, numbered and listed below.
 *
 * `inline` is for a page that lists the faults itself: there each node is a thing of its own, and what has a fault can be
 * reached with the keyboard.
 */
export function svg(picture: Picture, { inline = false } = {}): string {
  const { title, subtitle, faults } = picture
  const placed = layOut(picture)
  const marks = marksOf(faults)
  const legend = inline ? [] : legendOf(faults, placed.width)
  const height = placed.height + (legend.length ? legend.length * NOTE.line + 24 : 0)
  const size = `viewBox="0 0 ${placed.width} ${height}" width="${placed.width}" height="${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="mg" ${size} role="${inline ? 'group' : 'img'}" aria-labelledby="mg-title mg-desc">`,
    `<title id="mg-title">${escaped(title)}</title>`,
    `<desc id="mg-desc">${escaped(`${subtitle}. ${summaryOf(picture)}`)}</desc>`,
    `<style>\n${STYLE}\n</style>`,
    `<defs>${arrowHead('mg-head', 'head')}${arrowHead('mg-fault-head', 'fault-head')}</defs>`,
    `<rect class="paper" width="${placed.width}" height="${height}"/>`,
    ...placed.groups.map(group => drawGroup(group, marks, inline)),
    ...legend.map((line, index) => {
      const y = placed.height + 12 + index * NOTE.line
      return `<text class="legend" xml:space="preserve" x="24" y="${y}">${escaped(line)}</text>`
    }),
    '</svg>\n',
  ].join('\n')
}

const arrowHead = (id: string, name: string) =>
  `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="${name}" d="M0 0L10 5L0 10z"/></marker>`

function legendOf(faults: readonly Fault[], width: number): string[] {
  const columns = Math.floor((width - 48) / widthOf('n', NOTE.size))
  return faults.flatMap(fault =>
    wrap(`${fault.number}. ${spokenFault(fault)}`, columns - 4, 6).map((line, index) => (index ? `    ${line}` : line)),
  )
}

const spokenFault = ({ rule, severity, text, path, line, column }: Fault): string =>
  `${severity} ${rule}, ${path}:${line}:${column}: ${text}`

/** The tooltip of what is drawn: all of its text, then what is wrong with it. */
const tooltip = (lines: readonly string[], faults: readonly Fault[]): string => {
  const wrong = faults.map(({ number, rule, text, help }) => `⚠ ${number} ${rule}: ${text} ${help}`)
  const shown = [...lines, ...wrong]
  return shown.length ? `<title>${escapedLines(shown)}</title>` : ''
}

const badge = (faults: readonly Fault[], { x, y }: Point): string => {
  if (!faults.length) return ''
  const text = `! ${faults.map(({ number }) => number).join(' ')}`
  const width = Math.ceil(widthOf(text, NOTE.size)) + 10
  return `<rect class="badge" x="${x - width / 2}" y="${y - 9}" width="${width}" height="18" rx="9"/><text class="badge-text" x="${x}" y="${y + 4}">${text}</text>`
}

const start = (id: string, kind: string, faults: readonly Fault[], said: string): string => {
  const name = faults.length ? `${kind} fault` : kind
  const spoken = said ? ` role="img" aria-label="${escaped(said)}"` : ''
  return `<g id="${id}" class="${name}"${spoken}${said && faults.length ? ' tabindex="0"' : ''}>`
}

const saidWith = (text: string, faults: readonly Fault[]): string =>
  faults.length ? `${text}, ${plural(faults.length, 'fault')}` : text

function drawGroup({ group, x, y, width, height, nodes, edges }: PlacedGroup, marks: Marks, inline: boolean): string {
  const faults = marks.get(group.id) ?? []
  const names = new Map(group.nodes.map(node => [node.id, node.label || SPOKEN[node.shape]] as const))
  const heading = widthOf(group.title, NAME.size)
  return [
    `<g id="${group.id}" class="${group.kind}${faults.length ? ' fault' : ''}"${inline && faults.length ? ' tabindex="-1"' : ''} transform="translate(${x} ${y})">`,
    tooltip([], faults),
    `<rect class="frame" width="${width}" height="${height}" rx="8"/>`,
    `<text class="heading" x="20" y="26">${escaped(group.title)}</text>`,
    badge(faults, { x: 60 + Math.ceil(heading), y: 22 }),
    // Labels stand on the ways of all arrows.
    ...edges.map(edge => drawWay(edge, marks.has(edge.edge.id))),
    ...edges.map(edge => drawEdge(edge, marks.get(edge.edge.id) ?? [], names, inline)),
    ...nodes.map(node => drawNode(node, marks.get(node.node.id) ?? [], inline)),
    '</g>',
  ]
    .filter(part => part !== '')
    .join('\n')
}

function drawNode(placed: PlacedNode, faults: readonly Fault[], inline: boolean): string {
  const { node, x, y, width, height, name, notes } = placed
  const said = inline ? saidWith([node.label, SPOKEN[node.shape]].filter(part => part).join(', '), faults) : ''
  const lid = node.shape === 'table' ? LID / 2 : 0
  let line = y + lid - (name.length * NAME.line + notes.length * NOTE.line) / 2
  const texts = [
    ...name.map(text => ({ text, kind: 'name', ...NAME })),
    ...notes.map(text => ({ text, kind: 'note', ...NOTE })),
  ].map(({ text, kind, size, line: step }) => {
    line += step
    return `<text class="${kind}" x="${x}" y="${Math.round(line - (step - size) / 2 - 1)}">${escaped(text)}</text>`
  })
  return [
    start(node.id, `node ${node.shape}`, faults, said),
    tooltip(node.shape === 'start' ? [] : [node.label, ...node.notes], faults),
    outline(placed),
    ...texts,
    badge(faults, { x: x + width / 2 - 14, y: y - height / 2 }),
    '</g>',
  ].join('')
}

const drawWay = ({ edge, points }: PlacedEdge, isFault: boolean): string =>
  `<path class="way ${edge.line}${isFault ? ' fault' : ''}" d="${pathOf(points)}" marker-end="url(#${isFault ? 'mg-fault-head' : 'mg-head'})"/>`

/** What belongs to an arrow besides its way: the tooltip, a wider way to point at, the label. */
function drawEdge(
  { edge, points, label }: PlacedEdge,
  faults: readonly Fault[],
  names: ReadonlyMap<string, string>,
  inline: boolean,
): string {
  const way = `${names.get(edge.from)} → ${names.get(edge.to)}`
  const said = inline && faults.length ? saidWith(way, faults) : ''
  const middle = label ?? points[Math.floor(points.length / 2)]!
  const top = label ? label.y - label.height / 2 : 0
  const texts = (label?.lines ?? []).map((text, index) => {
    const y = Math.round(top + 2 + (index + 1) * NOTE.line - 4)
    return `<text class="note" x="${label!.x}" y="${y}">${escaped(text)}</text>`
  })
  return [
    start(edge.id, 'edge', faults, said),
    tooltip([way, ...edge.labels], faults),
    `<path class="hit" d="${pathOf(points)}"/>`,
    label
      ? `<rect class="label-paper" x="${round(label.x - label.width / 2)}" y="${round(top)}" width="${round(label.width)}" height="${label.height}" rx="3"/>`
      : '',
    ...texts,
    badge(faults, { x: middle.x, y: (label ? top : middle.y) - (label ? 6 : 0) }),
    '</g>',
  ].join('')
}

const round = (length: number): number => Math.round(length * 10) / 10

/** A line through points with its corners rounded. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first || !rest.length) return ''
  const between = (a: Point, b: Point): Point => ({ x: round((a.x + b.x) / 2), y: round((a.y + b.y) / 2) })
  const parts = [`M${first.x} ${first.y}`]
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1]
    if (!next) parts.push(`L${point.x} ${point.y}`)
    else {
      const to = between(point, next)
      parts.push(`Q${point.x} ${point.y} ${to.x} ${to.y}`)
    }
  }
  return parts.join('')
}
