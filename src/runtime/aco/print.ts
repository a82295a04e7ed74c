import { writeSync } from 'node:fs'
import { inWords } from './refusal.ts'

/**
 * Prints to standard output: all of it, or the exit code becomes 1 and stderr says why.
 *
 * A reader that closes the pipe early ends the output, not the run. Written without streams, which take their time to
 * load and do not notice when a disk takes only half.
 */
export function print(text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let done = 0
  try {
    // Windows has consoles that take no bytes.
    while (process.platform !== 'win32' && done < bytes.length) done += writeSync(1, bytes, done)
  } catch (error) {
    // A pipe that does not wait is full: the stream waits for it.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
      lost(error)
      return
    }
  }
  if (done === bytes.length) return
  process.stdout.on('error', lost)
  process.stdout.write(bytes.subarray(done))
}

function lost(error: unknown): void {
  if (['EPIPE', 'EOF'].includes((error as NodeJS.ErrnoException).code ?? '')) return
  process.exitCode ||= 1
  try {
    writeSync(2, `The output cannot be written: ${inWords(error)}.\n`)
  } catch {
    // The exit code still holds.
  }
}
