import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { parse } from '../../src/markdown/parse.ts'
import type { MarkdownParser } from '../../src/markdown/parser.ts'
import { parseWithRemark } from '../../src/markdown/remark.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { spanOfNode, visit } from '../../src/markdown/walk.ts'
import { markdown } from '../helpers/arbitrary-markdown.ts'
import { FULL, runs } from '../helpers/runs.ts'
import { type Difference, outline, strays } from '../helpers/trees.ts'

const setEnd = (node: Nodes, offset: number) => {
  node.position!.end = { ...node.position!.end, offset }
}
const setStart = (node: Nodes, offset: number) => {
  node.position!.start = { ...node.position!.start, offset }
}
const isContainer = (node: Nodes | undefined) =>
  node?.type === 'list' || node?.type === 'listItem' || node?.type === 'blockquote'

const differences: readonly Difference[] = [
  {
    what: 'remark starts the paragraph of a task at its box when no plain text follows, satteri after the box',
    shownBy: '- [ ] `a`',
    settle(node, parent) {
      if (node.type !== 'paragraph' || parent?.type !== 'listItem' || typeof parent.checked !== 'boolean') return
      if (node === parent.children[0] && node.children[0]) setStart(node, spanOfNode(node.children[0]).start)
    },
  },
  {
    what: 'remark lets a list in a quote run on over blank lines; both then end at the last child',
    shownBy: '> - - a\n>\n> b',
    settle(node) {
      if ((node.type === 'list' || node.type === 'listItem' || node.type === 'blockquote') && node.children.length)
        setEnd(node, spanOfNode(node.children.at(-1)!).end)
    },
  },
  {
    what: 'remark keeps the line break of a comment that its container cuts off',
    shownBy: '- <!--\n- a',
    settle(node, parent, text) {
      if (node.type !== 'html' || !isContainer(parent)) return
      const { start, end } = spanOfNode(node)
      setEnd(node, start + text.slice(start, end).replace(/(?:\r\n?|\n)[ \t]*$/, '').length)
      node.value = node.value.replace(/[\r\n]+$/, '')
    },
  },
  {
    what: 'remark counts the indent of a lazy HTML line to the block',
    shownBy: '1. a\n <br>\n',
    settle(node, parent) {
      if (node.type !== 'html' || !isContainer(parent)) return
      setStart(node, spanOfNode(node).start + node.value.length - node.value.trimStart().length)
      node.value = node.value.trimStart()
    },
  },
  {
    what: 'the parsers count the blank lines at the end of an unclosed fence or an indented block differently',
    shownBy: '- ~~~\n  a\n\n- b',
    settle(node, _, text) {
      if (node.type !== 'code') return
      const { start, end } = spanOfNode(node)
      setEnd(node, start + text.slice(start, end).replace(/[\r\n]\s*$/, '').length)
      node.value = node.value.replace(/[\r\n]\s*$/, '')
    },
  },
  {
    what: 'after a backtick without partner remark counts the indent of the next line to the line break before it',
    shownBy: '1. `\n   *a*',
    settle(node, _, text) {
      if (node.type !== 'break' && !(node.type === 'text' && node.value.endsWith('\n'))) return
      setEnd(node, text.lastIndexOf('\n', spanOfNode(node).end - 1) + 1)
    },
  },
  {
    what: 'remark replaces NUL, satteri keeps it',
    shownBy: 'a\0b',
    settle(node) {
      if ('value' in node) node.value = node.value.replaceAll('\0', '\ufffd')
    },
  },
  {
    what: 'satteri replaces a lone surrogate, remark keeps it',
    shownBy: 'a\ud83db',
    settle(node) {
      if ('value' in node) node.value = node.value.replace(/\p{Surrogate}/gu, '\ufffd')
    },
  },
]

/** Texts that the parsers read as different trees. CommonMark and GFM side with `right`; all of them are rare. */
const disagreements: readonly { what: string; text: string; right: 'satteri' | 'remark' }[] = [
  {
    what: 'a table straight after a list that ends in a table',
    text: '- | a |\n  |---|\n| b |\n|---|',
    right: 'satteri',
  },
  { what: 'a task that is a heading', text: '- [ ] a\n  ---', right: 'remark' },
  { what: 'a task that is a table', text: '- [ ] a |\n  --|', right: 'satteri' },
  { what: 'a tag as a lazy line of a footnote', text: '- ```\n[^1]: foot\n<execution>\n```\r\n~~~', right: 'remark' },
  { what: 'raw HTML that another closing tag ends', text: '<pre>\n</script>\n- a', right: 'remark' },
  { what: 'indented code straight after a heading after a list', text: '- a\n# b\n    c\n    d', right: 'remark' },
  { what: 'a mail address in another scheme', text: 'git+ssh://git@example.com/a.git', right: 'satteri' },
  { what: '~ and * that overlap after a link', text: '[2 * 3](a) ~/a b *~/c*', right: 'satteri' },
]

