import type { Platform } from '../core/platform.ts'
import type { Document, PlatformId, Span } from '../core/types.ts'
import { isLabelled } from './examples.ts'
import { isAboutClient } from './other-clients.ts'
import type { Reference } from './references.ts'

/** What the sentence around a reference says of it: reasons to ask nothing of the file or skill that it names. */

/** How far around a reference its line is read. */
const REACH = 240

/** Words before a path that make it the place of something that will be written. */
const WRITES =
  /\b(?:writ(?:es?|ten|ing)|creat(?:es?|ed|ing)|generat(?:es?|ed|ing)|sav(?:es?|ed|ing)|stor(?:es?|ed|ing)|outputs?|produc(?:es?|ed|ing)|emits?|appends?|dumps?|exports?|records?|scaffolds?|copy|copies|mov(?:es?|ed|ing)|renam(?:es?|ed|ing)|delet(?:es?|ed|ing)|removes?|removed|adds?|touch|mkdir|target)\b|(?:→|->|=>)\s*[`'"“]?$|写入|写到|生成|创建|新建|输出|保存|产出|追加|复制|移动|删除/i

/** Words behind a path that say the same, or that the file may be missing. */
const MADE =
  /^[`'"”’)\]]*\s*(?:,?\s*(?:if|when|where|unless|in case|should)\b|(?:is|are|was|were|will be|gets?|has been)\s+(?:\w+ly\s+)?(?:writ|creat|generat|sav|produc|remov|delet|renam|replac|retir|drop|gone|missing|optional)|(?:does not|doesn['’]t|need not|may not|might not|no longer)\b|\((?:optional|if|when|generated|new|planned|removed|created|可选|若|如)|（(?:可选|若|如|生成|新建|已删除|待))/i

/** Words before a path that let it be missing. */
const MAYBE =
  /\b(?:if (?:there is|it has|the|a|an|you have)|optional(?:ly)?|when (?:there is|present)|may (?:have|hold)|would be|could be|such as)\b|如果|若有|可选|如存在|若存在/i

/** Columns and headings over lists of what comes out. */
const RESULTS =
  /\b(?:outputs?|artifacts?|artefacts?|deliverables?|produces?|writes?|creates?|generated?|results?)\b|产出|输出|产物|交付|写入|生成/i

/** Words that tell of a name of former days. */
const FORMER =
  /\b(?:formerly|former|previously|(?:was|were) called|was|renamed?|replac(?:es?|ed)|supersed\w*|deprecated|removed|retired|obsolete|legacy|old name|no longer|merged into|moved (?:in)?to|used to be|instead of|planned|future|upcoming|not yet|todo|does not exist|doesn['’]t exist)\b|原名|旧名|曾用名|已(?:废弃|移除|删除|合并|更名|改名|替代)|废弃|取代|代替|尚未|计划中|待实现/i

/** A denial close before a name: “never run /x”. One that stands farther off is about something else. */
const DENIED =
  /\b(?:no|not|never|without|don['’]t|doesn['’]t|cannot|can['’]t|avoids?|forbids?|forbidden|instead of|rather than|unlike)\b(?:\W{1,3}\w+){0,3}\W*$|(?:禁止|不要|不得|不能|不可|不再|无需|没有|不存在|勿|而非)[^，。；,.;]{0,8}$/i

/** Words before a slash that make it a route of a server or a folder. */
const ROUTE =
  /\b(?:GET|POST|PUT|PATCH|DELETE|endpoint|route|url|path|folder|directory|mount(?:ed)?(?: at)?|host)\s*[:：]?\s*[`'"“]?$|(?:路径|目录|接口|路由)\s*[:：]?\s*[`'"“]?$/i

const SAMPLE =
  /(?:\be\.\s?g\.|\bfor (?:example|instance)\b|\bsuch as\b|\b(?:bad|wrong|good|correct|examples?|format)\s*[:：]|❌|✅|例如|比如|示例\s*[:：]|格式\s*[:：])[^.。;；]*$/i

/** Headings over what a result looks like. */
const SHOWS = /\b(?:output|report|format|template|examples?|sample)\b|模板|格式|示例|样例/i

/** The line around a place: what stands before it in its clause, and behind it. */
function around({ lines, text }: Document, { start, end }: Span): { before: string; clause: string; after: string } {
  const line = lines.span(lines.index(start))
  const before = text.slice(Math.max(line.start, start - REACH), start)
  const cut = Math.max(...['. ', '; ', '。', '；'].map(mark => before.lastIndexOf(mark)))
  return { before, clause: before.slice(cut + 1), after: text.slice(end, Math.min(line.end, end + REACH)) }
}

/** The heading that a place stands under. */
function headingOver({ headings }: Document, offset: number): string {
  let low = 0
  let high = headings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (headings[middle]!.span.start <= offset) low = middle + 1
    else high = middle
  }
  return headings[low - 1]?.text ?? ''
}

/** Whether a file need not be there: it is written, optional, forbidden, or shown as an example. */
export function needNotExist(document: Document, { span, column, where }: Reference): boolean {
  const { clause, after } = around(document, span)
  if (WRITES.test(clause) || MAYBE.test(clause) || MADE.test(after)) return true
  if (column && RESULTS.test(column)) return true
  if (where !== 'fence' && RESULTS.test(headingOver(document, span.start))) return true
  return DENIED.test(clause) || isLabelled(document, span.start)
}

/** Whether a reference is forbidden, or shown as what not to write. */
export const isForbidden = (document: Document, { span }: Reference): boolean =>
  DENIED.test(around(document, span).clause) || isLabelled(document, span.start, true)

/** Whether a link is shown instead of meant: behind “e.g.”, or below a heading on what a result looks like. */
export function isSampleLink(document: Document, { span, column }: Reference): boolean {
  const { before } = around(document, span)
  const isResult = column !== undefined && RESULTS.test(column)
  return isResult || SAMPLE.test(before) || SHOWS.test(headingOver(document, span.start))
}

/** Whether a name that looks like a skill’s is not called: a route, a name of former days, another client’s, an example. */
export function isNotCalled(
  document: Document,
  { span }: Reference,
  platform: Platform,
  platforms: Readonly<Record<PlatformId, Platform>>,
): boolean {
  const { before, clause, after } = around(document, span)
  if (ROUTE.test(before) || FORMER.test(clause) || FORMER.test(after) || FORMER.test(headingOver(document, span.start)))
    return true
  const others = Object.values(platforms).filter(({ id }) => id !== platform.id)
  if (others.some(({ id }) => isAboutClient(document, span.start, id))) return true
  return DENIED.test(clause) || isLabelled(document, span.start)
}

const ownNames = new WeakMap<Document, ReadonlySet<string>>()

/**
 * Names of commands that are something else's by what the document says: those that it describes itself, under a heading
 * of their own (`### /test-gen`), and those that an address ends in (`https://…/apps/skill-creator`).
 */
export function isOtherCommand(document: Document, name: string): boolean {
  const found = ownNames.get(document) ?? new Set([...headingNames(document), ...addressNames(document)])
  ownNames.set(document, found)
  return found.has(name)
}

const headingNames = ({ headings }: Document): string[] =>
  headings.flatMap(({ text }) => /^[`*_]*[/$]([a-z][a-z0-9]*(?:-[a-z0-9]+)+)/.exec(text)?.[1] ?? [])

const addressNames = ({ text }: Document): string[] =>
  [...text.matchAll(/https?:\/\/[^\s)>\]"'`]+/g)].flatMap(([address]) => /\/([a-z0-9-]+)\/?$/.exec(address)?.[1] ?? [])
