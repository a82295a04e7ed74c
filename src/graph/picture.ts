import type { Diagnostic, Document } from '../core/types.ts'
import { gatesOf } from '../model/gates/gates.ts'
import { machinesOf } from '../model/machine/machine.ts'
import { faultsOf } from './faults.ts'
import { drawGates } from './gates.ts'
import { numbering, type Sketch } from './sketch.ts'
import { drawStates } from './states.ts'
import type { Picture } from './types.ts'
import { drawWaves } from './waves.ts'
import { plain } from './words.ts'

/** What is drawn: a skill or a command. */
export interface Subject {
  name: string
  /** Where it is, and for which client. */
  subtitle: string
  /** Its Markdown files, the entry first. */
  documents: readonly Document[]
}

/**
 * The picture of a skill: its state machines, the gates of each section, its waves; findings stand on what they are
 * about. Without any of these the picture has no groups.
 *
 * `shown` says where a finding is written, when that is not the file that was read.
 */
export function pictureOf(
  { name, subtitle, documents }: Subject,
  findings: readonly Diagnostic[],
  shown: (finding: Diagnostic) => Pick<Diagnostic, 'path' | 'range'> = finding => finding,
): Picture {
  const sketches: Sketch[] = []
  for (const document of documents) {
    const { path } = document
    const file = fileOf(document)
    for (const machine of machinesOf(document)) sketches.push(drawStates(machine, `States${file}`))
    for (const section of gatesOf(document))
      if (section.gates.length) sketches.push(drawGates(section, `Gates${file}`, path))
  }
  const waves = drawWaves(documents)
  if (waves) sketches.push(waves)
  const number = numbering()
  const groups = sketches.map(({ finish }) => finish(number))
  const paths = new Set(documents.map(({ path }) => path))
  const own = findings.filter(({ path }) => paths.has(path))
  return { title: plain(name), subtitle: plain(subtitle), groups, faults: faultsOf(groups, own, shown) }
}

/** Names the file, where it is not the skill’s entry. */
const fileOf = ({ skill, path }: Document): string =>
  !skill || skill.entry.path === path ? '' : ` in ${path.slice(skill.dir.length + 1)}`
