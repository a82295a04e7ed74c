import { resolve as absolute, basename, dirname, join } from 'node:path'
import { lookAt } from '../aco/access.ts'
import type { Call, Outcome } from './call.ts'
import { withTable } from './files.ts'
import { readJournal } from './history.ts'
import { openJournal } from './journal.ts'
import { endLeftovers } from './leftovers.ts'
import type { RunOptions } from './options.ts'
import { exists } from './read.ts'
import { carryOut } from './run.ts'

/** `resume`: goes on with the run that did not come to its end. */
export async function resume({ args: { values }, warnings }: Call): Promise<Outcome> {
  const path = exists(values.get('--csv')!)
  return withTable(path, async () => {
    const history = readJournal(path)
    // Before anything else can go wrong.
    await endLeftovers(path, history, openJournal(path), warnings)
    const open = [...history.runs.values()].filter(
      ({ isDone, wave_csv: name }) => !isDone && lookAt(join(dirname(path), name)),
    )
    const last = open.at(-1)
    if (!last) return { output: { csv: path, resumed: false } }
    for (const { wave_csv: name } of open.slice(0, -1))
      warnings.push({ code: 'W_OTHER_RUN', message: `the run of ${name} did not come to its end either` })
    const options = movedTo(absolute(dirname(path)), last.options)
    const { output, exit } = await carryOut(options, values.has('--json'), warnings)
    return { output: { csv: path, resumed: true, ...output }, ...(exit ? { exit } : {}) }
  })
}

/** The options of a run whose folder may lie elsewhere by now. */
function movedTo(folder: string, options: RunOptions): RunOptions {
  const before = dirname(options.wave_csv)
  const { results } = options
  return {
    ...options,
    wave_csv: join(folder, basename(options.wave_csv)),
    results: dirname(results) === before ? join(folder, basename(results)) : results,
  }
}
