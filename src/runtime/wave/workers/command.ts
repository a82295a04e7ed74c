import { join } from 'node:path'
import { MAX_GIVEN, readRegular } from '../../aco/access.ts'
import { objectsIn } from '../reply.ts'
import type { Worker } from '../worker.ts'

/** Any program: the row as JSON on its standard input, the result as JSON on its standard output. */
export const command: Worker = {
  call: ({ words, row }) => ({ argv: words, stdin: `${JSON.stringify(row)}\n` }),
  read({ folder }) {
    const bytes = readRegular(join(folder, 'stdout'), MAX_GIVEN)
    if (!bytes) return { results: [] }
    return 'reason' in bytes
      ? { results: [], message: `its output ${bytes.reason}` }
      : { results: objectsIn(bytes.toString('utf8')) }
  },
}

/** The words of a command line: spaces part them, quotes and backslashes keep them together. Nothing is expanded. */
export function wordsOf(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === '"' || char === "'") {
      word ??= ''
      for (i++; i < text.length && text[i] !== char; i++) {
        const escapes = char === '"' && text[i] === '\\' && /["\\]/.test(text[i + 1] ?? '')
        word += escapes ? text[++i]! : text[i]!
      }
      if (i >= text.length) return undefined
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === '\\' && process.platform !== 'win32' && i + 1 < text.length) word = (word ?? '') + text[++i]!
    else word = (word ?? '') + char
  }
  return word === undefined ? words : [...words, word]
}
