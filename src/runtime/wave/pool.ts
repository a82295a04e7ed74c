import type { Stop } from './attempt.ts'

/** A switch for a whole run, which Ctrl-C turns: once softly, again at once. */
export function stopper(): Stop & { ask(): void } {
  const works = new Set<() => void>()
  let asked = 0
  return {
    get isAsked() {
      return asked > 0
    },
    get isHurried() {
      return asked > 1
    },
    onAsk(work) {
      works.add(work)
      return () => works.delete(work)
    },
    ask() {
      asked++
      for (const work of works) work()
    },
  }
}

/** Gives elements to `work`, at most `limit` at a time, until it fails or the run is stopped. */
export async function pool<T>(
  elements: AsyncIterable<T>,
  limit: number,
  stop: ReturnType<typeof stopper>,
  work: (element: T) => Promise<void> | undefined,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const errors: unknown[] = []
  for await (const element of elements) {
    if (stop.isAsked) break
    const begun = work(element)
    if (!begun) continue
    const ended = begun
      .catch(error => {
        errors.push(error)
        stop.ask()
      })
      .finally(() => running.delete(ended))
    running.add(ended)
    if (running.size >= limit) await Promise.race(running)
  }
  await Promise.all(running)
  if (errors.length) throw errors[0]
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work whose stop the signals of the system turn. */
export async function withSignals<T>(stop: ReturnType<typeof stopper>, work: () => Promise<T>): Promise<T> {
  const ask = () => stop.ask()
  for (const signal of SIGNALS) process.on(signal, ask)
  try {
    return await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, ask)
  }
}
