import { byPlace } from '../core/lint.ts'
import { type Lines, linesOf, rangeOf } from '../core/span.ts'
import type { Diagnostic } from '../core/types.ts'
import { sourceSpan } from './origin.ts'
import type { Bundle, EmittedFile, Fault } from './types.ts'

/** Texts of the sources by path. */
type Texts = ReadonlyMap<string, string>

const known = new WeakMap<Texts, Map<string, Lines>>()

function linesAt(path: string, texts: Texts): Lines {
  const cache = known.get(texts) ?? new Map<string, Lines>()
  known.set(texts, cache)
  const lines = cache.get(path) ?? linesOf(texts.get(path) ?? '')
  cache.set(path, lines)
  return lines
}

const at = (path: string, span: { start: number; end: number }, texts: Texts) => ({
  path,
  span,
  range: rangeOf(linesAt(path, texts), span),
})

/** A fault of a source as a finding. */
export const faultFinding = ({ severity, path, span, text, help }: Fault, texts: Texts): Diagnostic => ({
  rule: 'source',
  message: 'source',
  severity,
  ...at(path, span, texts),
  text,
  help,
  related: [],
})

/**
 * Leads findings in bundles back to the sources: what passed through points at its own place, what a block or token
 * became points at the block or token. The place in the bundle is named beside it; the same finding in several bundles
 * is told once.
 */
export function toSources(diagnostics: readonly Diagnostic[], bundles: readonly Bundle[], texts: Texts): Diagnostic[] {
  const files = new Map<string, EmittedFile>(bundles.flatMap(({ files: emitted }) => [...emitted]))
  const told = new Map<string, Diagnostic>()
  for (const { fix: _, ...diagnostic } of diagnostics) {
    const place = (path: string, span: Diagnostic['span']) => {
      const file = files.get(path)
      if (!file || !texts.has(file.source)) return undefined
      return at(file.source, file.edits ? sourceSpan(file.edits, span) : { start: 0, end: 0 }, texts)
    }
    const source = place(diagnostic.path, diagnostic.span)
    const { line, column } = diagnostic.range
    const mapped: Diagnostic = {
      ...diagnostic,
      ...source,
      text: source ? `${diagnostic.text} (${diagnostic.path}:${line}:${column})` : diagnostic.text,
      related: diagnostic.related.map(other => ({ ...other, ...place(other.path, other.span) })),
    }
    const key = `${mapped.rule}\0${mapped.path}\0${mapped.span.start}\0${diagnostic.text}`
    if (!told.has(key)) told.set(key, mapped)
  }
  return [...told.values()].sort(byPlace)
}
