import type { Call, Output } from './call.ts'
import type { Warning } from './fault.ts'
import { commit, recover } from './files.ts'
import { frozenIn } from './frozen.ts'
import { tellGaps } from './gaps.ts'
import { iterationsOf, stateAtInit, step } from './history.ts'
import { initialText } from './init.ts'
import { withLock } from './lock.ts'
import { Reader, readAtOnce } from './reader.ts'
import { type Best, nothingBefore } from './replay.ts'
import { openSession, type Session } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import { isObject, toJson } from './text.ts'
import { trailNumbers } from './trail.ts'
import { bestFile } from './update.ts'

/** The command `replay`: rebuilds every state from the trails and compares it with what is on disk; `--write` puts it there. */
export async function replay(call: Call): Promise<Output> {
  if (!call.args.values.has('--write'))
    return readAtOnce(call.folder, call.warnings, reader => told(rebuild(call, openSession(reader, call.warnings))))
  await readAtOnce(call.folder, [], reader => openSession(reader))
  return withLock(call.folder, () => {
    recover(call.folder)
    const rebuilt = rebuild(call, openSession(new Reader(call.folder), call.warnings))
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
  const doubts: Warning[] = []
  let before = nothingBefore(stateAtInit(session, doubts))
  const changes = new Map<string, string>()
  frozenIn(reader, doubts)
  if (doubts.length) changes.set('pheromone/init.json', initialText(space, config))
  const compare = (path: string) => {
    const text = toJson(stateToFile(before.state, space, config), before.state.nEdges > DENSE_LIMIT)
    if (reader.text(path) !== text) changes.set(path, text)
  }
  tellGaps(reader, Infinity, warnings)
  const iterations = trailNumbers(reader)
  for (const iteration of iterationsOf(reader)) {
    before = step(session, before, iteration, warnings)
    if (iterations.includes(iteration)) compare(`pheromone/history/${iteration}.json`)
  }
  if (before.best && !holds(reader.json('best.json'), before.best))
    changes.set('best.json', toJson(bestFile(before.best, [], session, runDir, now)))
  if (iterations.length) compare('pheromone/current.json')
  warnings.push(...doubts)
  return { iterations, changes }
}

/** Whether best.json tells of this path. */
export const holds = (file: unknown, { antId, iteration, path, score }: Best) =>
  isObject(file) &&
  file['ant_id'] === antId &&
  file['iteration'] === iteration &&
  file['score'] === score &&
  JSON.stringify(file['path']) === JSON.stringify(path)
