import type { Document, Span } from '../../core/types.ts'
import { type ProseLine, proseLinesOf } from '../prose-lines.ts'
import { codeGroups } from './code.ts'
import type { ErrorDefinition, ErrorReference } from './types.ts'

/** Programs that number their findings in the same way. */
const LINTERS = /\b(?:flake8|pycodestyle|pyflakes|pylint|ruff|pep8|eslint|mypy|clang|rustc|rubocop|tsc|isort|errno)\b/i
const PHP = /^E_(?:ALL|STRICT|(?:USER_|CORE_|COMPILE_|RECOVERABLE_)?(?:ERROR|WARNING|NOTICE|DEPRECATED|PARSE))$/

/** A program or another skill: a command in backticks, a skill's name with its mark, “the ralph CLI”. */
const COMMAND = '`(?!\\.|~|--)[a-z][\\w.-]*(?: [^`]{1,80})`'
const SKILL = '(?<![\\w/.~])[$/][a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\\w/-]|\\.\\w)|`[$/]?[a-z]+(?:-[a-z0-9]+)+`'
const CLI = '\\b(?:[a-z][\\w-]*[ \\t]+)?(?:CLI|API|SDK|compiler|linter)\\b'
const OWNER = `(?:${COMMAND}|${SKILL}|${CLI})`
const GIVES =
  "(?:[ \\t]*(?:[’']s|returns?|returned|exits?|exited|fail(?:s|ed)?(?=[ \\t]+with)|reports?|reported|raises?|raised|throws?|emits?|prints?|printed|answers?|gives?|yields?|says?|返回|报出?|抛出|退出|输出|给出|的)(?:[ \\t]*(?:with|by|自己的|own|the|an?|error|exit|code|错误码?|退出码))*)"
/** “`ralph next` returns E007”, “`ralph next` E007”, “CLI 的 E007” */
const BEFORE = new RegExp(
  `${OWNER}(?:${GIVES}[ \\t]*(?:[→:：]|->)?|[ \\t]*(?:→|->)|(?:[ \\t]+(?:error|code|exit))*)[ \\t]*[\`*"“]{0,3}$`,
)
/** “E007 from `ralph next`”, “E007 of $maestro-next” */
const BEHIND = new RegExp(
  `^[\`*"”]{0,3}[ \\t]*[(（]?(?:(?:returned|raised|reported|thrown|emitted|printed|given)[ \\t]+)?(?:from|of|by|in|belongs to|来自|由|属于|是|见)[ \\t]*(?:the[ \\t]+)?${OWNER}`,
)

/** How far an owner may stand from the code. */
const REACH = 140

/** The places of a document that name codes, definitions left out. */
export function referencesOf(document: Document, definitions: readonly ErrorDefinition[]): ErrorReference[] {
  const defined = new Set(definitions.map(({ span }) => span.start))
  const found: ErrorReference[] = []
  let above: ProseLine | undefined
  for (const line of proseLinesOf(document)) {
    const { text, start } = line
    const lead = above && goesOn(above, line) ? `${above.text.slice(-REACH)} ` : ''
    above = line
    const isLinter = LINTERS.test(text.slice(0, 4_000))
    for (const group of codeGroups(text, start)) {
      if (group.codes.every(({ span }) => defined.has(span.start))) continue
      const at = group.span.start - start
      const before = (at < REACH ? lead : '') + text.slice(Math.max(0, at - REACH), at)
      const behind = text.slice(group.span.end - start, group.span.end - start + REACH)
      if (isInAddress(before)) continue
      found.push({
        text: group.text,
        span: group.span,
        codes: group.codes.filter(({ span }) => !defined.has(span.start) || group.kind === 'range'),
        form: formOf(group.kind, before),
        where: 'prose',
        isForeign: isLinter || PHP.test(group.text) || isOwned(before, behind),
      })
    }
  }
  found.push(...inFences(document))
  return found.sort((a, b) => a.span.start - b.span.start)
}

/** Whether the words around a code give it to another program or skill. */
const isOwned = (before: string, behind: string): boolean =>
  (/[`$/]|CLI|API|SDK|compiler|linter/.test(before) && BEFORE.test(before)) || BEHIND.test(behind)

/** Whether a line goes on with the sentence of the line above. */
const goesOn = (above: ProseLine, { index, text }: ProseLine): boolean =>
  above.index === index - 1 && above.text.trim() !== '' && !/^\s*(?:[-*+|>#]|\d+[.)])/.test(text)

/** The destination of a link, an anchor or an address. */
const isInAddress = (before: string): boolean => /\]\([^)\s]*$|<https?:[^>\s]*$|https?:\/\/\S*$/.test(before)

const RAISE = /(?:\braise|\bthrow|\babort with|\bexit with|抛出|触发|报)[ \t]+[`*]{0,3}$/i
const ERROR = /\b(?:ERROR|FAIL|WARN|WARNING)[ \t]?[(（][`*]{0,3}$/

function formOf(kind: 'one' | 'range' | 'list', before: string): ErrorReference['form'] {
  if (kind !== 'one') return kind
  return RAISE.test(before) ? 'raise' : ERROR.test(before) ? 'error' : 'bare'
}

/** In code only what raises a code names one: what else looks like a code is data. */
function inFences({ fences, text }: Document): ErrorReference[] {
  const found: ErrorReference[] = []
  for (const { body } of fences) {
    const code = text.slice(body.start, body.end)
    if (!/[EWI][\d_]/.test(code)) continue
    for (const group of codeGroups(code, body.start)) {
      const before = beforeOf(text, group.span, body)
      const form = formOf(group.kind, before)
      if (form === 'raise' || form === 'error')
        found.push({ text: group.text, span: group.span, codes: group.codes, form, where: 'fence', isForeign: false })
    }
  }
  return found
}

const beforeOf = (text: string, { start }: Span, body: Span): string => {
  const before = text.slice(Math.max(body.start, start - 40), start)
  return before.slice(before.lastIndexOf('\n') + 1)
}