const treeOf = (text: string, parser: MarkdownParser) => parse({ path: 'a.md', text }, 'other', false, parser).tree
const outlines = (text: string, known: readonly Difference[] = differences) =>
  [parseWithSatteri, parseWithRemark].map(parser => outline(treeOf(text, parser), text, known)) as [string[], string[]]

/** The Markdown files at or below a path that may not exist. */
function markdownFiles(place: string): string[] {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name))
}

describe('satteri and remark', () => {
  it('give the same tree for every Markdown file of the repository', () => {
    const places = ['test/fixtures', 'test/golden', 'skills', 'templates', 'docs', 'README.md', 'CHANGELOG.md']
    // All with FULL=1, every third otherwise.
    const step = FULL ? 1 : 3
    for (const path of places.flatMap(markdownFiles).filter((_, index) => index % step === 0)) {
      const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
      const [ours, reference] = outlines(text)
      expect(ours, path).toEqual(reference)
      expect(strays(treeOf(text, parseWithSatteri), text), path).toEqual([])
    }
  })

  it('give the same tree for Markdown as packs write it, spans inside their parents', () => {
    fc.assert(
      fc.property(markdown, text => {
        const [ours, reference] = outlines(text)
        expect(ours).toEqual(reference)
        expect(strays(treeOf(text, parseWithSatteri), text)).toEqual([])
      }),
      runs(1000),
    )
  }, 60_000)

  it.each(differences)('differ in a way that is settled: $what', ({ shownBy }) => {
    const [raw, rawReference] = outlines(shownBy, [])
    expect(raw).not.toEqual(rawReference)
    const [ours, reference] = outlines(shownBy)
    expect(ours).toEqual(reference)
  })

  it.each(disagreements)('disagree about $what', ({ text }) => {
    const [ours, reference] = outlines(text)
    expect(ours).not.toEqual(reference)
  })

  it.each(['- a\n  <!-- b -->\n- c', '> <!-- a -->\n- b', '- <div>\n      \n- a', '- - a\n    <!-- b -->\n- c'])(
    'agree about the end of an HTML block that its container cuts off: %j',
    text => {
      const [ours, reference] = outlines(text, [])
      expect(ours).toEqual(reference)
      expect(strays(treeOf(text, parseWithSatteri), text)).toEqual([])
    },
  )

  it.each([
    ['containers after a first line --- that opens no frontmatter', '---\n> a'],
    ['the same, further below', '---\na\n- b'],
    ['the same between section tags', '---\n<success_criteria>\n-\n</success_criteria>'],
    ['items with numbers', '---\n<invariants>\n2.\n2.\n</invariants>'],
    ['an inline tag below a table', '| a | b |\n|---|---|\n| 1 | 2 |\n<br>'],
    ['a comment below a table', '| a |\n|---|\n| 1 |\n<!-- b -->'],
    ['HTML below a table, over lines', '- | a |\n  |---|\n  <div>\n  | b |'],
    ['a tag at the beginning of a row', '| a |\n|---|\n<b>a</b> |\n'],
  ])('agree about %s', (_, text) => {
    const [ours, reference] = outlines(text)
    expect(ours).toEqual(reference)
  })

  it.each(['1. ```js\n10. a', '- - ```\n- a', '> ```\na'])('keep an unclosed fence inside its container: %j', text => {
    expect(strays(treeOf(text, parseWithSatteri), text)).toEqual([])
  })

  it.each(['>', '- ', '*', '[a '])('gives a tree that can be walked, however deep the text nests: %j', mark => {
    const text = `${mark.repeat(20_000)}a${mark.trim().repeat(20_000)}`
    const { tree, calls } = parse({ path: 'a.md', text }, 'other', false, parseWithSatteri)
    expect(() => visit(tree, 'text', () => {})).not.toThrow()
    expect(calls).toEqual([])
  })
})
