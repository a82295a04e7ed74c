import { MaestroError } from '../core/error.ts'
import { visible } from '../core/visible.ts'

/** Where a command reads and writes. */
export interface Io {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** Whether standard output is a terminal, and how wide. */
  isTty: boolean
  width: number
  out(text: string): void
  err(text: string): void
  stdin(): Promise<Buffer>
}

const fail = () => {
  process.exitCode = 2
}

/** The process as an {@link Io}. A reader that closes the pipe early (`| head`) ends the output, not the run. */
export function processIo(): Io {
  let isTold = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold) return
    isTold = true
    process.stderr.write(`The output cannot be written (${error.code ?? error.message}).\n`)
    process.once('exit', fail)
  })
  // What cannot be told is lost; the exit code still holds.
  process.stderr.on('error', () => {})
  return {
    cwd: process.cwd(),
    env: process.env,
    isTty: process.stdout.isTTY === true,
    width: process.stdout.columns || 100,
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    stdin: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}

/** Runs a command: what a user can repair becomes one sentence on stderr and exit code 2, a bug keeps its stack. */
export async function run(io: Io, command: () => Promise<number>): Promise<number> {
  // A configuration is code: it can end the process, or leave nothing to wait for, before there is a report.
  const cut = () => {
    io.err('The run was cut short: the configuration ends the process, or waits for a promise that never settles.\n')
    fail()
  }
  process.once('exit', cut)
  try {
    return await command()
  } catch (error) {
    if (error instanceof MaestroError) tell(io, error)
    else io.err(`This is a bug in maestro-pack, please report it.\n${(error as Error)?.stack ?? error}\n`)
    return 2
  } finally {
    process.off('exit', cut)
  }
}

/** Prints an error that a user can repair, in one line. */
export const tell = (io: Io, error: MaestroError): void =>
  io.err(`${visible(`${error.message}${error.hint ? ` ${error.hint}` : ''}`)}\n`)
