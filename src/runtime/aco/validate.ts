import { basename, resolve } from 'node:path'
import { wholeNumber } from './arguments.ts'
import { type Artifact, isRejected, type Rejected } from './artifact.ts'
import { artifactFiles, checkFiles, type Rules, readArtifact } from './artifact-files.ts'
import type { Call, Output } from './call.ts'
import { readConfig } from './config.ts'
import { Fault } from './fault.ts'
import { readAtOnce } from './reader.ts'
import { openSession } from './session.ts'
import { byNature, isObject } from './text.ts'

/**
 * The command `validate`: whether artifacts would count in an `update` of their iteration, as things stand now.
 *
 * With a session the rules are those of `update`, and the other artifacts of the iteration are looked at too; without
 * one only the format is checked.
 */
export async function validate({ args, folder, runDir, warnings }: Call): Promise<Output> {
  const given = args.values.has('--iter') ? wholeNumber(args.values, '--iter') : undefined
  if (!args.words.length) throw new Fault('E_USAGE', 'validate needs at least one file', 2)
  const session = folder ? await readAtOnce(folder, warnings, reader => openSession(reader, warnings)) : undefined
  const paths = args.words.map(word => resolve(word))
  const byIteration = new Map<number, Set<string>>()
  for (const path of paths) {
    const k = given ?? iterationOf(path)
    byIteration.set(k, (byIteration.get(k) ?? new Set()).add(path))
  }
  const verdicts = new Map<string, Artifact | Rejected>()
  for (const [k, own] of byIteration) {
    // A file of the same name is an older or a newer version of this one.
    const names = new Set([...own].map(path => basename(path)))
    const others = session ? artifactFiles(folder, k, runDir).filter(path => !names.has(basename(path))) : []
    // In the order in which `update` takes them: of equals the first counts.
    const files = [...own, ...others].sort((a, b) => byNature(basename(a), basename(b)))
    for (const { path, checked } of checkFiles(files, k, session ?? formatOnly(files), runDir))
      verdicts.set(path, checked)
  }
  const files = args.words.map((file, at) => {
    const checked = verdicts.get(paths[at]!)!
    return isRejected(checked)
      ? { file, valid: false, reason: checked.reason, remarks: [] }
      : { file, valid: true, remarks: checked.remarks }
  })
  const valid = files.filter(file => file.valid).length
  return { files, valid, invalid: files.length - valid }
}

const reportIn = (path: string): Record<string, unknown> => {
  const read = readArtifact(path)
  return 'value' in read && isObject(read.value) ? read.value : {}
}

/** The iteration that the name of a file tells, else the artifact itself; NaN when neither does. */
function iterationOf(path: string): number {
  const named = /^ant-([1-9]\d*)-/.exec(basename(path))?.[1]
  if (named !== undefined) return Number(named)
  const { iteration } = reportIn(path)
  return typeof iteration === 'number' && Number.isInteger(iteration) && iteration > 0 ? iteration : Number.NaN
}

/** Rules where nothing is known of a session: every node is one, and any path is short enough. */
function formatOnly(paths: readonly string[]): Rules {
  const nodes = paths.flatMap(path => {
    const { path: walked } = reportIn(path)
    return Array.isArray(walked) ? walked.filter(node => typeof node === 'string') : []
  })
  const index = new Map(nodes.map((name, i) => [name, i]))
  const space = { nodes, index, maxPathLength: Infinity, starts: nodes, weighted: false, nEdges: 0, seed: '' }
  return { config: readConfig({}), space: { ...space, eta: undefined } }
}
