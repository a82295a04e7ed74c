import type { Document, Span } from '../core/types.ts'
import { commandsOf, programOf, shellCodeOf } from './commands.ts'
import { type Piece, piecesOf } from './references-pieces.ts'

/** A command line of a program. */
export interface CliMention {
  where: Piece['where']
  /** The program’s name. */
  span: Span
  /** The words behind it up to the first that is no command: an option, a text, a placeholder. */
  words: readonly { text: string; span: Span }[]
}

const WORD = /^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/

/** Command lines of a program in code spans (`` `maestro spec add` ``, quoted in calls too) and in shell code. */
export function cliMentionsOf(document: Document, program: string): CliMention[] {
  const { text } = document
  if (!text.includes(`${program} `)) return []
  const mentions: CliMention[] = []
  const name = program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const inLine = new RegExp(`(?<=^|["'(;|&] ?)${name}[ \\t]+`, 'g')
  for (const { where, span } of piecesOf(document).pieces) {
    if (where !== 'code') continue
    const own = text.slice(span.start, span.end)
    for (const match of own.matchAll(inLine)) {
      const start = span.start + match.index
      const words = leadingWords(text, start + match[0].length, span.end)
      mentions.push({ where, span: { start, end: start + program.length }, words })
    }
  }
  for (const { pipelines } of shellCodeOf(document, new RegExp(`(?<![\\w-])${name}(?![\\w-])`)))
    for (const { command } of commandsOf(pipelines)) {
      const run = programOf(command)
      if (run?.name !== program) continue
      const last = run.args.findIndex(word => !WORD.test(word.text))
      const words = (last < 0 ? run.args : run.args.slice(0, last)).map(word => ({ text: word.text, span: word.span }))
      mentions.push({ where: 'fence', span: run.word.span, words })
    }
  return mentions
}

/** The words of a line that may be commands; `load|add` counts as its first. */
function leadingWords(text: string, from: number, end: number): CliMention['words'] {
  const words: { text: string; span: Span }[] = []
  for (const match of text.slice(from, end).matchAll(/[^\s"'`()]+/g)) {
    const start = from + match.index
    if (start > from && /["'`()]/.test(text[start - 1]!)) break
    const [word = ''] = match[0].split('|')
    if (!WORD.test(word)) break
    words.push({ text: word, span: { start, end: start + word.length } })
    if (word !== match[0]) break
  }
  return words
}
