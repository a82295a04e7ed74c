import { VERSION } from '../../core/version.gen.ts'
import { readArguments, usageAsData } from './arguments.ts'
import { runCommand } from './commands.ts'
import { Fault, type Warning } from './fault.ts'
import { print } from './print.ts'
import { ioFault } from './refusal.ts'
import { unique } from './session.ts'
import { toJson } from './text.ts'

/**
 * Runs a command line and gives the JSON object to print and the exit code: 0 ok, 1 runtime error, 2 bad configuration
 * or usage. Exactly one object in every case, usage errors and help included.
 */
export async function aco(argv: readonly string[]): Promise<{ output: Record<string, unknown>; exit: 0 | 1 | 2 }> {
  const warnings: Warning[] = []
  let command: string | undefined
  try {
    const args = readArguments(argv)
    command = args.command
    const result =
      args.command === 'help'
        ? usageAsData()
        : args.command === 'version'
          ? { version: VERSION }
          : await runCommand(args, args.command, new Date().toISOString(), warnings)
    const told = unique(warnings)
    const exit = args.command === 'validate' && (result as { invalid?: number }).invalid ? 1 : 0
    return { output: { status: 'ok', command, ...result, ...(told.length ? { warnings: told } : {}) }, exit }
  } catch (error) {
    const fault = faultOf(error)
    const told = unique(warnings)
    const output = {
      status: 'error',
      ...(command ? { command } : {}),
      code: fault.code,
      message: fault.message,
      ...(fault.details === undefined ? {} : { details: fault.details }),
      ...(told.length ? { warnings: told } : {}),
    }
    return { output, exit: fault.exit }
  }
}

/** What the system’s calls do, for errors that nobody has put into words. */
const DEEDS: Readonly<Record<string, string>> = {
  mkdir: 'make the folder',
  rename: 'put in its place',
  rm: 'remove',
  rmdir: 'remove',
  scandir: 'read the folder',
  stat: 'look at',
  lstat: 'look at',
  unlink: 'remove',
  write: 'write',
}

/** What an error means: a fault of this program unless the system refused something. */
function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { code, syscall, path, stack } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && typeof syscall === 'string')
    return ioFault(
      error,
      syscall === 'uv_cwd' ? 'find the working directory' : `${DEEDS[syscall] ?? 'read'} ${path ?? 'a file'}`,
    )
  return new Fault('E_INTERNAL', String(stack ?? error), 1)
}

/** The process: prints and sets the exit code. */
export async function main(): Promise<void> {
  let isTold = false
  const tell = (output: Record<string, unknown>, exit: number) => {
    process.exitCode = exit
    if (!isTold) print(toJson(output, true))
    isTold = true
  }
  // Should an error come from beside the command, it is told the same way.
  process.on('uncaughtException', error => {
    const { code, message, exit } = faultOf(error)
    tell({ status: 'error', code, message }, exit)
  })
  const { output, exit } = await aco(process.argv.slice(2))
  tell(output, exit)
}
