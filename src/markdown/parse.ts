import type { Root } from 'mdast'
import { TREE_LIMIT } from '../core/limits.ts'
import { linesOf } from '../core/span.ts'
import type { Document, FileKind, Pack, Source } from '../core/types.ts'
import { callsIn } from './calls.ts'
import { costlyReferences } from './entities.ts'
import { frontmatterBounds, readFrontmatter } from './frontmatter.ts'
import { deepSpans } from './nesting.ts'
import type { MarkdownParser } from './parser.ts'
import { scan, veil } from './scan.ts'
import { suppressionInYaml } from './suppressions.ts'

/** A document as the parser makes it; the model puts it into a pack. */
export type ParsedDocument = Omit<Document, 'pack' | 'skill' | 'inner'>

/** Computes a value once. */
function once<T>(compute: () => T): () => T {
  let value: { is: T } | undefined
  return () => {
    value ??= { is: compute() }
    return value.is
  }
}

/**
 * Parses a file: one pass over its lines at once, the tree, the frontmatter and the calls on first use.
 *
 * Offsets are UTF-16 units into `source.text`, which has no byte order mark. Section tags and the marks of nested
 * fences are blanked at equal length before the Markdown parser sees the text, so that lists and tables between tags
 * are real nodes. Only `.md` files are Markdown; others have no frontmatter, fences, sections or tree children.
 */
export function parse(source: Source, kind: FileKind, generator: boolean, parser: MarkdownParser): ParsedDocument {
  const { path, text } = source
  const lines = linesOf(text)
  const isMarkdown = kind !== 'data'
  const bounds = isMarkdown
    ? frontmatterBounds(text, lines)
    : { state: 'absent' as const, span: { start: 0, end: 0 }, body: { start: 0, end: 0 }, next: 0 }
  const scanned = isMarkdown
    ? scan(lines, bounds.next)
    : { fences: [], sections: [], tagFaults: [], headings: [], suppressions: [], veils: [] }
  const inYaml = []
  if (bounds.state !== 'absent' && /maestro-lint/i.test(text.slice(bounds.body.start, bounds.body.end)))
    for (let index = 1; index < bounds.next; index++)
      inYaml.push(...suppressionInYaml(lines.text(index), lines.span(index).start))
  const meta = once(() => readFrontmatter(text, bounds))
  const isLarge = text.length > TREE_LIMIT
  const tree = once(() => {
    const nothing: Root = { type: 'root', children: [] }
    if (!isMarkdown || isLarge) return nothing
    const heavy = [...deepSpans(lines, bounds.next), ...costlyReferences(text, lines, bounds.next)]
    const veils = heavy.length ? [...scanned.veils, ...heavy].sort((a, b) => a.start - b.start) : scanned.veils
    try {
      return parser(veil(text, veils))
    } catch {
      // Out of memory or stack: this document is read by its lines, the others in full.
      return nothing
    }
  })
  const calls = once(() => (isLarge || !isMarkdown ? [] : callsIn(text, lines, meta(), scanned.fences, tree())))
  return {
    path,
    text,
    source,
    lines,
    kind,
    generator,
    fences: scanned.fences,
    sections: scanned.sections,
    tagFaults: scanned.tagFaults,
    headings: scanned.headings,
    suppressions: [...inYaml, ...scanned.suppressions],
    get meta() {
      return meta()
    },
    get tree() {
      return tree()
    },
    get calls() {
      return calls()
    },
  }
}

/** Puts a parsed document into a pack without computing anything. */
export function inPack(document: ParsedDocument, pack: Pack, inner: string): Document {
  return Object.defineProperties({ pack, inner } as Document, Object.getOwnPropertyDescriptors(document))
}
