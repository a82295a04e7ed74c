import type { Result } from './reporter.ts'

/** “1 error”, “2 errors”. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What was found, in words: “2 errors, 1 warning”, or “nothing found”. */
export function foundOf({ summary: { errors, warnings, infos } }: Result): string {
  const found = Object.entries({ error: errors, warning: warnings, info: infos }).filter(([, count]) => count > 0)
  return found.map(([noun, count]) => plural(count, noun)).join(', ') || 'nothing found'
}

/** Where it was found: “in 3 of 112 files”. */
export function whereOf({ summary, diagnostics }: Result): string {
  const touched = new Set(diagnostics.map(({ path }) => path)).size
  return touched ? `in ${touched} of ${plural(summary.files, 'file')}` : `in ${plural(summary.files, 'file')}`
}

/** What else is to say, one phrase each: what fixes would repair, what is suppressed, what the baseline accepts. */
export function remarksOf({ summary: { fixable, suppressed, baselined }, diagnostics }: Result): string[] {
  const safe = Math.min(diagnostics.filter(({ fix }) => fix?.safe).length, fixable)
  const remarks: string[] = []
  if (safe) remarks.push(`${safe} fixable with --fix`)
  if (fixable > safe) remarks.push(`${fixable - safe} ${safe ? 'more' : 'fixable'} with --fix-unsafe`)
  if (suppressed) remarks.push(`${suppressed} suppressed`)
  if (baselined) remarks.push(`${baselined} baselined`)
  return remarks
}
