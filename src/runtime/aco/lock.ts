import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { Fault } from './fault.ts'
import { ioFault } from './files.ts'
import { isObject, parseJson } from './text.ts'

/** How long a writer waits for another: milliseconds; `ACO_LOCK_PATIENCE_MS` sets another time. */
const PATIENCE = 20_000

/** How old a lock that names no owner must be to be taken over: milliseconds. */
const NAMELESS_AGE = 5_000

const PATH = 'pheromone/.lock'

/** Who holds a lock. */
interface Owner {
  /** Tells this lock from one that was later created in its place. */
  identity: string
  /** What the owner wrote; `undefined` when it is no lock record. */
  record: { pid: number; host: string; time?: unknown; token?: unknown; start?: unknown } | undefined
  age: number
}

/** What the system tells of a process: when it started (opaque) and whether it is dead but not yet collected. */
function processOf(pid: number): { start: string; isZombie: boolean } | undefined {
  try {
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name may hold anything, so fields count from `)`.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { start: fields[19] ?? '', isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}

function isAlive(pid: number, start: unknown): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // A number is given again, and a killed process keeps its own until somebody collects it.
  const found = processOf(pid)
  return !found || !(found.isZombie || (typeof start === 'string' && start !== found.start))
}

/** Reads a lock; `undefined` when there is none. */
function ownerOf(path: string): Owner | undefined {
  try {
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    const value = parseJson(readFileSync(path, 'utf8'))
    const isRecord = isObject(value) && Number.isInteger(value['pid']) && typeof value['host'] === 'string'
    const age = Date.now() - Number(mtimeNs / 1_000_000n)
    return { identity: `${ino}-${mtimeNs}`, record: isRecord ? (value as unknown as Owner['record']) : undefined, age }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw ioFault(error, 'read the lock')
  }
}

/** Whether an owner is gone: its process on this host is dead, or it has no name and is old. */
function isGone({ record, age }: Owner): boolean {
  if (!record) return age > NAMELESS_AGE
  return record.host === hostname() && !isAlive(record.pid, record.start)
}

/** Creates a lock with its content in one step; `false` when there is one already. */
function create(path: string, token: string): boolean {
  const { start } = processOf(process.pid) ?? {}
  const text = JSON.stringify({ pid: process.pid, host: hostname(), time: new Date().toISOString(), token, start })
  const draft = join(dirname(path), `.lock-${token}`)
  try {
    writeFileSync(draft, text)
    linkSync(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT') return false
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'].includes(code ?? ''))
      throw ioFault(error, 'create the lock')
    return createInTwo(path, text) && isMine(path, token)
  } finally {
    rmSync(draft, { force: true })
  }
  return isMine(path, token)
}

/** As `create` where the file system has no links: the file stands empty for a moment. */
function createInTwo(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw ioFault(error, 'create the lock')
  }
}

const isMine = (path: string, token: string) => ownerOf(path)?.record?.token === token

/**
 * Tries to get a lock, and clears the way when its owner is gone.
 *
 * Only who holds the lock `<path>.<identity of the dead owner’s lock>` may remove that one, and looks again before it
 * does: so no late comer removes the lock of the next owner. Should the remover die, its lock is cleared the same way.
 */
function claim(path: string, token: string): boolean {
  const owner = ownerOf(path)
  if (!owner) return create(path, token)
  if (!isGone(owner)) return false
  const grave = `${path}.${owner.identity}`
  if (!claim(grave, token)) return false
  try {
    if (ownerOf(path)?.identity === owner.identity) unlinkSync(path)
  } finally {
    rmSync(grave, { force: true })
  }
  return create(path, token)
}

/** Removes what processes left that died while they tried to get the lock; the lock must be held. */
function sweep(path: string): void {
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith('.lock-') || name.startsWith('.lock.')) rmSync(join(dirname(path), name), { force: true })
}

function patienceOf(): number {
  const text = process.env['ACO_LOCK_PATIENCE_MS'] ?? ''
  return /^\d+$/.test(text) ? Number(text) : PATIENCE
}

/** Whether somebody who is alive holds the session’s lock. */
export function isLocked(session: string): boolean {
  const owner = ownerOf(join(session, PATH))
  return owner !== undefined && !isGone(owner)
}

/**
 * Runs work while holding the session’s lock (`pheromone/.lock`: pid, host, time, a token, start of the process).
 *
 * @throws Fault E_LOCKED after 20 seconds of waiting (`ACO_LOCK_PATIENCE_MS` sets another time).
 */
export async function withLock<T>(session: string, work: () => T | Promise<T>): Promise<T> {
  const path = join(session, PATH)
  const token = randomBytes(12).toString('hex')
  const until = Date.now() + patienceOf()
  try {
    mkdirSync(dirname(path), { recursive: true })
    for (let wait = 5; !claim(path, token); wait = Math.min(wait * 2, 200)) {
      if (Date.now() >= until) {
        const { pid, host, time } = ownerOf(path)?.record ?? {}
        throw new Fault('E_LOCKED', 'another process is writing to this session', 1, { path: PATH, pid, host, time })
      }
      await new Promise(resume => setTimeout(resume, wait))
    }
  } catch (error) {
    throw error instanceof Fault ? error : ioFault(error, 'create the lock')
  }
  try {
    sweep(path)
    return await work()
  } finally {
    try {
      // Only our own lock: whoever took it over held this process for dead.
      if (isMine(path, token)) unlinkSync(path)
    } catch {
      // It counts as stale once this process has ended.
    }
  }
}
