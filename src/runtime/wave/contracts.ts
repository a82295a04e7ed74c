import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, contractIn, requiredOf } from '../../core/contract.ts'
import { contractSchema } from '../../core/contract-schema.ts'
import { lookAt, MAX_GIVEN, readRegular } from '../aco/access.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { decodeText, isObject, parseJson } from '../aco/text.ts'
import { firstFault, inWords } from './schema.ts'

/** Reads a JSON file. @throws Fault (exit 2) */
export function readJson(path: string, what: string, code: string): unknown {
  const bytes = readRegular(path, MAX_GIVEN)
  if (!bytes) throw new Fault(code, `there is no ${what} ${path}`, 2, { path })
  if ('reason' in bytes) throw new Fault(code, `${path} ${bytes.reason}`, 2, { path })
  const value = parseJson(decodeText(bytes) ?? '')
  if (value === undefined) throw new Fault(code, `${path} is not JSON`, 2, { path })
  return value
}

/** Reads a contract. @throws Fault E_CONTRACT (exit 2). */
export function readContract(path: string): Contract {
  const value = readJson(path, 'contract', 'E_CONTRACT')
  const fault = firstFault(value, contractSchema)
  if (fault)
    throw new Fault('E_CONTRACT', `${path} is no contract: ${inWords(fault)}`, 2, {
      path,
      schema_path: fault.schemaPath,
    })
  const contract = value as Contract
  for (const name of ['id', 'result_status'])
    if (!requiredOf(contract).includes(name))
      throw new Fault('E_CONTRACT', `${path}: “required” lacks “${name}”, without which no result finds its row`, 2, {
        path,
      })
  return contract
}

/** The contract of a file, or those of a folder. @throws Fault E_CONTRACT (exit 2). */
export function contractsAt(path: string): Contract[] {
  if (!lookAt(path)?.isDirectory()) return [readContract(path)]
  const names = readdirSync(path).filter(name => name.endsWith('.json') && !name.endsWith('.schema.json'))
  if (!names.length) throw new Fault('E_CONTRACT', `there is no contract in ${path}`, 2, { path })
  return names.sort().map(name => readContract(join(path, name)))
}

/** All instructions of a contract. */
export const textsOf = ({ instruction, per_wave: waves }: Contract): string[] => [
  instruction,
  ...Object.values(waves ?? {}).flatMap(({ instruction: own }) => own ?? []),
]

/** The contract as it holds in a wave. @throws Fault E_CONTRACT (exit 2) when it is for other waves. */
export function contractFor(contract: Contract, wave: number | undefined): Contract {
  const { waves } = contract
  if (waves !== undefined && waves !== 'all' && wave !== undefined && !waves.includes(wave))
    throw new Fault(
      'E_CONTRACT',
      `the contract ${contract.id} is for wave ${waves.join(', ')}, not for wave ${wave}`,
      2,
    )
  return contractIn(contract, wave)
}

/**
 * The values of a contract’s params as text; what is no text travels as compact JSON.
 *
 * @throws Fault E_PARAMS (exit 2) when one is missing.
 */
export function readParams(
  path: string | undefined,
  { id, params = [] }: Contract,
  warnings: Warning[],
): Record<string, string> {
  const value = path === undefined ? {} : readJson(path, 'file of params', 'E_PARAMS')
  if (!isObject(value)) throw new Fault('E_PARAMS', `${path} is not an object of params`, 2, { path })
  const missing = params.filter(name => !Object.hasOwn(value, name))
  if (missing.length) {
    const help = path === undefined ? 'give them with --params FILE' : `add them to ${path}`
    throw new Fault('E_PARAMS', `the contract ${id} needs ${missing.join(', ')}: ${help}`, 2, { missing })
  }
  const unknown = Object.keys(value).filter(name => !params.includes(name))
  if (unknown.length)
    warnings.push({ code: 'W_PARAMS', message: `the contract ${id} has no param ${unknown.join(', ')}` })
  return Object.fromEntries(params.map(name => [name, textOf(value[name])]))
}

/** A value as the text of a cell: what is no text as compact JSON, nothing as an empty cell. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
