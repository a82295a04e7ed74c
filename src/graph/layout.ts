import { Graph, layout } from '@dagrejs/dagre'
import { boxOf, type LabelBox, labelOf, most, NAME, type NodeBox, type Point, type Size, widthOf } from './boxes.ts'
import type { Edge, Group, Picture } from './types.ts'

/** A node with the place of its middle. */
export type PlacedNode = NodeBox & Point

/** An arrow with its way; the label, where there is one, with the place of its middle. */
export interface PlacedEdge {
  edge: Edge
  points: readonly Point[]
  label?: LabelBox & Point
}

/** A group with the corner and the size of its frame; places of what is in it begin at that corner. */
export interface PlacedGroup extends Point, Size {
  group: Group
  nodes: readonly PlacedNode[]
  edges: readonly PlacedEdge[]
}

export interface Placed extends Size {
  groups: readonly PlacedGroup[]
}

const FRAME = { side: 20, top: 44, bottom: 20, gap: 24 } as const

/** Nodes and arrows of a group up to which ways with few crossings are looked for; above it that takes too long. */
const LAYERED_LIMIT = 600

/** Groups stand side by side up to this width. */
const ROW_WIDTH = 1_400

/** Lays a picture out: groups in rows, in their order. The same picture gives the same places. */
export function layOut({ groups }: Picture): Placed {
  let [left, top, bottom, width]: [number, number, number, number] = [FRAME.gap, FRAME.gap, FRAME.gap, 480]
  const placed = groups.map(group => {
    const own = placeGroup(group)
    if (left > FRAME.gap && left + own.width > ROW_WIDTH) [left, top] = [FRAME.gap, bottom]
    const one = { ...own, x: left, y: top }
    left += one.width + FRAME.gap
    bottom = Math.max(bottom, top + one.height + FRAME.gap)
    width = Math.max(width, left)
    return one
  })
  return { width, height: bottom, groups: placed }
}

/** Middles of nodes, ways of arrows and middles of their labels, by id. */
interface Places {
  at: ReadonlyMap<string, Point>
  ways: ReadonlyMap<string, readonly Point[]>
  labels: ReadonlyMap<string, Point>
}

type Labels = ReadonlyMap<string, LabelBox>

/** Lays a group out by itself, the corner of its frame at 0, 0. */
function placeGroup(group: Group): Omit<PlacedGroup, keyof Point> {
  const { nodes, edges } = group
  const boxes = nodes.map(boxOf)
  const labels: Labels = new Map(
    edges.flatMap(edge => {
      const label = labelOf(edge)
      return label ? [[edge.id, label] as const] : []
    }),
  )
  const places = (nodes.length + edges.length > LAYERED_LIMIT ? inRows : inLayers)(group, boxes, labels)
  const { x0, y0, x1, y1 } = boundsOf([
    ...boxes.map(({ node, width, height }) => ({ ...places.at.get(node.id)!, width, height })),
    ...[...places.labels].map(([id, point]) => ({ ...point, ...labels.get(id)! })),
    ...[...places.ways.values()].flatMap(points => points.map(point => ({ ...point, width: 8, height: 8 }))),
  ])
  const move = ({ x, y }: Point): Point => ({
    x: round(x - x0 + FRAME.side),
    y: round(y - y0 + FRAME.top),
  })
  // The heading may be wider than what stands below it; it has room for the numbers of faults.
  const heading = widthOf(group.title, NAME.size) + 2 * FRAME.side + 120
  return {
    group,
    width: Math.ceil(Math.max(x1 - x0 + 2 * FRAME.side, heading)),
    height: Math.ceil(y1 - y0 + FRAME.top + FRAME.bottom),
    nodes: boxes.map(box => ({ ...box, ...move(places.at.get(box.node.id)!) })),
    edges: edges.map(edge => {
      const [label, middle] = [labels.get(edge.id), places.labels.get(edge.id)]
      return {
        edge,
        points: places.ways.get(edge.id)!.map(move),
        ...(label && middle ? { label: { ...label, ...move(middle) } } : {}),
      }
    }),
  }
}

const round = (length: number): number => Math.round(length * 10) / 10

function boundsOf(boxes: readonly (Point & Size)[]) {
  const bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const { x, y, width, height } of boxes) {
    bounds.x0 = Math.min(bounds.x0, x - width / 2)
    bounds.y0 = Math.min(bounds.y0, y - height / 2)
    bounds.x1 = Math.max(bounds.x1, x + width / 2)
    bounds.y1 = Math.max(bounds.y1, y + height / 2)
  }
  return bounds
}

/** Layers from top to bottom with few crossings. */
function inLayers({ edges }: Group, boxes: readonly NodeBox[], labels: Labels): Places {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, edgesep: 16, ranksep: 44 })
  for (const { node, width, height } of boxes) graph.setNode(node.id, { width, height })
  for (const { id, from, to } of edges) {
    const { width = 0, height = 0 } = labels.get(id) ?? {}
    graph.setEdge(from, to, { width, height, labelpos: 'c' }, id)
  }
  layout(graph)
  const at = new Map(boxes.map(box => [box.node.id, { ...box, ...(graph.node(box.node.id) as Point) }] as const))
  const ways = new Map<string, readonly Point[]>()
  const middles = new Map<string, Point>()
  for (const { id, from, to } of edges) {
    const { points = [], x, y } = graph.edge(from, to, id) as { points?: Point[]; x?: number; y?: number }
    ways.set(id, from === to ? loopAt(at.get(from)!, x) : points)
    if (labels.has(id) && x !== undefined && y !== undefined) middles.set(id, { x, y })
  }
  return { at, ways, labels: middles }
}

/** Rows in the order of the text, arrows straight: what a machine of thousands of states gets. */
function inRows({ edges }: Group, boxes: readonly NodeBox[], labels: Labels): Places {
  const perRow = Math.ceil(Math.sqrt(boxes.length))
  const wide = most(boxes.map(({ width }) => width)) + 60
  const tall = most(boxes.map(({ height }) => height)) + 80
  const placed = new Map(
    boxes.map((box, index) => [
      box.node.id,
      { ...box, x: (index % perRow) * wide, y: Math.floor(index / perRow) * tall },
    ]),
  )
  const ways = new Map<string, readonly Point[]>()
  const middles = new Map<string, Point>()
  for (const { id, from, to } of edges) {
    const [start, end] = [placed.get(from)!, placed.get(to)!]
    const middle =
      from === to
        ? { x: start.x + start.width / 2 + 24, y: start.y }
        : { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
    ways.set(id, from === to ? loopAt(start, middle.x) : [borderOf(start, middle), middle, borderOf(end, middle)])
    if (labels.has(id)) middles.set(id, middle)
  }
  return { at: placed, ways, labels: middles }
}

/** A way that leaves a box on its right, goes round a point beside it and comes back. */
function loopAt({ x, y, width }: Point & Size, beside = x + width / 2 + 24): Point[] {
  const right = x + width / 2
  return [
    { x: right, y: y - 8 },
    { x: beside, y: y - 26 },
    { x: beside, y: y + 26 },
    { x: right, y: y + 8 },
  ]
}

/** Where the line from a box’s middle to a point leaves the box. */
function borderOf({ x, y, width, height }: Point & Size, to: Point): Point {
  const [dx, dy] = [to.x - x, to.y - y]
  const scale = Math.min(1, width / 2 / Math.abs(dx || 1e-9), height / 2 / Math.abs(dy || 1e-9))
  return { x: x + dx * scale, y: y + dy * scale }
}
