import type { Document, Span } from '../../core/types.ts'
import { allGatesOf } from '../gates/gates.ts'
import { lastHolding } from '../holding.ts'
import { baseName } from '../layout.ts'
import { shapeOf } from './code.ts'
import { errorCodesOf } from './errors.ts'
import type { ErrorReference } from './types.ts'

/** A code that a document names and nobody defines. */
export interface UndefinedCode {
  code: string
  /** Where it is named, in order. */
  places: readonly Span[]
  /** The first place in a gate. */
  inGate?: Span
}

const known = new WeakMap<Document, readonly UndefinedCode[]>()

/**
 * The codes that a document names and neither it, nor its skill, nor what it inherits from defines, in order.
 *
 * Only where the document itself says what codes of that shape mean; nothing where it takes over all codes of somebody
 * who is not in the pack. Of a range only the ends count.
 */
export function undefinedCodesOf(document: Document): readonly UndefinedCode[] {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

/** A code that is shown, or one that is gone: “e.g. E003”, “codes look like E003”, “E003 was removed”. */
const SHOWN_BEFORE = /(?:\be\.g\.,?|\bfor example,?|\blike|\bformerly|\bnot|例如|比如|形如|如)[:：]?\s*[`*(（"“]{0,3}$/i
const SHOWN_LINE = /\b(?:code|error) (?:format|pattern|style|scheme)\b|编码格式|格式[:：]/i
const GONE =
  /^[`*"”)）]{0,3}\s*(?:[(（]\s*)?(?:(?:was|is|are|were|has been)\s+)?(?:removed|retired|deprecated|reserved|dropped|unused|no longer)|^[`*]{0,3}\s*[(（]?(?:已|现)?(?:移除|废弃|删除|保留|停用|不再)/i

function read(document: Document): UndefinedCode[] {
  const { definitions, references, inherited } = errorCodesOf(document)
  const main = definitions.filter(({ isMain }) => isMain)
  if (!main.length || !references.length) return []
  const defined = knownCodes(document, new Set())
  if (!defined) return []
  const shapes = new Set<string>(main.map(({ code }) => shapeOf(code)))
  const hasInfo = main.some(({ code }) => code.startsWith('I'))
  const gates = allGatesOf(document).map(({ span }) => span)
  const sentences = inherited.map(({ span }) => span)
  /** A code that is somebody else’s in one place is so in all. */
  const foreign = new Set(references.filter(({ isForeign }) => isForeign).flatMap(codesIn))
  const found = new Map<string, { places: Span[]; inGate?: Span }>()
  for (const reference of references) {
    if (reference.isForeign || lastHolding(sentences, same, reference.span.start)) continue
    if (isShown(document, reference)) continue
    for (const { code, span } of endsOf(reference)) {
      if (foreign.has(code) || defined.has(code) || !shapes.has(shapeOf(code)) || (code.startsWith('I') && !hasInfo))
        continue
      const entry = found.get(code) ?? { places: [] }
      entry.places.push(span)
      if (!entry.inGate && lastHolding(gates, same, span.start)) entry.inGate = span
      found.set(code, entry)
    }
  }
  return [...found].map(([code, entry]) => ({ code, ...entry }))
}

const same = (span: Span): Span => span

const codesIn = ({ codes }: ErrorReference): string[] => codes.map(({ code }) => code)

const endsOf = ({ form, codes }: ErrorReference) => (form === 'range' ? [codes[0]!, codes.at(-1)!] : codes)

function isShown({ lines, text }: Document, { span, where }: ErrorReference): boolean {
  if (where === 'fence') return false
  const line = lines.span(lines.index(span.start))
  const before = text.slice(Math.max(line.start, span.start - 40), span.start)
  const behind = text.slice(span.end, Math.min(line.end, span.end + 60))
  return SHOWN_BEFORE.test(before) || GONE.test(behind) || SHOWN_LINE.test(text.slice(line.start, line.start + 400))
}

/**
 * All codes that a document may name: its own, those of its skill’s files, and what it takes over; nothing where it
 * takes over all codes of somebody unknown.
 */
function knownCodes(document: Document, seen: Set<Document>): Set<string> | undefined {
  const codes = new Set<string>()
  for (const file of [document, ...(document.skill?.files ?? [])]) {
    if (seen.has(file)) continue
    seen.add(file)
    const { definitions, inherited } = errorCodesOf(file)
    for (const { code } of definitions) codes.add(code)
    for (const { codes: named, owners } of inherited) {
      for (const code of named) codes.add(code)
      const bases = owners.flatMap(owner => entriesCalled(document, owner)).filter(base => base !== document)
      if (!named.length && !bases.length && file === document) return undefined
      for (const base of bases) {
        const more = knownCodes(base, seen)
        if (!more) return undefined
        for (const code of more) codes.add(code)
      }
    }
  }
  return codes
}

/** The entry files of skills and commands with a name. */
function entriesCalled({ pack }: Document, name: string): Document[] {
  const skills = pack.skills?.filter(skill => skill.name === name).map(({ entry }) => entry) ?? []
  const commands =
    pack.documents?.filter(({ kind, path }) => kind === 'command' && baseName(path) === `${name}.md`) ?? []
  return [...skills, ...commands]
}
