import { quoteScalar } from '../core/scalar.ts'
import type { Edit, Field, Frontmatter } from '../core/types.ts'
import type { Lowering } from './kind.ts'
import { expandIn } from './text.ts'
import type { SourceDocument } from './types.ts'

/** The span of a key with its value, from the start of its first line to the start of the next key's line. */
function fieldLines({ document, meta }: SourceDocument, field: Field) {
  const { lines } = document
  const start = lines.starts[lines.index(field.keySpan.start)]!
  const next = meta.fields.find(other => other.keySpan.start > field.keySpan.start)
  const end = next ? lines.starts[lines.index(next.keySpan.start)]! : meta.body.end
  return { start, end }
}

/**
 * Edits that change the keys of a frontmatter: `changes` gives each key its new lines (`allowed-tools: Read, Bash`), or
 * `null` for none. Keys that are not there yet are added at the end. Everything else stays byte for byte.
 */
export function keyEdits(source: SourceDocument, changes: Readonly<Record<string, string | null>>): Edit[] {
  const { path, meta } = source
  if (meta.state !== 'closed') return []
  const edits: Edit[] = []
  const added: string[] = []
  for (const [key, line] of Object.entries(changes)) {
    const field = meta.at(key)
    if (field) edits.push({ path, span: fieldLines(source, field), text: line === null ? '' : `${line}\n` })
    else if (line !== null) added.push(`${line}\n`)
  }
  // An insertion behind a removal that ends at the same offset would count as overlapping.
  const last = edits.find(({ span }) => span.end === meta.body.end)
  if (added.length && last) last.text += added.join('')
  else if (added.length) edits.push({ path, span: { start: meta.body.end, end: meta.body.end }, text: added.join('') })
  return edits
}

/** A list as one line of YAML. */
export const listLine = (key: string, items: readonly string[]) =>
  `${key}: [${items.map(item => quoteScalar(item)).join(', ')}]`

/** A text as one line of YAML. */
export const textLine = (key: string, text: string) => `${key}: ${quoteScalar(text)}`

/** The description of a frontmatter as the target’s clients read it: tokens expanded. */
export function descriptionOf(meta: Frontmatter, lowering: Lowering): string {
  const field = meta.at('description')
  return field ? expandIn(String(field.value ?? ''), field.span, lowering) : ''
}
