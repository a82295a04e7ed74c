import { join } from 'node:path'
import type { Worker } from '../worker.ts'
import { replyIn } from './claude.ts'

/** Bytes of a prompt that may stand on the command line: systems take 128 kB in one argument. */
const MAX_ARGUMENT = 100_000

const MODES: Readonly<Record<string, readonly string[]>> = {
  'read-only': [],
  'workspace-write': ['--mode', 'accept-edits'],
  'danger-full-access': ['--dangerously-skip-permissions'],
}

/** `agy -p` (docs: antigravity.google/docs/cli; read 2026-11): the prompt is the value of `-p`, which comes last. */
export const agy: Worker = {
  call({ schemaFile, folder, cwd, contract, sandbox, model, words, prompt, promptFile, seconds }) {
    const mode = sandbox ?? (contract.writes === 'none' ? 'read-only' : 'workspace-write')
    const isLong = Buffer.byteLength(prompt) > MAX_ARGUMENT || prompt.includes('\0')
    return {
      argv: [
        ...['agy', '--output-format', 'json', '--json-schema', schemaFile, '--print-timeout', `${seconds}s`],
        ...['--add-dir', cwd, ...(isLong ? ['--add-dir', folder] : [])],
        ...(MODES[mode] ?? []),
        ...(model ? ['--model', model] : []),
        ...words,
        '-p',
        isLong ? `Read the whole file ${promptFile} and do what it says: it is your task.` : prompt,
      ],
    }
  },
  read: ({ folder }) => replyIn(join(folder, 'stdout'), 'response'),
}
