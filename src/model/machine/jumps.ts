import { namesIn } from './names.ts'
import type { Jump } from './types.ts'

/** Words before a state that say that it comes next. */
const NEXT =
  /(?:→|⟶|➜|⇒|=>|->|\b(?:go(?:es)?|jumps?|moves?|returns?|back|falls?[ -]?back|transitions?|switch(?:es)?|continues?|proceeds?(?: directly)?|advances?|resumes?|routes?|skips?|re-?enters?|enters?|loops?(?: back)?)(?: (?:back|on|directly|straight))?(?: (?:to|at|with|from|into|in))?(?: the)?(?: state)?|转(?:到|入|向|至|回)?|进入|跳(?:转|到|回|过)?(?:到|至)?|回到|返回(?:到)?|切换(?:到|至)?|降级(?:到|为|至)?|直接(?:到|进入)?|继续(?:到|进入)?|恢复(?:到|至)?|重新进入|前往|走)[ \t]*[`*"“(（]{0,3}$/i

/** The states of a text that are named as the next one, from states that may be known. */
export function jumpsIn(text: string, offset: number, from: readonly string[]): Jump[] {
  const jumps: Jump[] = []
  let next = -1
  for (const { text: to, span } of namesIn(text, offset, 'S')) {
    const start = span.start - offset
    const before = text.slice(Math.max(0, start - 60), start)
    // “to S_A or S_B”: what follows a jump in one list is one.
    const isListed =
      next >= 0 && /^[`*"”]{0,3}[ \t]*(?:[,，、/|]|or|and|或|和)[ \t]*[`*"“]{0,3}$/.test(text.slice(next, start))
    if (!isListed && !NEXT.test(before)) continue
    next = span.end - offset
    jumps.push({ to, span, from })
  }
  return jumps
}
