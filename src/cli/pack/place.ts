import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { MaestroError } from '../../core/error.ts'
import type { Io } from '../io.ts'
import type { Given } from './command.ts'
import type { Buildable } from './project.ts'

/** Where a client reads skills and agents: the folder that holds both (platforms’ docs, read 2026-10). */
const IN_PROJECT: Readonly<Record<Buildable, string>> = { claude: '.claude', codex: '.codex', agy: '.agents' }

/** The flags that say where an installation is. */
export const PLACE_FLAGS = {
  platform: { value: 'P[@VERSION]', short: 'p', help: 'claude, codex or agy' },
  global: { short: 'g', help: 'for all projects of this user' },
  project: { value: 'DIR', help: 'the project (default: this folder)' },
  agents: { help: 'for codex: .agents/skills in the place of .codex/skills; agy and gemini read that folder too' },
} as const

/** The folder that an installation goes to, and other folders of the same client. */
export function placeOf({ values, on }: Given, platform: Buildable, io: Io): { base: string; others: string[] } {
  if (on.has('agents') && platform !== 'codex')
    throw new MaestroError(
      'bad-option',
      '“--agents” is for codex.',
      platform === 'agy' ? 'agy has no other folder.' : undefined,
    )
  if (on.has('global') && values['project'])
    throw new MaestroError('bad-option', '“--global” and “--project” exclude each other.')
  const home = io.env['HOME'] ?? io.env['USERPROFILE'] ?? homedir()
  if (on.has('global')) {
    const codex = on.has('agents') ? join(home, '.agents') : (io.env['CODEX_HOME'] ?? join(home, '.codex'))
    const base = { claude: join(home, '.claude'), codex, agy: join(home, '.gemini', 'config') }[platform]
    return { base, others: platform === 'codex' ? [join(home, '.agents'), codex].filter(dir => dir !== base) : [] }
  }
  const root = resolve(io.cwd, values['project'] ?? '.')
  const base = join(root, on.has('agents') ? '.agents' : IN_PROJECT[platform])
  // Codex reads .agents/skills as well as its own folder.
  const others = platform === 'claude' ? [] : [join(root, '.agents'), join(root, '.codex')].filter(dir => dir !== base)
  return { base, others }
}
