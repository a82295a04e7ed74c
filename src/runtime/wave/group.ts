import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { processOf } from '../aco/lock.ts'

/** Process groups: each worker leads one, so that all that it starts ends with it. */

/** How long a group has to end by itself before it is killed: milliseconds; `WAVE_GRACE_MS` sets another time. */
const GRACE = 5_000

export const graceOf = (): number => {
  const text = process.env['WAVE_GRACE_MS'] ?? ''
  return /^\d+$/.test(text) ? Number(text) : GRACE
}

let boot: string | undefined

/** What tells one boot of the machine from the next; empty where the system does not say. */
function bootOf(): string {
  if (boot !== undefined) return boot
  if (process.platform === 'linux') boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8)
  else if (process.platform === 'win32') boot = ''
  else boot = (spawnSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).stdout ?? '').trim()
  return boot
}

/** When a process started: with its number that names a process for good. `undefined` when it is gone. */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  const start =
    process.platform === 'linux'
      ? processOf(pid)?.start
      : spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).stdout?.trim()
  return start ? `${bootOf()}/${start}` : undefined
}

/** Sends a signal to a group; `false` when nobody is there. */
export function signal(pid: number, name: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (process.platform === 'win32') {
    if (name === 0) return false
    return spawnSync('taskkill', ['/T', '/F', '/PID', `${pid}`]).status === 0
  }
  try {
    process.kill(-pid, name)
    return true
  } catch {
    // Nobody is there; macOS says so with EPERM when all are dead and not yet collected.
    return false
  }
}

/** Ends a group: it is asked, then killed. `hurry` kills at once. */
export async function endGroup(pid: number, hurry: () => boolean = () => false): Promise<void> {
  if (!signal(pid, 'SIGTERM')) return
  const until = Date.now() + graceOf()
  while (Date.now() < until && !hurry()) {
    await new Promise(resume => setTimeout(resume, 20))
    if (!isThere(pid)) return
  }
  signal(pid, 'SIGKILL')
}

/** Whether anybody in a group still runs; the dead that nobody collects do not count. */
function isThere(pid: number): boolean {
  if (!signal(pid, 0)) return false
  const leader = processOf(pid)
  return process.platform !== 'linux' || (leader && !leader.isZombie) || membersOf(pid).length > 0
}

/** Processes of a group that run (Linux). */
const membersOf = (group: number) =>
  processes(pid => {
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: state, parent and group follow the name.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , own] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Number(own) === group && state !== 'Z' && state !== 'X'
  })

/** Processes that a test holds for; those that have just gone are left out. */
const processes = (test: (pid: string) => boolean): number[] =>
  readdirSync('/proc').flatMap(name => {
    try {
      return /^\d+$/.test(name) && test(name) ? [Number(name)] : []
    } catch {
      return []
    }
  })

/** Whether a group that a journal tells of is still there: with its leader, or without one. */
export function isSameGroup(pid: number, start: string | undefined): boolean {
  if (start === undefined || !isThere(pid)) return false
  const now = startOf(pid)
  // While members live their group’s number is given to nobody else; but the next boot begins anew.
  return now === undefined ? bootOf() !== '' && start.startsWith(`${bootOf()}/`) : now === start
}

/** Processes whose environment holds an entry: those of an attempt whose number was never written down (Linux). */
export const processesWith = (entry: string): number[] =>
  process.platform === 'linux'
    ? processes(pid => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry))
    : []
