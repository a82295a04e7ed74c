import type { Document, FileKind } from '../../core/types.ts'
import { parentOf } from '../layout.ts'

/** Kinds of file that start workers or hold what workers are told. */
export const FAN_OUT_KINDS: readonly FileKind[] = ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other']

/** Whether a file describes a client’s tools or the pack as a whole: it lies at the top of the client’s folder. */
export const isReference = ({ kind, skill, path, pack }: Document): boolean =>
  kind === 'other' && !skill && parentOf(path) === pack.dir

/** The Markdown files that a contract may be spread over: those of the document’s skill, itself first. */
export function companionsOf(document: Document): Document[] {
  const others = document.skill?.files.filter(
    other => other !== document && other.kind !== 'data' && !(other.generator && !document.generator),
  )
  return [document, ...(others ?? [])]
}
