import type { Warning } from './fault.ts'
import type { Reader } from './reader.ts'
import { snapshotNumbers, trailNumbers } from './trail.ts'

/** A run of numbers, both ends included. */
type Run = readonly [number, number]

/** The numbers from 1 to `last` that are not listed (the list is sorted), as runs. */
function runsBetween(listed: readonly number[], last: number): Run[] {
  const runs: Run[] = []
  let next = 1
  for (const number of [...listed.filter(number => number <= last), last + 1]) {
    if (number > next) runs.push([next, number - 1])
    next = number + 1
  }
  return runs
}

/** Numbers of a sorted list as runs. */
function runsOf(numbers: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last?.[1] === number - 1) runs[runs.length - 1] = [last[0], number]
    else runs.push([number, number])
  }
  return runs
}

/** Runs that a message names. */
const MOST = 5

const told = (runs: readonly Run[]) =>
  runs
    .slice(0, MOST)
    .map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`))
    .concat(runs.length > MOST ? ['…'] : [])
    .join(', ')

/**
 * Tells which iterations left no trail: of those before `k`, or up to the last one there is when `k` is Infinity.
 *
 * `present` is an iteration whose trail is about to be written.
 */
export function tellGaps(reader: Reader, k: number, warnings: Warning[], present?: number): void {
  const trails = [...new Set([...trailNumbers(reader), ...(present === undefined ? [] : [present])])].sort(
    (a, b) => a - b,
  )
  const snapshots = snapshotNumbers(reader)
  const last = k === Infinity ? Math.max(0, ...trails, ...snapshots) : k - 1
  const lost = snapshots.filter(number => number <= last && !trails.includes(number))
  const unknown = runsBetween(
    [...new Set([...trails, ...lost])].sort((a, b) => a - b),
    last,
  )
  const [first] = lost
  if (first !== undefined)
    warnings.push({
      code: 'W_HISTORY_GAP',
      message:
        `the trail of iteration ${told(runsOf(lost))} is lost: the snapshot stands in for it, the paths are unknown; ` +
        `“update --iter ${first}” restores it as long as its artifacts are there`,
      missing: lost.slice(0, MOST),
    })
  const [next] = unknown
  if (next)
    warnings.push({
      code: 'W_HISTORY_GAP',
      message:
        `of iteration ${told(unknown)} there is nothing; expected was “update --iter ${next[0]}” ` +
        '(what is missing evaporates nothing)',
      expected: next[0],
    })
}
