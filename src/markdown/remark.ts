import type { Root } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const processor = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).use(remarkGfm).freeze()

const BREAK = /^---(?=[ \t]*(?:[\r\n]|$))/
const CLOSE = /[\r\n]---[ \t]*(?:[\r\n]|$)/

/**
 * Parses with unified, remark-parse, remark-frontmatter and remark-gfm: the reference.
 *
 * After a first line `---` that opens no frontmatter remark finds no containers any more; the same break in stars is free
 * of that.
 */
export const parseWithRemark = (text: string): Root =>
  processor.parse(BREAK.test(text) && !CLOSE.test(text.slice(3)) ? `***${text.slice(3)}` : text)
