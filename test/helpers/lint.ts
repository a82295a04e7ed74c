import { defaultSettings } from '../../src/config/settings.ts'
import type { Settings } from '../../src/core/lint.ts'
import type { AnyRule, Example } from '../../src/core/rule.ts'
import type { Diagnostic, Source } from '../../src/core/types.ts'
import { fixFiles, lintFiles } from '../../src/lint.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'

/** A byte that is not UTF-8, as examples write it: U+DC00 + byte. */
const BAD_BYTE = /[\uDC80-\uDCFF]/u

/** Sources from a table of texts, as the host reads them: without byte order mark, with U+FFFD for bad bytes. */
export const sourcesOf = (files: Readonly<Record<string, string>>): Source[] =>
  Object.entries(files).map(([path, raw]) => {
    const bom = raw.startsWith('\uFEFF')
    const text = bom ? raw.slice(1) : raw
    const offset = text.search(BAD_BYTE)
    if (offset < 0) return { path, text, ...(bom ? { bom } : {}) }
    const byte = new TextEncoder().encode(text.slice(0, offset)).length + (bom ? 3 : 0)
    return {
      path,
      text: text.replace(new RegExp(BAD_BYTE, 'gu'), '\uFFFD'),
      ...(bom ? { bom } : {}),
      badByte: { byte, offset },
    }
  })

/** The files of an example: all that there are. */
const filesOf = (files: Readonly<Record<string, string>>, { unread = [] }: Omit<Example, 'files'>) => ({
  sources: sourcesOf(files),
  unread,
  listing: { paths: Object.keys(files), roots: [''] },
})

/** The settings of an example; every rule that is asked for is on. */
export const settingsOf = (example: Omit<Example, 'files'>, rules: readonly AnyRule[]): Settings => {
  const settings = defaultSettings(example.profile ?? 'strict', example.targets ?? {})
  const options = example.options && rules.length === 1 ? { [rules[0]!.id]: example.options } : {}
  const references = { roots: [], clis: {}, ...example.references }
  return { ...settings, options, references }
}

/** Lints texts in memory with some rules only. */
export function lintTexts(
  files: Readonly<Record<string, string>>,
  rules: readonly AnyRule[] | undefined,
  example: Omit<Example, 'files'> = {},
): Diagnostic[] {
  const job = { settings: settingsOf(example, rules ?? []), parser: parseWithSatteri, ...(rules ? { rules } : {}) }
  return lintFiles(filesOf(files, example), job).diagnostics
}

/** Fixes texts in memory; gives back the changed ones. */
export function fixTexts(
  files: Readonly<Record<string, string>>,
  rules: readonly AnyRule[] | undefined,
  example: Omit<Example, 'files'> = {},
): Record<string, string> {
  const job = { settings: settingsOf(example, rules ?? []), parser: parseWithSatteri, ...(rules ? { rules } : {}) }
  const { changed } = fixFiles(filesOf(files, example), job, example.unsafe ?? false)
  return Object.fromEntries([...changed].map(([path, { bom, text }]) => [path, bom ? `\uFEFF${text}` : text]))
}

/** A finding as examples write it: `path:line:column message`. */
export const reportLine = ({ path, range, message }: Diagnostic): string =>
  `${path}:${range.line}:${range.column} ${message}`
