import { join } from 'node:path'
import { type Contract, limitsOf } from '../../core/contract.ts'
import { nearest } from '../../core/nearest.ts'
import { structuredForm } from '../../core/structured.ts'
import { CODEX_COLUMNS } from '../../core/wave.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { toJson } from '../aco/text.ts'
import { contractFor } from './contracts.ts'
import { homeOf, makeFolder, writeFile } from './files.ts'
import type { RunOptions } from './options.ts'
import { plainSchema, promptFor } from './prompt.ts'
import { unknownIn } from './template.ts'
import { checkWave, type WaveRow } from './wave-file.ts'
import type { Job, Setting } from './worker.ts'

/**
 * Checks all that can be wrong with a run before its first worker starts: the wave’s file, the names in instructions,
 * the schema. Gives the ids of the rows, and for each row what its worker is told.
 *
 * @throws Fault (exit 2)
 */
export async function prepare(options: RunOptions, warnings: Warning[]) {
  const { contract, params, wave_csv: path, codex_columns: codex } = options
  const { header, ids, waves } = await checkWave(path, codex)
  const both = Object.keys(params).filter(name => header.includes(name))
  if (both.length)
    warnings.push({
      code: 'W_PARAM_COLUMN',
      message: `${both.join(', ')}: column and param; the cell of the row counts`,
    })
  const contracts = new Map<number | undefined, Contract>()
  for (const wave of waves) {
    contracts.set(wave, contractFor(contract, wave))
    checkNames(contracts.get(wave)!.instruction, [...header, ...Object.keys(params)], wave)
  }
  const clash = codex ? CODEX_COLUMNS.filter(name => header.includes(name)) : []
  if (clash.length)
    throw new Fault('E_TABLE', `${path}: --codex-columns adds columns of the same name: ${clash.join(', ')}`, 2, {
      path,
    })
  const setting = await settingFor(options)
  const jobFor = (row: WaveRow, folder: string): Job => {
    const own = contracts.get(row.wave)!
    const lookup = (name: string) =>
      Object.hasOwn(row.row, name) ? row.row[name] : Object.hasOwn(params, name) ? params[name] : undefined
    return {
      ...setting,
      contract: own,
      prompt: promptFor(own, lookup, row.id, row.row),
      promptFile: join(folder, 'prompt.md'),
      row: row.row,
      folder,
      seconds: options.max_runtime ?? limitsOf(own).max_runtime_seconds,
    }
  }
  return { ids, jobFor }
}

/** @throws Fault E_TEMPLATE (exit 2) */
function checkNames(instruction: string, known: readonly string[], wave: number | undefined): void {
  const [unknown] = unknownIn(instruction, name => known.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, known)
  const help = near === undefined ? 'write {{ and }} for braces as such' : `did you mean {${near}}?`
  const where = wave === undefined ? '' : ` of wave ${wave}`
  const message = `the instruction${where} names {${unknown}}, which is neither a column nor a param; ${help}`
  throw new Fault('E_TEMPLATE', message, 2, { name: unknown })
}

/** What all rows share; the schema’s files are written beside the journal. */
async function settingFor(options: RunOptions): Promise<Setting> {
  const { contract, wave_csv: path, cwd, model, sandbox, words, worker } = options
  const schema = plainSchema(contract)
  const home = homeOf(path)
  const [schemaFile, strictFile] = ['schema', 'strict.schema'].map(kind =>
    join(home, `${contract.id}.${kind}.json`),
  ) as [string, string]
  // Servers differ in the limits that they take, and the result is checked against the schema itself.
  const strict = structuredForm(schema, { portable: true })
  const [fault] = strict.faults
  if (worker === 'codex' && fault)
    throw new Fault('E_CONTRACT', `the result of ${contract.id} has no strict form: ${fault.reason} ${fault.help}`, 2)
  makeFolder(home)
  await writeFile(schemaFile, writer => writer.write(toJson(schema)))
  await writeFile(strictFile, writer => writer.write(toJson(strict.schema)))
  return { schema, schemaFile, strictFile, cwd, model, sandbox, words }
}
