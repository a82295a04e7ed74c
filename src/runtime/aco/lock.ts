import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { MAX_GIVEN, makeFolder, readRegular, removeFile } from './access.ts'
import { Fault } from './fault.ts'
import { sweep } from './files.ts'
import { unseeded } from './random.ts'
import { ioFault } from './refusal.ts'
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
export function processOf(pid: number): { start: string; isZombie: boolean } | undefined {
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

/** The name of a lock in messages: with its folder. */
const shown = (path: string) => `${basename(dirname(path))}/${basename(path)}`

/** Reads a lock; `undefined` when there is none. */
function ownerOf(path: string): Owner | undefined {
  try {
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    const bytes = readRegular(path, MAX_GIVEN)
    if (!bytes) return undefined
    if ('reason' in bytes) throw new Fault('E_FILE_KIND', `${shown(path)} ${bytes.reason}`, 1, { path: shown(path) })
    const value = parseJson(bytes.toString('utf8'))
    const isRecord = isObject(value) && Number.isInteger(value['pid']) && typeof value['host'] === 'string'
    const age = Date.now() - Number(mtimeNs / 1_000_000n)
    return { identity: `${ino}-${mtimeNs}`, record: isRecord ? (value as unknown as Owner['record']) : undefined, age }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw error instanceof Fault ? error : ioFault(error, `read ${path}`, path)
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
      throw ioFault(error, `create ${path}`, path)
    return createInTwo(path, text) && isMine(path, token)
  } finally {
    removeFile(draft)
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
    throw ioFault(error, `create ${path}`, path)
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
    removeFile(grave)
  }
  return create(path, token)
}

function patienceOf(variable: string): number {
  const text = process.env[variable] ?? ''
  return /^\d+$/.test(text) ? Number(text) : PATIENCE
}

/** Whether somebody who is alive holds the session’s lock. */
export const isLocked = (session: string): boolean => isHeld(join(session, PATH))

/** Whether somebody who is alive holds a lock. */
export function isHeld(path: string): boolean {
  const owner = ownerOf(path)
  return owner !== undefined && !isGone(owner)
}

/**
 * Runs work while holding the session’s lock (`pheromone/.lock`: pid, host, time, a token, start of the process).
 *
 * @throws Fault E_LOCKED after 20 seconds of waiting (`ACO_LOCK_PATIENCE_MS` sets another time).
 */
export const withLock = <T>(session: string, work: () => T | Promise<T>): Promise<T> =>
  holding(
    join(session, PATH),
    { busy: 'another process is writing to this session', patience: 'ACO_LOCK_PATIENCE_MS' },
    work,
  )

/**
 * Runs work while holding a lock. `patience` names the variable of the environment that sets another time than
 * 20 seconds of waiting, `busy` is what is said when they are over.
 *
 * @throws Fault E_LOCKED
 */
export async function holding<T>(
  path: string,
  { busy, patience }: { busy: string; patience: string },
  work: () => T | Promise<T>,
): Promise<T> {
  const token = unseeded(24)
  const until = Date.now() + patienceOf(patience)
  try {
    makeFolder(dirname(path))
  } catch (error) {
    throw ioFault(error, `make the folder ${dirname(path)}`)
  }
  try {
    for (let wait = 5; !claim(path, token); wait = Math.min(wait * 2, 200)) {
      if (Date.now() >= until) {
        const { pid, host, time } = ownerOf(path)?.record ?? {}
        throw new Fault('E_LOCKED', busy, 1, { path: shown(path), pid, host, time })
      }
      await new Promise(resume => setTimeout(resume, wait))
    }
  } catch (error) {
    throw error instanceof Fault ? error : ioFault(error, `create ${path}`, path)
  }
  try {
    // What processes left that died while they tried to get the lock.
    sweep(dirname(path), name => name.startsWith('.lock-') || name.startsWith('.lock.'))
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
