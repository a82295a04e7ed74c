import { type Contract, contractIn, instructionName, limitsOf, resultSchema } from '../core/contract.ts'
import { compareVersions } from '../core/version.ts'
import { WAVE_COMMANDS, type WaveCommand } from '../core/wave.ts'
import type { YamlBlock } from '../markdown/yaml-block.ts'
import { bare, call } from './call.ts'
import type { Client } from './client.ts'
import type { Lowering } from './kind.ts'
import { columnsOf, originsOf, tablesOf } from './table.ts'
import { didYouMean, type Token } from './tokens.ts'
import type { SourceDocument, SourceSkill, Target } from './types.ts'
import { first, flagsFrom, hole, type Word } from './word.ts'

/** Whether the target still has `spawn_agents_on_csv` (removed from Codex in 0.145.0, openai/codex PR 34413). */
export const hasCsvTool = ({ platform, version }: Target): boolean =>
  platform.id === 'codex' && compareVersions(version, '0.145') < 0

/** The contracts of a skill, in order. */
export const contractsOf = ({ blocks }: SourceSkill): { value: Contract; yaml: YamlBlock; in: SourceDocument }[] =>
  blocks.flatMap(({ block, in: document }) =>
    block.kind === 'contract' ? [{ value: block.value as Contract, yaml: block.yaml, in: document }] : [],
  )

/** What a wave is run with. */
interface Wave {
  contract: Contract
  /** The wave as written: a number, or a name for one. */
  name: string
  table: string
  session: string
  concurrency: string
}

export const dispatch: Word = {
  name: 'dispatch',
  usage: '{{dispatch executor wave=N}}',
  summary:
    'everything that runs a wave under a contract; `concurrency={n}` where the user may set it, `session=` a folder',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    const { fault, skill } = lowering
    for (const [name, { span }] of Object.entries(token.named))
      if (!['wave', 'concurrency', 'session', 'table'].includes(name)) {
        const keys = ['wave', 'concurrency', 'session', 'table']
        fault(span, `“dispatch” takes no “${name}”.`, didYouMean(name, keys, `It takes ${keys.join(', ')}.`))
      }
    const contracts = contractsOf(skill)
    const found = contracts.find(({ value }) => value.id === argument.text)
    if (!found) {
      const ids = contracts.map(({ value }) => value.id)
      const help = didYouMean(argument.text, ids, `Contracts of this skill: ${ids.join(', ') || 'none'}.`)
      fault(argument.span, `There is no contract “${argument.text}”.`, help)
      return ''
    }
    const name = token.named['wave']?.text ?? 'N'
    const number = /^\d+$/.test(name) ? Number(name) : undefined
    const { waves } = found.value
    if (Array.isArray(waves) && number !== undefined && !waves.includes(number))
      fault(token.span, `The contract “${argument.text}” is not for wave ${number}.`, `It is for ${waves.join(', ')}.`)
    const table = token.named['table']?.text ?? tablesOf(skill)[0]?.value.file
    if (!table) {
      fault(token.span, 'The skill has no table to take a wave from.', 'Add a block “yaml csv”.')
      return ''
    }
    const contract = contractIn(found.value, number)
    const session = hole(token.named['session']?.text ?? 'session')
    const concurrency = token.named['concurrency']?.text ?? String(limitsOf(contract).max_concurrency)
    const wave: Wave = { contract, name, table, session, concurrency }
    const instruction = instructionsOf(found.value, number)
    return hasCsvTool(lowering.target) ? byTool(wave, instruction, lowering) : byRuntime(wave, instruction, lowering)
  },
}

/** The name of the instruction that a wave's workers get; of all that there are where the wave is not known yet. */
function instructionsOf({ id, per_wave = {} }: Contract, number: number | undefined): { name: string; others: string } {
  const own = Object.keys(per_wave).filter(wave => per_wave[wave]?.instruction)
  const nameFor = (wave: string) => instructionName(`${id}_wave_${wave}`)
  if (number !== undefined && own.includes(String(number))) return { name: nameFor(String(number)), others: '' }
  const others = number === undefined ? own.map(wave => ` (${nameFor(wave)} in wave ${wave})`).join('') : ''
  return { name: instructionName(id), others }
}

type Instruction = ReturnType<typeof instructionsOf>

/** Codex before 0.145: the call in full form. */
function byTool({ contract, name, table, session, concurrency }: Wave, instruction: Instruction, { skill }: Lowering) {
  const gathers = tablesOf(skill)[0]?.value.columns['prev_context']
  const { $schema: _, ...schema } = resultSchema(contract)
  const code = call('spawn_agents_on_csv', {
    csv_path: `${session}/wave-${name}.csv`,
    id_column: 'id',
    instruction: bare(instruction.name),
    max_concurrency: bare(concurrency.replace(/^\{(\w+)\}$/, '$1')),
    max_runtime_seconds: limitsOf(contract).max_runtime_seconds,
    output_csv_path: `${session}/wave-${name}-results.csv`,
    output_schema: schema,
  })
  const params = contract.params?.map(param => `\`{${param}}\``).join(', ')
  return [
    ...(params
      ? [`Put the values of ${params} into ${instruction.name}${instruction.others} before the call.`, '']
      : []),
    `Filter \`wave==${name} AND status=="pending"\` of \`${session}/${table}\`, ${gathers ? 'fill `prev_context`, and ' : 'and '}write the rows to \`${session}/wave-${name}.csv\`. Then call, with the feature \`enable_fanout\` on:`,
    '',
    '```javascript',
    code,
    '```',
    '',
    `Each row of \`${session}/wave-${name}-results.csv\` has its result in \`result_json\`; a row without one has failed, with \`last_error\` as its error. Merge as said under \`${table}\`.`,
  ].join('\n')
}

