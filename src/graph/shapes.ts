import { TIP } from './boxes.ts'
import type { PlacedNode } from './layout.ts'

const round = (length: number): number => Math.round(length * 10) / 10

/** The outline of a node, so that shapes tell kinds apart where colours do not. */
export function outline({ node, x, y, width, height }: PlacedNode): string {
  const [left, top, right, bottom] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2].map(round) as [
    number,
    number,
    number,
    number,
  ]
  const rect = (radius: number, inset = 0, name = 'shape') =>
    `<rect class="${name}" x="${round(left + inset)}" y="${round(top + inset)}" width="${round(width - 2 * inset)}" height="${round(height - 2 * inset)}" rx="${radius}"/>`
  const path = (d: string) => `<path class="shape" d="${d}"/>`
  switch (node.shape) {
    case 'start':
      return `<circle class="shape" cx="${x}" cy="${y}" r="${width / 2}"/>`
    case 'state':
    case 'open':
      return rect(8)
    case 'last':
      return rect(round(height / 2)) + rect(round(height / 2 - 3), 3, 'inner')
    case 'end':
      return rect(round(height / 2)) + rect(round(height / 2 - 3), 3, 'inner')
    case 'any':
      return rect(round(height / 2))
    case 'error':
    case 'gate':
      return path(
        `M${left + TIP} ${top}H${round(right - TIP)}L${right} ${y}L${round(right - TIP)} ${bottom}H${left + TIP}L${left} ${y}z`,
      )
    case 'table':
      // A drum: its lid stands inside of the box.
      return path(
        `M${left} ${top + 6}A${round(width / 2)} 6 0 0 1 ${right} ${top + 6}V${bottom - 6}A${round(width / 2)} 6 0 0 1 ${left} ${bottom - 6}zM${left} ${top + 6}A${round(width / 2)} 6 0 0 0 ${right} ${top + 6}`,
      )
    case 'wave':
      return `${rect(2)}<path class="inner" d="M${left + 5} ${top}V${bottom}M${right - 5} ${top}V${bottom}"/>`
    case 'worker':
    case 'phase':
      return rect(2)
  }
}
