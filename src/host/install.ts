import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { MaestroError } from '../core/error.ts'
import { type InstallRecord, readRecord } from '../emit/install.ts'
import { sha256 } from './folder.ts'

/** The record's place, from the folder that holds `skills`. */
export const RECORD = 'skills/.maestro-install.json'
const BACKUPS = 'skills/.maestro-backup'

const fail = (what: string, cause: unknown) => {
  const { code } = cause as NodeJS.ErrnoException
  return new MaestroError(
    'cannot-write',
    `${what} (${code ?? String(cause)}).`,
    'Run the command again when it can.',
    cause,
  )
}

/** An installation's folder: reads and changes below it, and nowhere else. */
export interface InstallFolder {
  base: string
  record: InstallRecord | undefined
  /** The hash of what is at a path; `undefined` for nothing, `other` for what is no file. */
  disk(path: string): string | undefined
  save(record: InstallRecord): void
  /** Copies what is at a path aside and says where. */
  backUp(path: string): string
  /** Writes a file in one step; gives the folders that had to be made. */
  put(path: string, bytes: Uint8Array): void
  /** The folders above a path that are not there yet. */
  missingFolders(path: string): string[]
  remove(path: string): void
  /** Puts a backup back where it came from. */
  restore(backup: string, path: string): void
  /** Removes the record, what backups leave empty, and folders that are empty. */
  forget(folders: readonly string[]): void
}

/**
 * Opens the folder that an installation goes to.
 *
 * @throws MaestroError `broken-record` for a record that is none, `outside` for a path that a link leads elsewhere
 */
export function openInstall(base: string): InstallFolder {
  const at = (path: string) => {
    const file = join(base, path)
    // The nearest folder that is there must lie in the base: a link must not lead a write elsewhere.
    let dir = dirname(file)
    while (!existsSync(dir) && dir !== dirname(dir)) dir = dirname(dir)
    const real = existsSync(base) ? realpathSync(base) : undefined
    if (real && !`${realpathSync(dir)}${sep}`.startsWith(real + sep) && existsSync(join(base, '.')))
      if (dir.startsWith(base))
        throw new MaestroError('outside', `“${path}” leads out of “${base}” by a link.`, 'Nothing was changed.')
    return file
  }
  const file = join(base, RECORD)
  let record: InstallRecord | undefined
  if (existsSync(file)) {
    record = readRecord(readFileSync(file, 'utf8'))
    if (!record)
      throw new MaestroError(
        'broken-record',
        `“${file}” is no record of an installation.`,
        'Move it away; what was installed is then somebody else’s.',
      )
  }
  return {
    base,
    record,
    disk: path => {
      try {
        const full = at(path)
        const stats = lstatSync(full)
        return stats.isFile() ? sha256(readFileSync(full)) : 'other'
      } catch (error) {
        if (error instanceof MaestroError) throw error
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return undefined
        if (code === 'ENOTDIR') return 'other'
        throw fail(`“${path}” cannot be read`, error)
      }
    },
    save: next => {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileAtomic.sync(file, `${JSON.stringify(next, null, 2)}\n`)
      } catch (cause) {
        throw fail(`“${file}” cannot be written`, cause)
      }
    },
    backUp: path => {
      try {
        let name = `${BACKUPS}/${path}.bak`
        for (let count = 2; existsSync(join(base, name)); count++) name = `${BACKUPS}/${path}.${count}.bak`
        mkdirSync(dirname(join(base, name)), { recursive: true })
        const aside = `${join(base, name)}.part`
        copyFileSync(at(path), aside)
        renameSync(aside, join(base, name))
        return name
      } catch (cause) {
        throw fail(`“${path}” cannot be backed up`, cause)
      }
    },
    put: (path, bytes) => {
      try {
        const full = at(path)
        mkdirSync(dirname(full), { recursive: true })
        writeFileAtomic.sync(full, Buffer.from(bytes))
      } catch (cause) {
        if (cause instanceof MaestroError) throw cause
        throw fail(`“${path}” cannot be written`, cause)
      }
    },
    missingFolders: path => {
      const missing: string[] = existsSync(base) ? [] : ['.']
      for (let dir = dirname(path); dir !== '.'; dir = dirname(dir)) if (!existsSync(join(base, dir))) missing.push(dir)
      return missing
    },
    remove: path => rmSync(at(path), { force: true }),
    restore: (backup, path) => {
      const full = at(path)
      mkdirSync(dirname(full), { recursive: true })
      renameSync(join(base, backup), full)
    },
    forget: folders => {
      rmSync(file, { force: true })
      prune(join(base, BACKUPS))
      for (const folder of [...folders].sort((a, b) => b.length - a.length)) removeEmpty(join(base, folder))
    },
  }
}

function removeEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty, or not there: either is right.
  }
}

/** Removes folders that hold nothing. */
function prune(folder: string) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) prune(join(folder, entry.name))
  removeEmpty(folder)
}
