import { visible } from '../core/visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for XML and HTML, in elements and quoted attributes; characters that XML forbids are shown by name. */
export const escaped = (text: string): string =>
  visible(text)
    .replace(/[&<>"']/g, char => ENTITIES[char]!)
    .replace(/[\ufffe\uffff]/g, '\ufffd')

/** Several lines of text; line ends stay. */
export const escapedLines = (lines: readonly string[]): string => lines.map(escaped).join('\n')
