import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { visible } from '../core/visible.ts'
import type { MaestroConfig } from './config.ts'

/** File names of a configuration, in order of preference. */
export const CONFIG_NAMES = ['ts', 'mts', 'mjs', 'js', 'json'].map(ending => `maestro.config.${ending}`)

/** The configuration file that holds for a folder: in it or in a folder above, up to the repository's root. */
export function findConfig(cwd: string): string | undefined {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const found = CONFIG_NAMES.map(name => join(dir, name)).find(file => existsSync(file))
    if (found) return found
    if (existsSync(join(dir, '.git')) || dirname(dir) === dir) return undefined
  }
}

/**
 * Loads and checks a configuration file. It is the only code of a project that is ever run.
 *
 * @throws MaestroError `bad-config` when it cannot be read, does not run, or is not a configuration.
 */
export async function loadConfig(file: string): Promise<MaestroConfig> {
  const { checkConfig } = await import('./check.ts')
  return checkConfig(await readConfig(file), file)
}

async function readConfig(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new MaestroError('bad-config', `There is no configuration file “${file}”.`)
  try {
    return file.endsWith('.json') ? parseJson(readFileSync(file, 'utf8')) : await runConfig(file)
  } catch (cause) {
    throw new MaestroError('bad-config', `“${file}” cannot be loaded: ${reasonOf(cause, file)}`, undefined, cause)
  }
}

function parseJson(content: string): unknown {
  const text = content.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { message } = cause as Error
    // Some of the engine's messages count characters, the others quote the place.
    const [found, at] = /(?: in JSON)? at position (\d+).*/s.exec(message) ?? []
    if (!found) throw new Error(message.replace(/\s+/g, ' '), { cause })
    const lines = text.slice(0, Number(at)).split('\n')
    throw new Error(message.replace(found, ` at ${lines.length}:${lines.at(-1)!.length + 1}`), { cause })
  }
}

/**
 * Runs a configuration and takes what it exports as plain data: getters run here, once.
 *
 * What it leaves behind is told when it fails later on, and does not cut the run. Timers that never end keep the
 * process alive after its report: nobody but the configuration can say what they are for, so nothing is done there.
 */
async function runConfig(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  // Where the package is not installed (npx, pre-commit), its name stands for the part that a configuration needs.
  const own = ['config.mjs', 'config.ts'].map(name => join(import.meta.dirname, name)).find(name => existsSync(name))
  const alias: Record<string, string> = own ? { 'maestro-pack': own } : {}
  const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false, interopDefault: false, alias })
  if (!lastRun) for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, tellLate)
  lastRun = file
  const loaded = await jiti.import<object>(file)
  return structuredClone('default' in loaded ? loaded.default : { ...loaded })
}

let lastRun = ''

/** Tells what a configuration left behind. A long process loads many: the last one is named. */
function tellLate(error: unknown): void {
  process.stderr.write(`“${lastRun}” failed after it was loaded: ${visible(reasonOf(error, lastRun))}\n`)
  process.once('exit', () => {
    process.exitCode = 2
  })
}

/** What was thrown, in one line; anything can be thrown. */
function reasonOf(thrown: unknown, file: string): string {
  try {
    if (thrown instanceof DOMException && thrown.name === 'DataCloneError') return 'what it exports is no plain data.'
    const text = String(thrown instanceof Error ? thrown.message : thrown)
    // The reader of TypeScript counts columns from 0.
    const [, reason, line, column] = /^(?:ParseError: )?(.*?)\s*\n.*?:(\d+):(\d+)$/s.exec(text) ?? []
    if (text.includes(file) && line) return `${reason} at ${line}:${Number(column) + 1}`
    return text.split('\n')[0]!.slice(0, 300)
  } catch {
    return 'it throws what has no text.'
  }
}
