import type { Root } from 'mdast'

/** Turns Markdown into mdast: CommonMark, GFM, YAML frontmatter; positions in UTF-16 units. */
export type MarkdownParser = (text: string) => Root

export type ParserName = 'satteri' | 'remark'

/**
 * Loads a parser: the native one by default, the reference one where no native build exists or `remark` is asked for.
 *
 * Returns the parser and its name, so that a report can say which one ran.
 */
export async function loadParser(
  wanted: ParserName = 'satteri',
): Promise<{ name: ParserName; parser: MarkdownParser }> {
  if (wanted === 'satteri') {
    try {
      const { parseWithSatteri } = await import('./satteri.ts')
      parseWithSatteri('')
      return { name: 'satteri', parser: parseWithSatteri }
    } catch {
      // No native build for this platform: the reference parser gives the same tree, slower.
    }
  }
  const { parseWithRemark } = await import('./remark.ts')
  return { name: 'remark', parser: parseWithRemark }
}
