import { expect, it } from 'vitest'
import { suppress } from '../../src/core/suppress.ts'
import type { Diagnostic, Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { finishes } from '../helpers/growth.ts'

const RULES = ['a/x', 'a/y', 'b/x']
const NO_RANGE = { line: 1, column: 1, endLine: 1, endColumn: 1 }

/** A document, and a finding of `a/x` on each of its lines. */
function caseOf(text: string): { document: Document; found: Diagnostic[] } {
  const document = parse({ path: 'a.md', text }, 'other', false, parseWithSatteri) as Document
  const found = document.lines.starts.map((start): Diagnostic => {
    const place = { path: 'a.md', span: { start, end: start }, range: NO_RANGE, related: [] }
    return { rule: 'a/x', message: 'm', severity: 'error', text: '', help: '', ...place }
  })
  return { document, found }
}

const judged = ({ document, found }: ReturnType<typeof caseOf>) =>
  suppress(document, found, RULES, new Set(['a/x', 'a/y']))

const OFF = '<!-- maestro-lint-disable'
const ON = '<!-- maestro-lint-enable'

it.each([
  ['a rule, a group and all', `x\n${OFF} a/x -->\n${OFF} a -->\n${OFF} -->\ny`, [1], []],
  ['an enable ends what has its name only', `x\n${OFF} a/x -->\n${ON} a -->\ny`, [1], []],
  ['an enable without a name ends all', `x\n${OFF} a/x -->\n${OFF} a -->\ny\n${ON} -->\ny`, [1, 5, 6], []],
  ['spans that overlap', `x\n${OFF} a -->\n${OFF} a/x -->\ny\n${ON} a -->\ny\n${ON} a/x -->\ny`, [1, 7, 8], []],
  [
    'what hides nothing',
    `x\n${OFF} a/y -->\n${OFF} b -->\nx\nx ${OFF} a/x --> ${ON} a/x -->\n`,
    [1, 2, 3, 4, 5, 6],
    ['a/y', 'a/x'],
  ],
  ['a name that nobody knows', `x\n${OFF} c -->\n`, [1, 2, 3], []],
])('%s', (_, text, lines, unused) => {
  const { document, found } = caseOf(text)
  const { kept, review } = judged({ document, found })
  expect(kept.map(({ span }) => document.lines.index(span.start) + 1)).toEqual(lines)
  expect(review.unused.map(({ id }) => id)).toEqual(unused)
})

it.each([
  ['pairs of disable and enable', `${OFF} a/x -->\ny\n${ON} a/x -->\n`],
  ['disables without an end', `y ${OFF} a/x -->\n`],
  ['disables of the next line', `<!-- maestro-lint-disable-next-line a/x -->\ny\n\`\`\`\n\`\`\`\n`],
  ['enables of all', `${OFF} a -->\n${ON} -->\n`],
])(
  'takes little more than linear time for %s',
  (_, line) => {
    const make = (size: number) => caseOf(`x\n${line.repeat(size)}`)
    finishes(40_000, make, judged)
  },
  60_000,
)

it('reads comments and code spans on one line in little more than linear time', () => {
  const make = (size: number) => `\`a\` ${OFF} a -->`.repeat(size)
  finishes(100_000, make, caseOf)
}, 60_000)
