import { type Contract, isStandard } from '../../core/contract.ts'
import { nearest } from '../../core/nearest.ts'
import { CODEX_COLUMNS } from '../../core/wave.ts'
import { defineKind, type Lowering } from '../kind.ts'
import { columnsOf, csvCell, originsOf, type Table } from '../table.ts'
import type { Block } from '../types.ts'
import { contractsOf } from '../wave.ts'

const PHASES = { input: 'Input', computed: 'Computed', lifecycle: 'Lifecycle' } as const
const NAME = { pattern: '^[A-Za-z_]\\w*$', description: 'letters, digits and underscores' }
const text = (description: string) => ({ type: 'string', minLength: 1, description })

/** `yaml csv`: the table of a skill that works in waves. */
export default defineKind({
  kind: 'csv',
  summary: 'The master table: columns with where they come from, sample rows, filter and merge.',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The table of a skill that works in waves',
    type: 'object',
    required: ['file', 'columns'],
    additionalProperties: false,
    properties: {
      file: { type: 'string', pattern: '^[\\w.-]+\\.csv$', description: 'a file name such as tasks.csv' },
      columns: {
        type: 'object',
        minProperties: 1,
        propertyNames: NAME,
        additionalProperties: {
          type: 'object',
          required: ['phase'],
          additionalProperties: false,
          properties: {
            phase: { enum: Object.keys(PHASES) },
            description: text('what stands in the column'),
            initial: { type: 'string', description: 'the value of a new row' },
            wave_csv_only: { type: 'boolean', description: 'true for a column of wave files only' },
            fields: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'fields that are gathered' },
            from: {
              description: 'a contract, or a list of contracts',
              oneOf: [text('a contract'), { type: 'array', minItems: 1, items: text('a contract') }],
            },
          },
        },
      },
      rows: {
        type: 'array',
        items: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
      },
    },
  },

  lower(block, lowering) {
    const table = block.value as Table
    check(table, block, lowering)
    const columns = columnsOf(table)
    const header = columns.filter(({ wave_csv_only: only }) => !only)
    const merged = columns.flatMap(column =>
      column.phase === 'lifecycle' && column.from
        ? [{ name: column.name, origins: originsOf(column.name, column) }]
        : [],
    )
    const copies = merged.flatMap(({ name, origins }) => {
      const fields = [...new Set(origins.map(({ field }) => field))]
      return fields.map(field => (field === name ? `\`${name}\`` : `\`${field}\` → \`${name}\``))
    })
    const rows = table.rows ?? []
    return [
      `### ${table.file}`,
      '',
      '```csv',
      header.map(({ name }) => name).join(','),
      ...rows.map(row => header.map(({ name, initial }) => csvCell(row[name] ?? initial)).join(',')),
      '```',
      '',
      '| Column | Phase | Description |',
      '|---|---|---|',
      ...columns.map(column => `| \`${column.name}\` | ${PHASES[column.phase]} | ${describe(column)} |`),
      '',
      'Each wave takes the rows with `wave==N AND status=="pending"` and leaves the lifecycle columns out of its file.',
      ...(merged.length
        ? [
            '',
            `Merge the results of a wave into master \`${table.file}\`: map \`result_status\` → \`status\`; copy ${copies.join(', ')}. Delete the wave's files only after that.`,
          ]
        : []),
    ].join('\n')
  },
})

