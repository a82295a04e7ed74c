import {
  type Contract,
  contractIn,
  instructionName,
  isStandard,
  placeholdersIn,
  requiredOf,
  resultSchema,
  statusesOf,
  terminationLines,
} from '../../core/contract.ts'
import { contractSchema } from '../../core/contract-schema.ts'
import { nearest } from '../../core/nearest.ts'
import { structuredForm } from '../../core/structured.ts'
import { defineKind, type Lowering } from '../kind.ts'
import { columnsOf, tablesOf } from '../table.ts'
import type { Block } from '../types.ts'
import { hasCsvTool } from '../wave.ts'

/** `yaml contract`: what a worker gets, returns, and how it may end. */
export default defineKind({
  kind: 'contract',
  summary: 'The contract of a worker: instruction, result fields, every way to end, limits.',
  schema: contractSchema,

  lower(block, lowering) {
    const contract = block.value as Contract
    check(contract, block, lowering)
    const { fault, file, target } = lowering
    const schema = resultSchema(contract)
    const strict = structuredForm(schema)
    for (const { reason, help } of strict.faults)
      fault(block.yaml.keyAt(['result']), `The result has no strict form: ${reason}`, help)
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
    if (!hasCsvTool(target)) {
      file(`contracts/${contract.id}.json`, json(withoutDropped(contract)))
      file(`contracts/${contract.id}.schema.json`, json(schema))
      file(`contracts/${contract.id}.strict.schema.json`, json(strict.schema))
    }
    const channel = hasCsvTool(target) ? 'tool' : 'message'
    const variants = Object.keys(contract.per_wave ?? {})
    const shown: [title: string, contract: Contract][] = [
      [`${titleOf(contract.id)} Worker Contract (${instructionName(contract.id)})`, contractIn(contract, undefined)],
      ...variants.map((wave): [string, Contract] => [
        `${titleOf(contract.id)} Worker Contract, wave ${wave} (${instructionName(`${contract.id}_wave_${wave}`)})`,
        contractIn(contract, Number(wave)),
      ]),
    ]
    return [
      `**Output schema** (contract \`${contract.id}\`):`,
      '',
      '```json',
      JSON.stringify(withoutMeta(schema), null, 2),
      '```',
      ...shown.flatMap(([title, { instruction, ...rest }]) => [
        '',
        `#### ${title}`,
        '',
        '```',
        instruction.trimEnd(),
        '',
        ...terminationLines({ instruction, ...rest }, channel),
        '```',
      ]),
    ].join('\n')
  },
})

const titleOf = (id: string) =>
  id
    .split(/[_-]/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** Skills show the schema without the line that names its draft. */
function withoutMeta({ $schema: _, ...schema }: Record<string, unknown>) {
  return schema
}

/** `dropped` speaks to the compiler alone. */
function withoutDropped({ result, ...contract }: Contract): Contract {
  if (!result) return contract
  const fields = Object.entries(result).map(([name, { dropped: _, ...field }]) => [name, field])
  return { ...contract, result: Object.fromEntries(fields) }
}

function check(contract: Contract, { yaml }: Block, { fault, skill }: Lowering) {
  const fields = [...Object.keys(contract.result ?? {}), 'id', 'result_status', 'findings', 'error']
  for (const name of Object.keys(contract.result ?? {}))
    if (isStandard(name))
      fault(
        yaml.keyAt(['result', name]),
        `Every result has “${name}” already.`,
        'Remove it here; “findings” has its own key.',
      )
  for (const [index, name] of (contract.required ?? []).entries())
    if (!fields.includes(name)) {
      const meant = nearest(name, fields)
      fault(
        yaml.at(['required', index]),
        `The required field “${name}” is no field of the result.`,
        meant ? `Did you mean “${meant}”?` : 'Add it under “result”.',
      )
    }
  for (const name of ['id', 'result_status'])
    if (!requiredOf(contract).includes(name))
      fault(yaml.at(['required']), `“required” lacks “${name}”.`, `Add it: without “${name}” no result finds its row.`)
  const statuses = statusesOf(contract)
  for (const status of ['completed', 'failed', 'blocked', 'skipped'] as const)
    if (contract.ends[status] !== undefined && !statuses.includes(status))
      fault(yaml.keyAt(['ends', status]), `The status “${status}” is not under “statuses”.`, 'Add it there.')
    else if (contract.ends[status] === undefined && statuses.includes(status) && status !== 'failed')
      fault(yaml.keyAt(['ends']), `“ends” does not say when a worker ends as “${status}”.`, `Add “${status}: …”.`)
  if (statuses.includes('failed') && contract.ends.failed === undefined)
    fault(yaml.keyAt(['ends']), '“ends” does not say when a worker ends as “failed”.', 'Add “failed: …”.')
  checkSettings(contract, yaml, fault)
  const table = tablesOf(skill)[0]
  const columns = table ? columnsOf(table.value).map(({ name }) => name) : undefined
  const params = contract.params ?? []
  const texts: [(string | number)[], string | undefined][] = [
    [['instruction'], contract.instruction],
    ...Object.entries(contract.per_wave ?? {}).map(([wave, own]): [(string | number)[], string | undefined] => [
      ['per_wave', wave, 'instruction'],
      own.instruction,
    ]),
  ]
  if (!columns) return
  for (const [path, text] of texts)
    for (const { name } of placeholdersIn(text ?? '')) {
      if (columns.includes(name) || params.includes(name)) continue
      const meant = nearest(name, [...columns, ...params])
      fault(
        yaml.at(path),
        `“{${name}}” is neither a column of “${table!.value.file}” nor a param.`,
        meant ? `Did you mean “{${meant}}”?` : 'Add it under “params”, or write “{{” and “}}” for braces as such.',
      )
    }
}

/** Outcomes set fields that exist, to values that these take. */
function checkSettings({ ends, result = {} }: Contract, yaml: Block['yaml'], fault: Lowering['fault']) {
  for (const [status, end] of Object.entries(ends)) {
    if (!Array.isArray(end)) continue
    for (const [index, { set }] of end.entries() as Iterable<[number, { set?: Record<string, unknown> }]>)
      for (const [name, value] of Object.entries(set ?? {})) {
        const at = ['ends', status, index, 'set', name]
        const field = Object.hasOwn(result, name) ? result[name] : undefined
        if (!field && !['findings', 'error'].includes(name)) {
          const meant = nearest(name, Object.keys(result))
          fault(
            yaml.keyAt(at),
            `The outcome sets “${name}”, which is no field of the result.`,
            meant ? `Did you mean “${meant}”?` : 'Add it under “result”.',
          )
        } else if (field?.enum && !field.enum.includes(value))
          fault(yaml.at(at), `“${name}” cannot be “${String(value)}”.`, `It is one of ${field.enum.join(', ')}.`)
      }
  }
}
