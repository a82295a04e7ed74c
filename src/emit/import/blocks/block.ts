import type { Document, Span } from '../../../core/types.ts'
import { type Settled, sourceOf } from '../assemble.ts'
import { type Context, fragment } from '../context.ts'
import type { Change, Note } from '../types.ts'
import { linesAround } from '../units.ts'
import { tryBlock } from './trial.ts'

/** A structure of a document that a typed block may stand for. */
export interface Candidate {
  kind: 'errors' | 'gates' | 'states' | 'contract' | 'spawn'
  span: Span
  /** Whether its block is written from what it says, and not from the text of the source. */
  isOwn?: boolean
  /** What it is called in notes: “the table of error codes”. */
  name: string
  /** Its block from the text that the source has in its place; a reason where it has none. */
  write(source: string, document: Document): string | { reason: string }
  /** What it says, in a form that can be compared; of the home client’s text before and after. */
  facts(text: string, document: Document): unknown
  /** Words of it that its block leaves out because it says them itself. */
  dropped?(text: string): string
}

/** Words of a text, marks apart. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const key = word.toLowerCase()
    words.set(key, (words.get(key) ?? 0) + 1)
  }
  return words
}

/** A word of a text that another lacks. */
function missingWord(before: string, after: string): string | undefined {
  const words = wordsOf(after)
  return [...wordsOf(before)].find(([word, count]) => (words.get(word) ?? 0) < count)?.[0]
}

/**
 * Turns a structure into its block, where what the home client gets from that says the same as before: the same facts,
 * and no word less. Otherwise it is kept.
 */
export function blockFor(
  document: Document,
  candidate: Candidate,
  settled: Settled,
  context: Context,
): Change | Omit<Note, 'path'> {
  const { name, kind } = candidate
  const span = linesAround(document, candidate.span)
  const keep = (why: string): Omit<Note, 'path'> => ({
    kind: 'kept',
    span,
    what: `${name} stays as it is, no block “yaml ${kind}”`,
    why,
  })
  const source = candidate.isOwn ? '' : sourceOf(document, span, settled, context)
  if (source === undefined) return keep('a part of it is for one client alone')
  const indent = document.text.slice(span.start, candidate.span.start)
  if (indent.trim()) return keep('it stands behind a list marker')
  const own = document.text.slice(span.start, span.end).replace(/\r\n?/g, '\n')
  const block = candidate.write(source.replace(/\r\n?/g, '\n'), document)
  if (typeof block !== 'string') return keep(block.reason)
  const written = block.replace(/^(?=.)/gm, /^[ \t]*/.exec(own)![0])
  const trial = tryBlock(written, document, context)
  if ('fault' in trial) return keep(trial.fault.replace(/\.$/, ''))
  const there = new Set(context.places.values())
  const twice = trial.files.find(file => document.skill && there.has(`skills/${document.skill.name}/${file}`))
  if (twice) return keep(`the skill has a file “${twice}” of its own`)
  const plain = (value: unknown) => JSON.stringify(value).replace(/`/g, '').replace(/\s+/g, ' ')
  const before = plain(candidate.facts(own, document))
  const after = plain(candidate.facts(trial.text, document))
  if (before !== after) return keep('the block would say something else')
  const missing = missingWord(candidate.dropped?.(own) ?? own, trial.text)
  if (missing !== undefined) return keep(`the block has no place for “${missing}”`)
  const eol = document.text.includes('\r\n') ? '\r\n' : '\n'
  return {
    span,
    text: written.replace(/\n/g, eol),
    home: trial.text,
    what: `${name} as the block “yaml ${kind}” writes it`,
    why: 'the block says the same in its own form',
    notes: trial.files.map(file => ({
      kind: 'normalised',
      span,
      what: `the bundle gets “${file}”`,
      why: 'it follows from the contract',
    })),
  }
}

/** Reads a stretch as a document of its own. */
export const reading = (context: Context) => (text: string, like: Document) => fragment(text, like, context)
