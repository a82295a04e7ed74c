import type { Document } from '../../core/types.ts'
import { proseLinesOf } from '../prose-lines.ts'
import { type CodeGroup, codeGroups } from './code.ts'
import type { ErrorInheritance } from './types.ts'

const WORDS =
  /appl(?:y|ies)|inherit|extend|same|shared?\b|reuse|\bbase\b|适用|继承|沿用|复用|共用|共享|通用|基础|同(?!时|步|意|类)/i
const CODES_OF = '(?:error|warning|failure)[ _-]?(?:codes?|tables?|list)'
/** What takes all codes of an owner over. */
const ALL = new RegExp(
  `\\b${CODES_OF}\\b.{0,60}\\b(?:appl(?:y|ies)|(?:are|is) (?:inherited|shared|reused|the same)|as in|same as)\\b|` +
    `\\b(?:inherits?|inherited|extends?|reuses?|shares?|same|base|common|shared)\\b.{0,60}\\b${CODES_OF}\\b|` +
    `\\b(?:inherits?|extends?)\\b.{0,20}(?:[$/\`]|\\bbase\\b)|\\bbase (?:skill|command)\\b|` +
    '(?:错误码|错误代码|错误处理).{0,30}(?:适用|继承|沿用|复用|共用|共享|相同|一致|同)|(?:继承|沿用|复用|共用|共享).{0,30}(?:错误码|错误代码|错误处理)|' +
    '(?:继承|沿用)自?.{0,10}[$/`]|基础(?:技能|命令|skill)',
  'i',
)
/** What takes the codes of the line over, each written as §. */
const NAMED =
  /§[^.;。；]{0,40}\b(?:appl(?:y|ies)(?! (?:when|where|if|to|only|after|before)\b)|inherited|reused|shared)\b|\b(?:inherit(?:s|ed)?|reuses?|shares?|shared|same as)\b[^.;。；]{0,40}§|§[^。；]{0,16}(?:适用|继承|沿用|复用|共用|通用)|(?:适用|继承|沿用|复用|共用|通用)[^。；]{0,24}§/i
const OWNER =
  /[$/]([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?![\w/-]|\.\w)|`([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`|\b([a-z]+(?:-[a-z0-9]+)+)\b/g

/** A sentence is short; a longer line is looked at up to here. */
const LIMIT = 1_000

/** The sentences of a document that take error codes over from elsewhere. */
export function inheritedOf(document: Document): ErrorInheritance[] {
  const found: ErrorInheritance[] = []
  if (!WORDS.test(document.text)) return found
  for (const { text: line, start, end } of proseLinesOf(document)) {
    const text = line.slice(0, LIMIT)
    if (!WORDS.test(text) || /^\s*\|/.test(text)) continue
    const groups = codeGroups(text, start)
    const isNamed = groups.length > 0 && NAMED.test(withMarks(text, start, groups))
    if (!isNamed && !ALL.test(text)) continue
    const codes = isNamed ? groups.flatMap(group => group.codes.map(({ code }) => code)) : []
    const owners = [...text.matchAll(OWNER)].map(([, marked, quoted, plain]) => (marked ?? quoted ?? plain)!)
    found.push({ span: { start, end }, codes, owners: [...new Set(owners)] })
  }
  return found
}

/** A text with one § for each group of codes. */
function withMarks(text: string, offset: number, groups: readonly CodeGroup[]): string {
  let marked = ''
  let at = 0
  for (const { span } of groups) {
    marked += `${text.slice(at, span.start - offset)}§`
    at = span.end - offset
  }
  return marked + text.slice(at)
}
