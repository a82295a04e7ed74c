import type { Diagnostic } from './types.ts'

/** Accepted findings: how many of one kind a file may have. Line numbers are no part of it, so entries survive moves. */
export interface Baseline {
  version: 1
  entries: { path: string; rule: string; mark: string; count: number }[]
}

/** FNV-1a over UTF-16 units, twice with different seeds, as 16 hexadecimal digits. Identity only, not security. */
export function fingerprint(text: string): string {
  const hash = (seed: number) => {
    let value = seed
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
    return (value >>> 0).toString(16).padStart(8, '0')
  }
  return hash(2166136261) + hash(84696351)
}

/** Of a longer line only the beginning counts, so that a megabyte in one line is not hashed for each of its findings. */
const LONGEST_LINE = 10_000

/** What identifies a finding when lines move: the message and the text of its line, white space folded. */
export function markOf(diagnostic: Diagnostic, text: string): string {
  const start = text.lastIndexOf('\n', Math.max(diagnostic.span.start, 0) - 1) + 1
  const [line = ''] = text.slice(start, start + LONGEST_LINE).split('\n', 1)
  return fingerprint(`${diagnostic.message}\n${line.trim().replace(/\s+/g, ' ')}`)
}

const keyOf = (path: string, rule: string, mark: string) => `${path}\n${rule}\n${mark}`

/** Makes a baseline of findings. */
export function baselineOf(diagnostics: readonly Diagnostic[], textOf: (path: string) => string): Baseline {
  const entries = new Map<string, Baseline['entries'][number]>()
  for (const diagnostic of diagnostics) {
    const { path, rule } = diagnostic
    const mark = markOf(diagnostic, textOf(path))
    const known = entries.get(keyOf(path, rule, mark))
    if (known) known.count++
    else entries.set(keyOf(path, rule, mark), { path, rule, mark, count: 1 })
  }
  return { version: 1, entries: [...entries.values()] }
}

/** Takes out the findings that a baseline accepts; of more than it accepts, the later ones are new. */
export function applyBaseline(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
  textOf: (path: string) => string,
): { fresh: Diagnostic[]; accepted: Diagnostic[] } {
  const left = new Map(baseline.entries.map(({ path, rule, mark, count }) => [keyOf(path, rule, mark), count]))
  const fresh: Diagnostic[] = []
  const accepted: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    const key = keyOf(diagnostic.path, diagnostic.rule, markOf(diagnostic, textOf(diagnostic.path)))
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    ;(count > 0 ? accepted : fresh).push(diagnostic)
  }
  return { fresh, accepted }
}
