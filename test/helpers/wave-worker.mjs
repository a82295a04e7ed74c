import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

/** Plays a worker: `does` says how it ends. Each row that it gets is noted in `ran.log`. */

let text = ''
for await (const chunk of process.stdin) text += chunk
let row
try {
  row = JSON.parse(text)
} catch {
  process.exit(9)
}
appendFileSync('ran.log', `${row.id}\n`)
const [does, value] = (row.does || 'ok').split('=')
const result = { id: row.id, result_status: 'completed', findings: `read ${row.title}`, pages: 3, verdict: 'good' }
const print = value => process.stdout.write(`${JSON.stringify(value)}\n`)
const wait = ms => new Promise(done => setTimeout(done, ms))

const ACTS = {
  ok: () => print(result),
  status: () => print({ ...result, result_status: value, error: `${value}!` }),
  echo: () => print({ ...result, findings: row.title }),
  context: () => print({ ...result, findings: row.prev_context }),
  none: () => {
    process.stderr.write('first\ncannot read\n')
    process.exit(3)
  },
  bad: () => print({ ...result, pages: 'three' }),
  extra: () => print({ ...result, more: 1 }),
  other: () => print({ ...result, id: 'someone else' }),
  twice: () => {
    print(result)
    print({ ...result, findings: 'second thoughts' })
  },
  prose: () =>
    process.stdout.write(`Here it is:\n\n\`\`\`json\n${JSON.stringify(result, null, 2)}\n\`\`\`\nDone {so far}.\n`),
  exit: () => {
    print(result)
    process.exitCode = 5
  },
  wait: async () => {
    await wait(Number(value))
    print(result)
  },
  // Ends no sooner than it is killed, and neither does what it starts.
  stubborn: async () => {
    process.on('SIGTERM', () => {})
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'])
    appendFileSync('pids.log', `${process.pid}\n${child.pid}\n`)
    await wait(60_000)
  },
  leaves: async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    appendFileSync('pids.log', `${child.pid}\n`)
    print(result)
    child.unref()
    process.exit(0)
  },
}
await ACTS[does]()
