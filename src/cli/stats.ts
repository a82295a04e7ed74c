/** Measures phases and rules of a run. */
export function stopwatch() {
  const phases: [string, number][] = []
  const ruleTimes = new Map<string, number>()
  return {
    async phase<T>(name: string, work: () => T | Promise<T>): Promise<T> {
      const start = performance.now()
      const result = await work()
      phases.push([name, performance.now() - start])
      return result
    },
    rule(id: string, work: () => void): void {
      const start = performance.now()
      work()
      ruleTimes.set(id, (ruleTimes.get(id) ?? 0) + performance.now() - start)
    },
    /** The times, longest rules first. */
    report(files: number): string {
      const line = ([name, time]: [string, number]) => `  ${time.toFixed(1).padStart(8)} ms  ${name}\n`
      const slowest = [...ruleTimes].sort((a, b) => b[1] - a[1])
      return `${files} files\n${phases.map(line).join('')}rules\n${slowest.map(line).join('')}`
    },
  }
}
