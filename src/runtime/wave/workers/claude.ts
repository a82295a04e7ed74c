import { join } from 'node:path'
import { MAX_GIVEN, readRegular } from '../../aco/access.ts'
import { isObject, parseJson } from '../../aco/text.ts'
import { objectsIn, type Reply, tokensIn } from '../reply.ts'
import type { Worker } from '../worker.ts'

/** How permissions are called here, by Codex’s names for them. */
const MODES: Readonly<Record<string, readonly string[]>> = {
  'read-only': ['--disallowedTools', 'Agent,Edit,Write,NotebookEdit'],
  'workspace-write': ['--disallowedTools', 'Agent', '--permission-mode', 'acceptEdits'],
  'danger-full-access': ['--disallowedTools', 'Agent', '--dangerously-skip-permissions'],
}

/** `claude -p` (docs: code.claude.com/docs/en/cli-reference; read 2026-11). */
export const claude: Worker = {
  call({ schema, contract, sandbox, model, words, prompt }) {
    const mode = sandbox ?? (contract.writes === 'none' ? 'read-only' : 'workspace-write')
    return {
      argv: [
        ...['claude', '-p', '--output-format', 'json', '--json-schema', JSON.stringify(schema)],
        ...(MODES[mode] ?? []),
        ...(model ? ['--model', model] : []),
        ...words,
      ],
      stdin: prompt,
      // Inside a session of its own the client would refuse to start.
      without: ['CLAUDECODE'],
    }
  },
  read: ({ folder }) => replyIn(join(folder, 'stdout')),
}

/** The one JSON object, or the last of a list of events, that a client prints in the end. */
export function replyIn(path: string, textKey = 'result'): Reply {
  const bytes = readRegular(path, MAX_GIVEN)
  if (!bytes) return { results: [] }
  if ('reason' in bytes) return { results: [], message: `its output ${bytes.reason}` }
  const value = parseJson(bytes.toString('utf8'))
  const report = Array.isArray(value) ? value.findLast(event => isObject(event) && textKey in event) : value
  if (!isObject(report)) return { results: [] }
  const tokens = tokensIn(report['usage'])
  const text = typeof report[textKey] === 'string' ? report[textKey] : ''
  const errors = Array.isArray(report['errors']) ? report['errors'].join('; ') : ''
  const error =
    typeof report['error'] === 'string' ? report['error'] : report['is_error'] === true ? text || errors : ''
  const structured = report['structured_output']
  return {
    results: isObject(structured) ? [structured] : objectsIn(text),
    ...(error ? { message: error } : {}),
    ...(tokens ? { tokens } : {}),
  }
}
