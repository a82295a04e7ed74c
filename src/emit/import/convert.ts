import { applyEdits } from '../../core/edit.ts'
import { nearest } from '../../core/nearest.ts'
import type { Document } from '../../core/types.ts'
import { kindOf } from '../blocks.ts'
import { kinds } from '../kinds/index.ts'
import { changeNotes, settle, sourceEdits } from './assemble.ts'
import { blockFor, type Candidate } from './blocks/block.ts'
import { workerContracts } from './blocks/contract.ts'
import { errorTables } from './blocks/errors.ts'
import { phaseGates } from './blocks/gates.ts'
import { spawnCall } from './blocks/spawn.ts'
import { stateMachines } from './blocks/states.ts'
import type { Context } from './context.ts'
import { type HeadSetup, headChanges, newHead } from './frontmatter.ts'
import { gather } from './gather.ts'
import { leave } from './mentions.ts'
import type { Change, Note } from './types.ts'

/** A document as its source, with what is to be said of that. */
export interface Converted {
  text: string
  notes: Omit<Note, 'path'>[]
}

/** Fences that a source would read as typed blocks, and that are none here. */
function shownBlocks({ fences }: Document): Change[] {
  const names = kinds.map(({ kind }) => kind as string)
  return fences.flatMap((fence): Change[] => {
    const kind = kindOf(fence)
    if (!kind || (!names.includes(kind) && !nearest(kind, names))) return []
    const span = { start: fence.open.start + fence.length, end: fence.open.end }
    return [
      {
        span,
        text: 'yaml',
        home: 'yaml',
        why: 'in a source the info string would make it a typed block',
        isNeeded: true,
      },
    ]
  })
}

/** Turns a document of a pack into the text of a source. */
export function convert(document: Document, context: Context, head: HeadSetup | undefined): Converted {
  const { text, kind, meta } = document
  const found = gather(document, context)
  const candidates: Candidate[] = []
  for (const call of found.agents) {
    const spawn = spawnCall(document, call, context)
    if ('facts' in spawn) candidates.push(spawn)
    else found.passages.push(spawn)
  }
  found.changes.push(...shownBlocks(document))
  if (meta.state === 'closed' && !meta.faults.length) headChanges(document, context, head, found)
  const blocks: Change[] = []
  const kept: Omit<Note, 'path'>[] = []
  // A call that no block can say is for the home client alone; others may stand inside of what it takes along.
  const first = settle(document, found)
  for (const candidate of candidates) {
    const block = blockFor(document, candidate, first, context)
    if ('text' in block) blocks.push(block)
    else found.passages.push(leave(document, candidate.span, candidate.name, block.why, context))
  }
  if (kind !== 'data') {
    const settled = settle(document, found)
    for (const list of [errorTables, phaseGates, stateMachines, workerContracts])
      for (const candidate of list(document, context)) {
        const block = blockFor(document, candidate, settled, context)
        if ('text' in block) blocks.push(block)
        else kept.push(block)
      }
  }
  const settled = settle(document, { ...found, changes: [...blocks, ...found.changes] })
  const edits = sourceEdits(document, settled, context)
  const notes = [...settled.notes, ...kept, ...changeNotes(document, settled.changes)]
  const above = head && meta.state === 'absent' ? newHead(document, context, head, notes) : ''
  return { text: above + applyEdits(text, edits).text, notes }
}
