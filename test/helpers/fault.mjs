import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Preloaded into the controller (`node --import`): its calls of the file system fail, kill it, or take their time.
 *
 * `ACO_FAULT` is JSON: `{at, do: 'throw' | 'kill', code, half}` for the call number `at` (from 1), `{do: 'slow', ms}` for
 * all. `half` lets a write get half way first. The number of calls is told on stderr at the end, the first one at once.
 */

const WRITES = [
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'copyFileSync',
  'rmdirSync',
]
const OPENS = ['openSync', 'closeSync']
const READS = ['readFileSync', 'readSync', 'readdirSync', 'statSync', 'fstatSync']

const fault = JSON.parse(process.env.ACO_FAULT ?? '{}')
const original = { ...fs }
const wait = new Int32Array(new SharedArrayBuffer(4))
let calls = 0
let isBusy = false

/** Whether a call is about the session: modules and /proc are read with the same functions. */
const isOurs = first =>
  typeof first === 'number' ? first > 2 : String(first).startsWith(process.env.ACO_FAULT_IN ?? '\0')

for (const name of [...WRITES, ...OPENS, ...(fault.reads ? READS : [])]) {
  fs[name] = (...args) => {
    if (isBusy || !isOurs(args[0])) return original[name](...args)
    calls++
    if (calls === 1) original.writeSync(2, 'begun\n')
    if (fault.do === 'slow') Atomics.wait(wait, 0, 0, fault.ms)
    if (calls !== fault.at) return run(name, args)
    if (fault.half && name === 'writeSync') original.writeSync(args[0], args[1].subarray(0, args[1].length >> 1))
    if (fault.half && name === 'writeFileSync') original.writeFileSync(args[0], args[1].slice(0, args[1].length >> 1))
    if (fault.half === 'after') run(name, args)
    if (fault.do === 'kill') process.kill(process.pid, 'SIGKILL')
    if (name === 'closeSync' && fault.half !== 'after') original.closeSync(args[0])
    throw Object.assign(new Error(`${fault.code}: injected, ${name}`), { code: fault.code, syscall: name, errno: -5 })
  }
}

/** One call is one call, whatever it calls itself. */
function run(name, args) {
  isBusy = true
  try {
    return original[name](...args)
  } finally {
    isBusy = false
  }
}

syncBuiltinESMExports()
process.on('exit', () => original.writeSync(2, `calls ${calls}\n`))