/** Everyone else: the bundled runtime filters, runs, checks and merges. */
function byRuntime(
  { contract, name, table, session, concurrency }: Wave,
  instruction: Instruction,
  { client, needs, skill }: Lowering,
) {
  needs('wave')
  const wave = hole(name)
  const runtime = `node ${client.skillDir}/scripts/wave.mjs`
  const contractFile = `${client.skillDir}/contracts/${contract.id}.json`
  const seconds = limitsOf(contract).max_runtime_seconds
  const params = contract.params?.length ? ` --params ${session}/params.json` : ''
  const renames = renamesFor(contract.id, skill)
  const map = renames.length ? ` --map ${renames.join(',')}` : ''
  const lines = [
    ...(params
      ? [
          `Write \`${session}/params.json\` first, an object with ${contract.params!.map(param => `\`${param}\``).join(', ')}.`,
          '',
        ]
      : []),
    '```bash',
    `${runtime} next --csv ${session}/${table} --wave ${wave} ${gathering(client, skill).join(' ')}`,
    `${runtime} run --wave-csv ${session}/wave-${wave}.csv --contract ${contractFile} --worker ${client.id} --max-concurrency ${concurrency} --max-runtime ${seconds}${params}`,
    `${runtime} merge --csv ${session}/${table} --results ${session}/wave-${wave}-results.csv${map}`,
    '```',
    '',
    '`next` takes the rows with `wave==N AND status=="pending"` whose dependencies allow it. `run` starts one worker per row and waits for all; exit code 1 means that some rows are not completed, which `merge` writes down. After an interruption: `resume`, then `merge`.',
  ]
  if (client.id === 'claude' && concurrency !== '1')
    lines.push(
      '',
      `With no more than ${concurrency} rows, \`Agent\` calls may take the place of \`run\`: one per row, all in one message, each with ${instruction.name}${instruction.others} filled in from its row. Write the answers to \`${session}/wave-${wave}-results.jsonl\`, one object a line, and have \`merge\` read that file with \`--contract ${contractFile}\`: it checks every answer against the schema, and a row without one has failed.`,
    )
  return lines.join('\n')
}

/** What `next` leaves out of a wave’s file and gathers from earlier rows: the contracts’ fields, unless the table says. */
function gathering({ skillDir }: Client, skill: SourceSkill): string[] {
  const fields = tablesOf(skill)[0]?.value.columns['prev_context']?.fields
  return [`--contract ${skillDir}/contracts`, ...(fields ? [`--fields ${fields.join(',')}`] : [])]
}

/** Columns that take a field of another name: `findings=result_findings`. */
const renamesFor = (contract: string, skill: SourceSkill): string[] =>
  tablesOf(skill)
    .slice(0, 1)
    .flatMap(({ value }) => columnsOf(value))
    .flatMap(column =>
      originsOf(column.name, column).flatMap(({ contract: id, field }) =>
        id === contract && field !== column.name ? [`${column.name}=${field}`] : [],
      ),
    )

export const wave: Word = {
  name: 'wave',
  usage: '{{wave status}}',
  summary: 'a command line of the wave runtime; names become holes, `session=` another folder',
  expand(token: Token, lowering: Lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    lowering.needs('wave')
    const commands: Readonly<Record<string, WaveCommand>> = WAVE_COMMANDS
    const command = Object.hasOwn(commands, argument.text) ? commands[argument.text] : undefined
    if (!command) {
      const names = Object.keys(commands)
      const help = didYouMean(argument.text, names, `Commands are ${names.join(', ')}.`)
      lowering.fault(argument.span, `wave.mjs has no command “${argument.text}”.`, help)
      return ''
    }
    const session = hole(token.named['session']?.text ?? 'session')
    const table = tablesOf(lowering.skill)[0]?.value.file ?? 'tasks.csv'
    const implied: Record<string, string> =
      command.required.includes('--csv') && !('csv' in token.named) ? { csv: `${session}/${table}` } : {}
    const parts = flagsFrom(token, `wave.mjs ${argument.text}`, command, implied, lowering)
    if (argument.text === 'next')
      parts.push(
        ...gathering(lowering.client, lowering.skill).filter(flag => !(/^--(\w+)/.exec(flag)![1]! in token.named)),
      )
    return `node ${lowering.client.skillDir}/scripts/wave.mjs ${[argument.text, ...parts].join(' ')}`
  },
}
