import { MaestroError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import { VERSION } from '../core/version.gen.ts'
import { packHelp } from './help.ts'
import { type Io, run } from './io.ts'
import { commandHelp, type PackCommand, readGiven } from './pack/command.ts'

/** Commands by name, loaded when they are called. */
const COMMANDS: Readonly<Record<string, { summary: string; load(): Promise<{ default: PackCommand }> }>> = {
  build: { summary: 'compile the sources into one bundle per client', load: () => import('./pack/build.ts') },
  install: { summary: 'put a bundle where its client reads it', load: () => import('./pack/install.ts') },
  uninstall: { summary: 'take it away again', load: () => import('./pack/uninstall.ts') },
  doctor: { summary: 'say what works on this machine and what does not', load: () => import('./pack/doctor.ts') },
  parity: { summary: 'compare the variants of skills by what they mean', load: () => import('./pack/parity.ts') },
  graph: { summary: 'draw the states, gates and waves of a skill', load: () => import('./pack/graph.ts') },
  import: { summary: 'turn a client’s pack into sources', load: () => import('./pack/import.ts') },
  new: { summary: 'write the sources of a new skill, team, wave or role', load: () => import('./pack/new.ts') },
}

/** `maestro-pack`: arguments in, exit code out. */
export const maestroPack = (argv: readonly string[], io: Io): Promise<number> =>
  run(io, async () => {
    const [first, ...rest] = argv
    if (first === '--version' || first === '-v') io.out(`${VERSION}\n`)
    else if (first === undefined || first === '--help' || first === '-h') io.out(packHelp(COMMANDS))
    else return runCommand(first, rest, io)
    return 0
  })

async function runCommand(name: string, argv: readonly string[], io: Io): Promise<number> {
  const names = Object.keys(COMMANDS)
  if (!Object.hasOwn(COMMANDS, name)) {
    const meant = nearest(name, names)
    const hint = meant ? `Did you mean “${meant}”?` : 'See maestro-pack --help.'
    throw new MaestroError('bad-option', `There is no command “${name}”.`, hint)
  }
  const { default: command } = await COMMANDS[name]!.load()
  if (argv.includes('--help') || argv.includes('-h')) {
    io.out(commandHelp(command))
    return 0
  }
  return command.run(readGiven(command, argv), io)
}
