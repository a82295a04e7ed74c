/**
 * The program that runs a JavaScript rule: arguments are the rule’s URL, seconds to live, and the pid of the controller.
 *
 * The rule runs in a worker thread, so that a loop in it stops neither the clock nor the watch over the parent. Results
 * go to descriptor 3 as JSON lines: `{i, score}`, `{i, error}` or `{fatal}`.
 */
export const JAVASCRIPT_RUNNER = `
import { Worker } from 'node:worker_threads'
import { writeSync } from 'node:fs'
const [rule, seconds, controller] = process.argv.slice(1)
const parent = process.ppid
const isAlive = pid => { try { process.kill(pid, 0); return true } catch (error) { return error.code === 'EPERM' } }
const die = () => { try { process.kill(-process.pid, 'SIGKILL') } catch {} process.exit(9) }
const watch = () => { if (process.ppid !== parent || !isAlive(Number(controller))) die() }
watch()
setInterval(watch, 200)
setTimeout(die, Number(seconds) * 1000)
const say = value => writeSync(3, JSON.stringify(value) + '\\n')
const worker = new Worker(\`
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData).then(rule => {
    const score = rule.score ?? rule.default?.score ?? rule.default
    if (typeof score !== 'function') throw new Error('the rule exports no function score')
    parentPort.on('message', async ({ i, line }) => {
      try {
        const value = await score(JSON.parse(line).artifact)
        parentPort.postMessage({ i, score: typeof value === 'number' && Number.isFinite(value) ? value : null })
      } catch (error) { parentPort.postMessage({ i, error: String(error?.message ?? error) }) }
    })
    parentPort.postMessage({ ready: true })
  }).catch(error => parentPort.postMessage({ fatal: String(error?.message ?? error) }))
\`, { eval: true, workerData: rule, execArgv: [] })
let asked = 0, answered = 0, isRead = false, isOver = false
// The end of the worker brings what the rule has printed.
const end = () => { if (isRead && asked === answered) { isOver = true; worker.terminate() } }
worker.on('error', error => say({ fatal: String(error?.message ?? error) }))
worker.on('exit', () => { if (!isOver) say({ fatal: 'the rule ended the process' }); process.exit(isOver ? 0 : 1) })
worker.on('message', message => {
  if (message.fatal) { say(message); isOver = true; worker.terminate(); return }
  if (!message.ready) { say(message); answered++; end(); return }
  let half = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', chunk => {
    const lines = chunk.split('\\n')
    lines[0] = half + lines[0]
    half = lines.pop()
    for (const line of lines) worker.postMessage({ i: asked++, line })
  })
  process.stdin.on('end', () => { isRead = true; end() })
})
`
