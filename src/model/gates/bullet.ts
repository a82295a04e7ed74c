import type { GateBullet, GateBulletForm, GateBulletKind } from './types.ts'

/** Marks before a keyword: a tick box, bold and code marks, an emoji. */
const MARKS = /^(?:\[[ xX]\][ \t]+)?[^\p{L}\p{N}(（]{0,8}/u

const NON_BLOCKING = /^(?:non-?blocking|advisory|optional|非阻[塞断]性?|不阻[塞断]|可选)/i
const REQUIRED =
  /^(?:REQUIRE[DS]|MUST(?:[ \t]+HAVE)?(?![\w])|required(?=\s*(?:[*_]{1,2})?\s*[:：(（])|必[需须](?:条件)?|要求|前置条件)/i
const BLOCKED = /^(?:BLOCK(?:ED|S|ING)?(?![\w-])|阻[塞断](?:条件)?|拦截(?:条件)?)/i
/** “STOP if …”, and sentences that begin with the condition. */
const STOPS = /^(?:STOP|HALT|ABORT)(?=[ \t]+(?:if|when|unless)\b)/
const IF_FIRST = /^(?:若|如果|如).{1,200}?(?:阻[塞断止]|禁止|拦截|停止|中止)/
const IF_BLOCK = /^if\b.{1,200}?\bBLOCK(?:ED|S)?\b/i

/** Words that go on to a condition. */
const CONDITION = /^(?:if|when|until|unless|on|while|because|by|若|如果|当|直到|除非|于)/i

/** What a line of a gate says, told by its first words; offsets count from `offset`, where `text` begins. */
export function readBullet(text: string, offset: number, end: number): GateBullet {
  const skip = MARKS.exec(text)![0].length
  const words = text.slice(skip)
  const [kind, keyword] = kindOf(words)
  let at = keyword.length
  let form: GateBulletForm = 'none'
  if (kind !== 'other') {
    const rest = words.slice(at)
    const [named, length] = formOf(keyword, rest)
    form = named
    at += length
  }
  const body = words.slice(at)
  const lead = body.length - body.trimStart().length
  const start = offset + skip + at + lead
  return {
    kind,
    form,
    text: body.trim(),
    span: { start: offset, end },
    ...(keyword ? { keyword: { start: offset + skip, end: offset + skip + keyword.length } } : {}),
    textSpan: { start, end: Math.max(start, offset + text.trimEnd().length) },
  }
}

/** Whether a line that is no bullet begins with a keyword of its own. */
export const hasKeyword = (text: string): boolean => {
  const words = text.slice(MARKS.exec(text)![0].length)
  const [kind, keyword] = kindOf(words)
  return kind !== 'other' && /^[\s*_`]{0,6}(?:if\b[^:：]{0,60})?[:：]/i.test(words.slice(keyword.length))
}

function kindOf(words: string): [GateBulletKind, string] {
  const soft = NON_BLOCKING.exec(words)
  if (soft) return ['non-blocking', soft[0]]
  const required = REQUIRED.exec(words)
  if (required && /^(?:[A-Z]|\p{Script=Han}|required)/u.test(required[0])) return ['required', required[0]]
  const blocked = BLOCKED.exec(words) ?? STOPS.exec(words)
  if (blocked) return ['blocked', blocked[0]]
  if (IF_FIRST.test(words) || IF_BLOCK.test(words)) return ['blocked', '']
  return ['other', '']
}

/** How far the words may stand that a keyword goes on with. */
const FORM_LIMIT = 200

/** How a keyword goes on, and how long that is. */
function formOf(keyword: string, rest: string): [GateBulletForm, number] {
  const head = rest.slice(0, FORM_LIMIT)
  const missing = /^[*_`]{0,3}[ \t]+if[ \t]+missing[*_`]{0,3}[ \t]*[:：]/i.exec(head)
  if (missing) return ['if missing:', missing[0].length]
  const ifColon = /^[*_`]{0,3}[ \t]+if[*_`]{0,3}[ \t]*[:：][*_`]{0,3}/i.exec(head)
  if (ifColon) return ['if:', ifColon[0].length]
  const plainIf = /^[*_`]{0,3}[ \t]+if\b/i.exec(head)
  if (plainIf) return ['if', plainIf[0].length]
  const colon = /^[*_`]{0,3}[ \t]*(?:[(（][^()（）]{0,60}[)）])?[ \t]*[*_`]{0,3}[:：][*_`]{0,3}/.exec(head)
  const isBlocked = /^BLOCK/i.test(keyword)
  const start = colon?.[0].length ?? /^[*_`\s]{0,4}/.exec(head)![0].length
  if (isBlocked && CONDITION.test(head.slice(start).trimStart())) return ['condition', colon?.[0].length ?? 0]
  if (!keyword) return ['condition', 0]
  const dash = /^[*_`]{0,3}[ \t]*(?:[—–]|--?(?!>))/.exec(head)
  const length = (colon ?? dash)?.[0].length ?? 0
  return [isBlocked ? 'bare' : colon ? 'colon' : 'plain', length]
}

const INLINE = /(?<![\w-])(?:NON-BLOCKING|REQUIRED|BLOCK(?:ED|S)?)(?![\w-])|非阻[塞断]|不阻[塞断]|必[需须]|阻[塞断止]/g

/**
 * Keywords inside of a line: `**GATE P0 → P1**: REQUIRED a. BLOCKED if b.`, or behind a requirement (`isBehind`), where only
 * those that block count: “REQUIRED: a file, else BLOCKED”.
 */
export function inlineBullets(text: string, offset: number, isBehind = false): GateBullet[] {
  return [...text.matchAll(INLINE)].flatMap(({ 0: word, index }) => {
    const kind = /^(?:NON|非|不)/.test(word) ? 'non-blocking' : /^(?:REQ|必)/.test(word) ? 'required' : 'blocked'
    if (isBehind && kind !== 'blocked') return []
    const start = offset + index
    const keyword = { start, end: start + word.length }
    const end = offset + text.length
    return [
      { kind, form: 'inline' as const, text: '', span: { start, end }, keyword, textSpan: { start: keyword.end, end } },
    ]
  })
}
