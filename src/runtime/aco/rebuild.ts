import type { Call, Output } from './call.ts'
import { commit, recover } from './files.ts'
import { withLock } from './lock.ts'
import { Reader, readAtOnce } from './reader.ts'
import { type Before, type Best, fold, readSnapshot, readTrail, tokensOfIteration, trailNumbers } from './replay.ts'
import { openSession, type Session } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import { initialState } from './state.ts'
import { isObject, toJson } from './text.ts'
import { bestFile } from './update.ts'

/** The command `replay`: rebuilds every state from the trails and compares it with what is on disk; `--write` puts it there. */
export async function replay(call: Call): Promise<Output> {
  if (!call.args.values.has('--write'))
    return readAtOnce(call.folder, call.warnings, reader => told(rebuild(call, openSession(reader))))
  await readAtOnce(call.folder, call.warnings, openSession)
  return withLock(call.folder, () => {
    recover(call.folder)
    const rebuilt = rebuild(call, openSession(new Reader(call.folder)))
    if (rebuilt.changes.size) commit(call.folder, rebuilt.changes)
    return told(rebuilt)
  })
}

const told = ({ iterations, changes }: ReturnType<typeof rebuild>) => ({
  iterations,
  identical: changes.size === 0,
  differences: [...changes.keys()],
})

function rebuild({ warnings, runDir, now }: Call, session: Session) {
  const { reader, config, space } = session
  const initial = readSnapshot(reader, 'pheromone/init.json', space, config) ?? initialState(space, config)
  let before: Before = { state: initial, best: undefined, offences: new Map(), tokens: 0, tokensMissing: 0 }
  const changes = new Map<string, string>()
  const compare = (path: string) => {
    const text = toJson(stateToFile(before.state, space, config), before.state.nEdges > DENSE_LIMIT)
    if (reader.text(path) !== text) changes.set(path, text)
  }
  const iterations = trailNumbers(reader)
  for (const iteration of iterations) {
    const trails = readTrail(reader, iteration, space, warnings)
    const tokens = tokensOfIteration(reader, iteration, trails)
    before = fold(before, iteration, trails, tokens, config).after
    compare(`pheromone/history/${iteration}.json`)
  }
  if (before.best && !holds(reader.json('best.json'), before.best))
    changes.set('best.json', toJson(bestFile(before.best, [], session, runDir, now)))
  if (iterations.length) compare('pheromone/current.json')
  return { iterations, changes }
}

/** Whether best.json tells of this path. */
const holds = (file: unknown, { antId, iteration, path, score }: Best) =>
  isObject(file) &&
  file['ant_id'] === antId &&
  file['iteration'] === iteration &&
  file['score'] === score &&
  JSON.stringify(file['path']) === JSON.stringify(path)
