import { writeSync } from 'node:fs'
import { visible, visibleJson } from '../../core/visible.ts'

/** What a run tells while it goes on, on standard error. */
export interface Progress {
  started(id: string, attempt: number): void
  ended(id: string, status: string, reason: string): void
  /** Clears the line of the bar. */
  close(): void
}

const WIDTH = 24

function tell(text: string): void {
  try {
    writeSync(2, text)
  } catch {
    // Nobody listens, or not fast enough; the work goes on.
  }
}

/** With `json` one object a line, on a terminal a bar, elsewhere a line for each row that has ended. */
export function progressOf(total: number, finished: number, json: boolean): Progress {
  let done = finished
  let running = 0
  const failed = new Map<string, number>()
  const isBar = !json && process.stderr.isTTY === true
  const draw = () => {
    if (!isBar) return
    const filled = total ? Math.round((done / total) * WIDTH) : WIDTH
    const others = [...failed].map(([status, count]) => `, ${count} ${status}`).join('')
    tell(`\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}, ${running} running${others}`)
  }
  const event = (fields: object) => tell(`${visibleJson({ ...fields, done, total, running })}\n`)
  draw()
  return {
    started(id, attempt) {
      running++
      if (json) event({ event: 'start', id, attempt })
      draw()
    },
    ended(id, status, reason) {
      running--
      done++
      if (status !== 'completed') failed.set(status, (failed.get(status) ?? 0) + 1)
      if (json) event({ event: 'end', id, result_status: status, reason })
      else if (!isBar) {
        const why = reason ? `: ${visible(reason).slice(0, 300)}` : ''
        tell(`${done}/${total} ${visible(id).slice(0, 80)} ${status}${why}\n`)
      }
      draw()
    },
    close() {
      if (isBar) tell('\r\x1b[K')
    },
  }
}
