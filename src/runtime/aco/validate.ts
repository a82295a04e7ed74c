import { basename } from 'node:path'
import { wholeNumber } from './arguments.ts'
import { checkArtifact, isRejected } from './artifact.ts'
import type { Call, Output } from './call.ts'
import { Fault } from './fault.ts'
import { Reader } from './reader.ts'
import { openSession, readArtifact } from './session.ts'
import { isObject } from './text.ts'

/** The command `validate`: whether artifacts would count; against the session’s task space when one is given. */
export function validate({ args, folder }: Call): Output {
  if (!args.words.length) throw new Fault('E_USAGE', 'validate needs at least one file', 2)
  const session = folder ? openSession(new Reader(folder)) : undefined
  const files = args.words.map(path => {
    const read = readArtifact(path)
    if ('reason' in read) return { file: path, valid: false, reason: read.reason, remarks: [] as string[] }
    const { value } = read
    const named = Number(/^ant-([1-9]\d*)-/.exec(basename(path))?.[1])
    const given = args.values.has('--iter') ? wholeNumber(args.values, '--iter') : named
    const own = isObject(value) ? value['iteration'] : undefined
    const iteration = Number.isInteger(given) ? given : Number(own)
    const names =
      isObject(value) && Array.isArray(value['path']) ? value['path'].filter(node => typeof node === 'string') : []
    const space = session?.space ?? {
      nodes: names,
      index: new Map(names.map((name, i) => [name, i])),
      maxPathLength: Number.POSITIVE_INFINITY,
      starts: names,
      weighted: false,
      nEdges: 0,
      eta: undefined,
      seed: '',
    }
    const checked = checkArtifact(path, value, iteration, space)
    if (isRejected(checked)) return { file: path, valid: false, reason: checked.reason, remarks: [] as string[] }
    return { file: path, valid: true, remarks: checked.remarks }
  })
  const valid = files.filter(file => file.valid).length
  return { files, valid, invalid: files.length - valid }
}