function describe({
  name,
  description,
  wave_csv_only: only,
  fields,
  from,
  initial,
}: ReturnType<typeof columnsOf>[number]) {
  const filled = from ? `Filled in from the results of ${[from].flat().join(', ')}` : undefined
  const parts = [
    ...[description ?? filled ?? (fields ? [] : name.replaceAll('_', ' '))].flat(),
    ...(fields ? [`gathers ${fields.join(', ')} of the rows in \`context_from\``] : []),
    ...(only ? ['in wave files only'] : []),
    ...(initial ? [`\`${initial}\` at first`] : []),
  ]
  const sentence = parts.join('; ').replace(/\|/g, '\\|')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

function check(table: Table, { yaml }: Block, lowering: Lowering) {
  const { fault, skill } = lowering
  const columns = columnsOf(table)
  const names = columns.map(({ name }) => name)
  const contracts = contractsOf(skill)
  const ids = contracts.map(({ value }) => value.id)
  const lacks = (name: string, help: string) => {
    if (!names.includes(name)) fault(yaml.keyAt(['columns']), `The table has no column “${name}”.`, help)
  }
  lacks('id', 'Add “id: { phase: input }”: results find their rows by it.')
  lacks('wave', 'Add “wave: { phase: computed }”.')
  lacks('status', 'Add “status: { phase: lifecycle, initial: pending }”.')
  const status = table.columns['status']
  if (status && status.initial !== 'pending')
    fault(
      yaml.keyAt(['columns', 'status']),
      'New rows are not “pending”.',
      'Add “initial: pending”, or no wave finds them.',
    )
  for (const { name, phase, from, fields } of columns) {
    const at = ['columns', name]
    if (phase !== 'lifecycle' && (CODEX_COLUMNS as readonly string[]).includes(name))
      fault(
        yaml.keyAt(at),
        `The results of a wave have a column “${name}” of their own.`,
        'Call the column something else.',
      )
    if (from && phase !== 'lifecycle')
      fault(
        yaml.keyAt([...at, 'from']),
        `“${name}” is filled from results, and is no lifecycle column.`,
        'Write “phase: lifecycle”.',
      )
    for (const { contract, field } of originsOf(name, { phase, ...(from ? { from } : {}) })) {
      const found = contracts.find(({ value }) => value.id === contract)
      if (!found) {
        const meant = nearest(contract, ids)
        const help = meant ? `Did you mean “${meant}”?` : `Contracts of this skill: ${ids.join(', ') || 'none'}.`
        fault(yaml.at([...at, 'from']), `There is no contract “${contract}”.`, help)
      } else if (!isStandard(field) && !Object.hasOwn(found.value.result ?? {}, field)) {
        const meant = nearest(field, Object.keys(found.value.result ?? {}))
        const help = meant ? `Did you mean “${meant}”?` : `Add it under “result” of ${contract}.`
        fault(yaml.at([...at, 'from']), `The contract “${contract}” has no field “${field}”.`, help)
      }
    }
    for (const [index, field] of (fields ?? []).entries())
      if (!names.includes(field))
        fault(
          yaml.at([...at, 'fields', index]),
          `“${field}” is no column of the table.`,
          'Gather columns of earlier rows.',
        )
  }
  for (const [index, row] of (table.rows ?? []).entries())
    for (const name of Object.keys(row))
      if (!names.includes(name)) {
        const meant = nearest(name, names)
        const help = meant ? `Did you mean “${meant}”?` : 'Add it under “columns”.'
        fault(yaml.keyAt(['rows', index, name]), `The row has a cell “${name}”, which is no column.`, help)
      }
  for (const { value, yaml: place, in: document } of contracts) checkTaken(value, place, table, document.path, lowering)
}

/** Every field of a result goes into a column, unless it is dropped on purpose. */
function checkTaken(
  contract: Contract,
  yaml: Block['yaml'],
  table: Table,
  path: string,
  { fault, document }: Lowering,
) {
  // Another document's faults are told where that document is lowered.
  if (path !== document.path) return
  const taken = new Set(
    columnsOf(table).flatMap(column =>
      originsOf(column.name, column).flatMap(({ contract: id, field }) => (id === contract.id ? [field] : [])),
    ),
  )
  for (const [name, field] of Object.entries(contract.result ?? {}))
    if (!taken.has(name) && !field.dropped)
      fault(
        yaml.keyAt(['result', name]),
        `No column takes the field “${name}”.`,
        `Add “from: ${contract.id}” to a column of “${table.file}”, or “dropped: true” here.`,
      )
}
