import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../src/runtime/aco/lock.ts'
import { isRunning } from './swarm-process.ts'

/**
 * Takes and gives back a lock again and again, and looks whether it is alone: `jiti lock-contender.mjs FOLDER ROUNDS`.
 *
 * Whoever holds the lock leaves its pid in `inside`; finding there the pid of another process that runs is the fault.
 */
const [folder, rounds] = process.argv.slice(2)
const inside = join(folder, 'inside')

const found = () => {
  try {
    return Number(readFileSync(inside, 'utf8'))
  } catch {
    return 0
  }
}

for (let i = 0; i < Number(rounds); i++)
  await withLock(folder, async () => {
    const other = found()
    if (other && other !== process.pid && isRunning(other)) appendFileSync(join(folder, 'faults'), `${other}\n`)
    writeFileSync(inside, `${process.pid}`)
    await new Promise(done => setTimeout(done, Math.random() * 3))
    if (found() !== process.pid) appendFileSync(join(folder, 'faults'), `${process.pid}\n`)
    rmSync(inside, { force: true })
    appendFileSync(join(folder, 'rounds'), '.')
  })
