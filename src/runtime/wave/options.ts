import { dirname, join, resolve } from 'node:path'
import { type Contract, contractIn, limitsOf } from '../../core/contract.ts'
import { WAVE_WORKERS } from '../../core/wave.ts'
import { lookAt } from '../aco/access.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { meant } from '../aco/unknown.ts'
import { type Arguments, usage, wholeNumber } from './arguments.ts'
import { readContract, readParams } from './contracts.ts'
import { exists, keepApart } from './read.ts'
import { waveOf } from './wave-file.ts'
import { wordsOf } from './workers/command.ts'

/** What a run is made with: plain data, so that the journal can keep it. */
export interface RunOptions {
  /** Paths are absolute. */
  wave_csv: string
  results: string
  contract: Contract
  params: Record<string, string>
  worker: (typeof WAVE_WORKERS)[number]
  words: readonly string[]
  max_concurrency: number
  /** Seconds; each row has its contract’s when it is not given. */
  max_runtime: number | undefined
  codex_columns: boolean
  model: string | undefined
  sandbox: string | undefined
  cwd: string
}

const MAX_CONCURRENCY = 64

const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access']

/** Reads what a command line says about a run. @throws Fault (exit 2) */
export function runOptions({ values, words }: Arguments, warnings: Warning[]): RunOptions {
  const waveCsv = resolve(exists(values.get('--wave-csv')!))
  const contract = readContract(values.get('--contract')!)
  const worker = values.get('--worker')!
  if (!isWorker(worker))
    throw usage(`there is no worker “${worker}”${meant(worker, WAVE_WORKERS)}`, { workers: WAVE_WORKERS })
  const cwd = resolve(values.get('--cd') ?? '.')
  if (!lookAt(cwd)?.isDirectory()) throw new Fault('E_FILE', `--cd: there is no folder ${cwd}`, 2, { path: cwd })
  const sandbox = values.get('--sandbox')
  if (sandbox !== undefined && !SANDBOXES.includes(sandbox))
    throw usage(`--sandbox takes ${SANDBOXES.join(', ')}, not “${sandbox}”${meant(sandbox, SANDBOXES)}`)
  const { max_concurrency: concurrency } = limitsOf(contractIn(contract, waveOf(waveCsv)))
  const results = values.get('--results')
  if (results !== undefined) keepApart('--results', results, waveCsv)
  return {
    wave_csv: waveCsv,
    results: resolve(results ?? join(dirname(waveCsv), resultsName(waveCsv))),
    contract,
    params: readParams(values.get('--params'), contract, warnings),
    worker,
    words: worker === 'command' ? commandOf(words) : words,
    max_concurrency: Math.min(wholeNumber(values, '--max-concurrency') ?? concurrency, MAX_CONCURRENCY),
    max_runtime: wholeNumber(values, '--max-runtime'),
    codex_columns: values.has('--codex-columns'),
    model: values.get('--model'),
    sandbox,
    cwd,
  }
}

/** `wave-2-results.csv` for `wave-2.csv`. */
const resultsName = (waveCsv: string) => `${/([^\\/]+?)(?:\.csv)?$/i.exec(waveCsv)![1]}-results.csv`

const isWorker = (name: string): name is RunOptions['worker'] => (WAVE_WORKERS as readonly string[]).includes(name)

/** The command of `--worker command`: one word is a command line, several are its words. */
function commandOf(words: readonly string[]): readonly string[] {
  const found = words.length === 1 ? wordsOf(words[0]!) : words
  if (!found) throw usage('a quote is not closed in the command of --worker command')
  if (!found.length) throw usage("--worker command needs a command line: --worker command 'node worker.mjs'")
  return found
}
