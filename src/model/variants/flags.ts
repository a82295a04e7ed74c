import type { Document } from '../../core/types.ts'
import { trustedFields } from '../entries.ts'
import type { Part, Reading } from './compare.ts'

/** `--flag`, `-f`. */
const FLAG = /(?<![\w-])(?:--[A-Za-z][\w-]*|-[A-Za-z](?![\w-]))/g

/** `-y|--yes` and `--yes, -y`: two names of one flag. */
const PAIR = /(?<![\w-])(?:(-[A-Za-z])\s*[|,/]\s*(--[\w-]+)|(--[\w-]+)\s*[|,/]\s*(-[A-Za-z])(?![\w-]))/g

/** Flags that stand for any. */
const PLACEHOLDER = /^--(?:flags?|options?|opts?|args?|switches)$/
const ANY = /[[<](?:--)?(?:flags?|options?|opts?|switches)[\]>.\s]/i

/** The flags of a document's argument-hint; a short name counts as the long one that stands beside it. */
export function flagsOf(document: Document): Reading | undefined {
  const field = trustedFields(document).find(({ key }) => key === 'argument-hint')
  if (typeof field?.value !== 'string' || !field.value.trim()) return undefined
  const hint = document.text.slice(field.span.start, field.span.end)
  const short = new Map([['-y', '--yes']])
  for (const [, first, long, other, last] of hint.matchAll(PAIR)) short.set((first ?? last)!, (long ?? other)!)
  const parts = [...hint.matchAll(FLAG)]
    .filter(([flag]) => !PLACEHOLDER.test(flag))
    .map(({ 0: flag, index }): Part => {
      const start = field.span.start + index
      return { name: short.get(flag) ?? flag, span: { start, end: start + flag.length } }
    })
  return { parts, at: field.span, open: ANY.test(hint), mayBeEmpty: true }
}
