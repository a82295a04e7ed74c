import { join } from 'node:path'
import { fromStructured } from '../../../core/structured.ts'
import { lookAt, MAX_GIVEN, readRegular } from '../../aco/access.ts'
import { isObject, parseJson } from '../../aco/text.ts'
import { linesOf } from '../read.ts'
import { objectsIn, type Reply, tokensIn } from '../reply.ts'
import type { Job, Worker } from '../worker.ts'

const LAST_MESSAGE = 'last-message'

/** `codex exec` (docs: developers.openai.com/codex/noninteractive; read 2026-11). */
export const codex: Worker = {
  call({ strictFile, folder, cwd, contract, sandbox, model, words, prompt }) {
    const mode = sandbox ?? (contract.writes === 'none' ? 'read-only' : 'workspace-write')
    return {
      argv: [
        ...['codex', 'exec', '--json', '--output-schema', strictFile, '-o', join(folder, LAST_MESSAGE)],
        ...['-C', cwd, '-s', mode, '--skip-git-repo-check'],
        ...(model ? ['-m', model] : []),
        ...words,
        '-',
      ],
      stdin: prompt,
    }
  },
  read(job) {
    const { texts, ...told } = eventsOf(join(job.folder, 'stdout'))
    const messages = texts.length ? texts : lastMessage(job)
    // Absent fields come as null: the strict form demands all of them.
    const results = messages.flatMap(objectsIn).map(value => fromStructured(value, job.schema) as typeof value)
    return { ...told, results }
  },
}

function lastMessage({ folder }: Job): string[] {
  const bytes = readRegular(join(folder, LAST_MESSAGE), MAX_GIVEN)
  return bytes && !('reason' in bytes) ? [bytes.toString('utf8')] : []
}

/** What the events tell: the messages after the last act, tokens of all turns, what went wrong. */
function eventsOf(path: string): Omit<Reply, 'results'> & { texts: string[] } {
  const found: Omit<Reply, 'results'> & { texts: string[] } = { texts: [] }
  for (const { text } of lookAt(path) ? linesOf(path, true) : []) {
    const event = parseJson(text)
    if (!isObject(event)) continue
    const { type, item, usage, error, message } = event
    if (type === 'turn.completed') {
      const tokens = tokensIn(usage)
      if (tokens)
        found.tokens = {
          input: (found.tokens?.input ?? 0) + tokens.input,
          output: (found.tokens?.output ?? 0) + tokens.output,
        }
    } else if (type === 'turn.failed' && isObject(error)) found.message = String(error['message'])
    else if (type === 'error') found.message = String(message)
    else if (isObject(item) && item['type'] === 'agent_message') {
      // What is said between acts is no result: only the closing messages count.
      if (type === 'item.completed') found.texts.push(String(item['text']))
    } else if (isObject(item) && item['type'] !== 'reasoning') found.texts = []
  }
  return found
}
