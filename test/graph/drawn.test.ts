import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { html } from '../../src/graph/html.ts'
import { layOut } from '../../src/graph/layout.ts'
import { mermaid } from '../../src/graph/mermaid.ts'
import { PAGE_SCRIPT, PAGE_SCRIPT_HASH } from '../../src/graph/page.ts'
import { svg } from '../../src/graph/svg.ts'
import { wrap } from '../../src/graph/words.ts'
import { pictureIn } from '../helpers/picture.ts'
import { FAULTY, HOSTILE } from './samples.ts'

const formats = { mermaid, svg, html }

test('Mermaid: shapes by kind, faults in red with their numbers', () => {
  expect(mermaid(pictureIn(FAULTY))).toMatchInlineSnapshot(`
    "flowchart TB
      accTitle: boats
      accDescr: a test
      subgraph g1["States"]
        direction TB
        n1((" "))
        n2("S_PIER<br/>looks which boats lie at the pier<br/>keeps boats.json")
        n3("S_LEND<br/>lends one")
        n4("S_WAIT<br/>⚠ 1<br/>waits for the boat to come back")
        n5("S_SHED<br/>⚠ 2<br/>repairs what is broken")
        n6("S_STORM<br/>⚠ 3<br/>not declared")
        n7{{"ERROR(E001)"}}
        n8((("END")))
        n1 --> n2
        n2 -->|"• a boat is there /<br/>A_WRITE_DOWN<br/>• a canoe is there"| n3
        n2 -->|"it rains, once"| n2
        n2 -->|"there is no pier"| n7
        n3 -->|"the wind is up"| n6
        n3 -->|"otherwise"| n4
        n5 --> n8
      end
      subgraph faults["3 faults"]
        direction LR
        f1["1. warn states/state-no-exit, .codex/skills/boats/SKILL.md line 10: No transition leaves<br/>“S_WAIT”: S_PIER → S_LEND → S_WAIT."]
        f2["2. warn states/unreachable-state, .codex/skills/boats/SKILL.md line 11: Nothing leads from<br/>“S_PIER” to “S_SHED”#59; S_SHED stands apart."]
        f3["3. error states/undeclared-state, .codex/skills/boats/SKILL.md line 20: “S_STORM” is used<br/>in transitions and is not among the states."]
      end
      classDef start fill:#888,stroke:#888
      classDef fault stroke:#d32f2f,stroke-width:3px
      class n1 start
      class n4,n5,n6 fault
    "
  `)
})

test('the documentation shows the picture of its example', () => {
  const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'graph.md'), 'utf8')
  const fence = (lang: string) => new RegExp(`\`\`\`${lang}\n([\\s\\S]*?)\`\`\``).exec(docs)![1]!
  expect(fence('mermaid')).toBe(
    mermaid(pictureIn(fence('markdown'))).replace('a test', '.codex/skills/boats, for Codex CLI 0.171'),
  )
})

test.each(Object.entries(formats))('%s: the same skill gives the same bytes', (_, draw) => {
  const first = draw(pictureIn(FAULTY))
  expect(draw(pictureIn(FAULTY))).toBe(first)
})

test.each(Object.entries(formats))('%s: an empty picture says so', (_, draw) => {
  const text = draw(pictureIn('Row the boat.\n'))
  expect(text).toContain('boats')
  expect(text.length).toBeGreaterThan(20)
})

test('no label becomes markup', () => {
  const picture = pictureIn(HOSTILE)
  const page = html(picture)
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page.match(/<\/script>/g)).toHaveLength(1)
  expect(page).not.toMatch(/<(?:img|b>|!--)|<[^>]*\son\w+=/)
  const drawing = svg(picture)
  expect(drawing.match(/<\/svg>/g)).toHaveLength(1)
  expect(drawing).not.toContain(']]>')
  expect(drawing).not.toMatch(/[^\n\P{Cc}]|[\u202e\uffff]/u)
  // Of a picture’s own HTML only line breaks are in a Mermaid text.
  expect(mermaid(picture).replaceAll('<br/>', '')).not.toMatch(/<|%%|`/)
})

test('the page allows its own script and nothing else', () => {
  const hash = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
  expect(PAGE_SCRIPT_HASH).toBe(`sha256-${hash}`)
  expect(html(pictureIn(FAULTY))).not.toMatch(/(?:src|href)="(?!#)|@import|url\((?!#)/)
})

test('SVG alone lists the faults; tooltips say the rule and what to write', () => {
  const drawing = svg(pictureIn(FAULTY))
  expect(drawing).toContain('role="img" aria-labelledby="mg-title mg-desc"')
  expect(drawing).toMatch(/<text class="legend"[^>]*>3\. error states\/undeclared-state, /)
  expect(drawing).toMatch(/<title>S_STORM\nnot declared\n⚠ 3 states\/undeclared-state: [^<]+<\/title>/)
  expect(drawing).toContain('prefers-color-scheme:dark')
})

test('thousands of states are drawn too, in rows', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `S_N${index}`)
  const lines = names.map((name, index) => `${name} → ${names[(index * 7 + 1) % names.length]}`)
  const text = `<states>\n${names.join('\n')}\n</states>\n<transitions>\n${lines.join('\n')}\n${names[3]} → ${names[3]} : again\n</transitions>\n`
  const { groups, width, height } = layOut(pictureIn(text))
  expect(groups[0]!.nodes).toHaveLength(2_001)
  expect([width, height].every(Number.isFinite)).toBe(true)
  for (const { x, y } of groups[0]!.nodes) expect(Number.isFinite(x + y)).toBe(true)
})

test.each([
  ['one two three', 7, 3, ['one two', 'three']],
  ['abcdefghij', 4, 5, ['abcd', 'efgh', 'ij']],
  ['船をこぐ人', 4, 5, ['船を', 'こぐ', '人']],
  ['one two three four', 5, 2, ['one', 'two…']],
  ['', 5, 2, []],
  ['a\u202eb', 20, 1, ['a<U+202E>b']],
])('wrap %j', (text, columns, rows, lines) => {
  expect(wrap(text, columns, rows)).toEqual(lines)
})
