import { VERSION } from '../../core/version.gen.ts'
import { ioFault } from '../aco/access.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { print } from '../aco/print.ts'
import { toJson } from '../aco/text.ts'
import { readArguments, usageAsData } from './arguments.ts'
import { runCommand } from './commands.ts'

/** Warnings that are printed, at most. */
const MOST_WARNINGS = 100

/**
 * Runs a command line and gives the JSON object to print and the exit code: 0 done, 1 runtime error or some rows not
 * completed, 2 bad input or usage. Exactly one object in every case, help included.
 */
export async function wave(argv: readonly string[]): Promise<{ output: Record<string, unknown>; exit: 0 | 1 | 2 }> {
  const warnings: Warning[] = []
  const told = () =>
    warnings.length <= MOST_WARNINGS
      ? warnings
      : [
          ...warnings.slice(0, MOST_WARNINGS),
          { code: 'W_MORE', message: `and ${warnings.length - MOST_WARNINGS} more warnings` },
        ]
  let command: string | undefined
  try {
    const args = readArguments(argv)
    command = args.command
    const { output, exit = 0 } =
      args.command === 'help'
        ? { output: usageAsData() }
        : args.command === 'version'
          ? { output: { version: VERSION } }
          : await runCommand(args.command, { args, warnings })
    return { output: { status: 'ok', command, ...output, warnings: told() }, exit }
  } catch (error) {
    const { code, message, details, exit } = faultOf(error)
    const output = {
      status: 'error',
      ...(command ? { command } : {}),
      code,
      message,
      ...(details === undefined ? {} : { details }),
      warnings: told(),
    }
    return { output, exit }
  }
}

/** What an error means: a fault of this program unless the system refused something. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { code, syscall, path, stack } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && typeof syscall === 'string') return ioFault(error, `${syscall} ${path ?? 'a file'}`)
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
    tell({ status: 'error', code, message, warnings: [] }, exit)
  })
  const { output, exit } = await wave(process.argv.slice(2))
  tell(output, exit)
}
