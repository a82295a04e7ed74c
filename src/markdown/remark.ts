import type { Root } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const processor = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).use(remarkGfm).freeze()

/** Parses with unified, remark-parse, remark-frontmatter and remark-gfm: the reference. */
export const parseWithRemark = (text: string): Root => processor.parse(text)
