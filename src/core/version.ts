/** Compares dotted versions by number, part by part; missing parts are 0. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference) return Math.sign(difference)
  }
  return 0
}

/**
 * The version that a target names: the newest known one that begins with it, else itself.
 *
 * `2.1` among `['2.0.4', '2.1.9', '2.1.30']` is `2.1.30`; `0.144` among none of its kind stays `0.144`.
 */
export function resolveVersion(wanted: string, known: readonly string[]): string {
  const family = known.filter(version => version === wanted || version.startsWith(`${wanted}.`))
  return family.sort(compareVersions).at(-1) ?? wanted
}
