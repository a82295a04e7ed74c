/**
 * The strongly connected components of a part of a graph (Tarjan, without recursion): linear in its nodes and edges.
 *
 * `next` lists successors by id, `isIn` tells which ids belong to the part. Gives the component of each id (−1 outside)
 * and the components' members; a component comes after those that it leads to.
 */
export function componentsOf(
  next: readonly (readonly number[])[],
  isIn: (id: number) => boolean,
): { of: Int32Array; members: number[][] } {
  const size = next.length
  const of = new Int32Array(size).fill(-1)
  const index = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const members: number[][] = []
  const stack: number[] = []
  let count = 0
  const frames: { id: number; at: number }[] = []
  const enter = (id: number) => {
    index[id] = low[id] = count++
    stack.push(id)
    frames.push({ id, at: 0 })
  }
  for (let root = 0; root < size; root++) {
    if (index[root] !== -1 || !isIn(root)) continue
    enter(root)
    while (frames.length) {
      const frame = frames.at(-1)!
      const { id } = frame
      const to = next[id]![frame.at++]
      if (to !== undefined) {
        if (!isIn(to)) continue
        if (index[to] === -1) enter(to)
        else if (of[to] === -1) low[id] = Math.min(low[id]!, index[to]!)
        continue
      }
      frames.pop()
      const above = frames.at(-1)
      if (above) low[above.id] = Math.min(low[above.id]!, low[id]!)
      if (low[id] !== index[id]) continue
      const own: number[] = []
      for (let member = -1; member !== id; ) {
        member = stack.pop()!
        of[member] = members.length
        own.push(member)
      }
      members.push(own.sort((a, b) => a - b))
    }
  }
  return { of, members }
}
