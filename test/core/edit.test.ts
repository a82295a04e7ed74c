import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFixes, compatibleFixes } from '../../src/core/edit.ts'
import type { Edit, Fix } from '../../src/core/types.ts'
import { finishes } from '../helpers/growth.ts'
import { runs } from '../helpers/runs.ts'

const fixOf = (...edits: Edit[]): Fix => ({ title: 'a', safe: true, edits })
const editOf = (start: number, end: number, text = 'x', path = 'a.md'): Edit => ({ path, span: { start, end }, text })

/** What is meant, said in the slow way: each fix against all that were taken before. */
function slowly(fixes: readonly Fix[]): Fix[] {
  const taken: Edit[] = []
  const isSame = (a: Edit, b: Edit) => JSON.stringify(a) === JSON.stringify(b)
  const collide = (a: Edit, b: Edit) => {
    if (a.path !== b.path) return false
    if (a.span.start === a.span.end && b.span.start === b.span.end) return a.span.start === b.span.start
    return a.span.start < b.span.end && b.span.start < a.span.end
  }
  return fixes.filter(({ edits }) => {
    if (edits.some(edit => taken.some(other => !isSame(edit, other) && collide(edit, other)))) return false
    taken.push(...edits)
    return true
  })
}

describe('compatible fixes', () => {
  it.each([
    ['overlapping: the first', [fixOf(editOf(0, 4)), fixOf(editOf(3, 6))], [0]],
    ['side by side', [fixOf(editOf(0, 4)), fixOf(editOf(4, 6))], [0, 1]],
    ['insertions at one place: the first', [fixOf(editOf(2, 2)), fixOf(editOf(2, 2, 'y'))], [0]],
    ['the same insertion twice', [fixOf(editOf(2, 2)), fixOf(editOf(2, 2))], [0, 1]],
    [
      'an insertion at the edge of a replacement',
      [fixOf(editOf(0, 4)), fixOf(editOf(4, 4)), fixOf(editOf(0, 0))],
      [0, 1, 2],
    ],
    ['an insertion inside a replacement', [fixOf(editOf(0, 4)), fixOf(editOf(2, 2))], [0]],
    ['whole or not at all', [fixOf(editOf(0, 4)), fixOf(editOf(8, 9), editOf(1, 2)), fixOf(editOf(8, 9, 'y'))], [0, 2]],
    ['other files', [fixOf(editOf(0, 4)), fixOf(editOf(0, 4, 'y', 'b.md'))], [0, 1]],
    ['the byte order mark', [fixOf(editOf(-1, 0, '')), fixOf(editOf(0, 3))], [0, 1]],
  ])('%s', (_, fixes, kept) => {
    expect(compatibleFixes(fixes)).toEqual(kept.map(at => fixes[at]))
  })

  it('are those of the plain reading', () => {
    const edit = fc
      .record({ start: fc.integer({ min: -1, max: 12 }), length: fc.nat(3), text: fc.constantFrom('', 'x', 'y') })
      .chain(({ start, length, text }) =>
        fc.constantFrom('a.md', 'b.md').map(path => editOf(start, start + length, text, path)),
      )
    fc.assert(
      fc.property(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }).map(edits => fixOf(...edits))), fixes => {
        expect(compatibleFixes(fixes)).toEqual(slowly(fixes))
      }),
      runs(2000),
    )
  })

  it.each([
    ['in order', (at: number) => at],
    ['backwards', (at: number, size: number) => size - at],
  ])(
    'take little more than linear time, %s',
    (_, placeOf) => {
      const make = (size: number) =>
        Array.from({ length: size }, (_, at) => fixOf(editOf(placeOf(at, size) * 2, placeOf(at, size) * 2 + 1)))
      finishes(100_000, make, fixes => applyFixes([{ path: 'a.md', text: 'a '.repeat(fixes.length + 1) }], fixes))
    },
    60_000,
  )
})
