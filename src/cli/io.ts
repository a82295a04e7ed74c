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

/** The process as an {@link Io}. A reader that closes the pipe early (`| head`) ends the output, not the run. */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', error => {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    })
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
  try {
    return await command()
  } catch (error) {
    if (error instanceof MaestroError) io.err(`${visible(`${error.message}${error.hint ? ` ${error.hint}` : ''}`)}\n`)
    else io.err(`This is a bug in maestro-pack, please report it.\n${(error as Error)?.stack ?? error}\n`)
    return 2
  }
}
