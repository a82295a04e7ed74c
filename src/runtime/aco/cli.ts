import { readArguments, usageAsData } from './arguments.ts'
import { runCommand } from './commands.ts'
import { Fault, type Warning } from './fault.ts'
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
    const result = args.command === 'help' ? usageAsData() : await runCommand(args, new Date().toISOString(), warnings)
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

/** What an error means: a fault of this program unless the system refused something. */
function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && typeof syscall === 'string') return new Fault(`E_IO_${code}`, message, 1)
  return new Fault('E_INTERNAL', String(stack ?? error), 1)
}

/** The process: prints and sets the exit code; a closed pipe ends the output, not the run. */
export async function main(): Promise<void> {
  process.stdout.on('error', () => {})
  let isTold = false
  const tell = (output: Record<string, unknown>, exit: number) => {
    if (!isTold) process.stdout.write(toJson(output, true))
    isTold = true
    process.exitCode = exit
  }
  // Should an error come from beside the command, it is told the same way.
  process.on('uncaughtException', error => {
    const { code, message, exit } = faultOf(error)
    tell({ status: 'error', code, message }, exit)
  })
  const { output, exit } = await aco(process.argv.slice(2))
  tell(output, exit)
}
