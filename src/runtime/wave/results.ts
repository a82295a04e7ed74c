import { type Contract, STANDARD_FIELDS } from '../../core/contract.ts'
import { CODEX_COLUMNS } from '../../core/wave.ts'
import { textOf } from './contracts.ts'
import { lineOf } from './csv.ts'
import { writeFile } from './files.ts'
import type { End } from './journal.ts'
import type { WaveFile, WaveRow } from './wave-file.ts'

/** Columns that the runtime adds to results. */
const OWN = ['attempt', 'started_at', 'finished_at', 'reason', 'input_tokens', 'output_tokens'] as const

/** The fields of a contract’s results in the order of the results’ columns. */
export const fieldsOf = ({ result = {} }: Contract): string[] => {
  const own = Object.keys(result).filter(name => !(STANDARD_FIELDS as readonly string[]).includes(name))
  return ['findings', ...own, 'error']
}

/** The runtime’s own columns: one that a field is called like gets another name. */
export const ownColumns = (fields: readonly string[]): string[] =>
  OWN.map(name => (fields.includes(name) ? `run_${name}` : name))

/** Writes `wave-N-results.csv`: a row for each row of the wave, in order. */
export async function writeResults(
  path: string,
  wave: WaveFile,
  contract: Contract,
  endOf: (row: WaveRow) => { end: End; attempts: number },
): Promise<void> {
  const fields = fieldsOf(contract)
  await writeFile(path, async writer => {
    writer.write(lineOf(['id', 'result_status', ...fields, ...ownColumns(fields)]))
    for await (const row of wave.rows) {
      const { end } = endOf(row)
      const { result, tokens } = end
      const values = fields.map(name => textOf(name === 'error' ? end.error : result?.[name]))
      const own = [
        String(end.attempt),
        end.started_at,
        end.finished_at,
        end.reason,
        textOf(tokens?.input),
        textOf(tokens?.output),
      ]
      writer.write(lineOf([row.id, end.result_status, ...values, ...own]))
    }
  })
}

/** Writes results as Codex’s tool did: the columns of the input, then its ten. */
export async function writeCodexResults(
  path: string,
  wave: WaveFile,
  job: string,
  endOf: (row: WaveRow) => { end: End; attempts: number },
): Promise<void> {
  await writeFile(path, async writer => {
    writer.write(lineOf([...wave.header, ...CODEX_COLUMNS]))
    for await (const row of wave.rows) {
      const { end, attempts } = endOf(row)
      const { result, finished_at: at } = end
      const own: Record<(typeof CODEX_COLUMNS)[number], string> = {
        job_id: job,
        item_id: row.id,
        row_index: String(row.index),
        // An id of spaces counts as none.
        source_id: row.source.trim() && row.source,
        // Whoever has reported is done, whatever the report says.
        status: result ? 'completed' : 'failed',
        attempt_count: String(attempts),
        last_error: result ? '' : end.reason,
        result_json: result ? JSON.stringify(result) : '',
        reported_at: result ? at : '',
        completed_at: at,
      }
      writer.write(lineOf([...row.cells, ...CODEX_COLUMNS.map(name => own[name])]))
    }
  })
}
