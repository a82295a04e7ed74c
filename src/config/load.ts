import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MaestroError } from '../core/error.ts'
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
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'))
    const { createJiti } = await import('jiti')
    const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false })
    return await jiti.import(file, { default: true })
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]
    throw new MaestroError('bad-config', `“${file}” cannot be loaded: ${reason}`, undefined, cause)
  }
}
