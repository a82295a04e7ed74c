import { applyEdits } from '../../../core/edit.ts'
import type { Document } from '../../../core/types.ts'
import { kinds } from '../../kinds/index.ts'
import { editsOf } from '../../text.ts'
import { type Compiling, compiling } from '../compiling.ts'
import type { Context } from '../context.ts'

/** What a block becomes. */
export interface Trial {
  /** The Markdown that the home client gets. */
  text: string
  /** Files that it puts into the skill’s folder, such as `contracts/executor.json`. */
  files: readonly string[]
}

/** Compiles a typed block with the compiler itself, for every client; a sentence where one of them finds a fault in it. */
export function tryBlock(source: string, document: Document, context: Context): Trial | { fault: string } {
  const { home, targets } = context.setup
  const own = lowered(source, compiling(source, 'trial.md', document, context, home))
  if ('fault' in own) return own
  for (const target of targets) {
    const other = lowered(source, compiling(source, 'trial.md', document, context, target))
    if ('fault' in other) return other
  }
  return own
}

function lowered(source: string, { read, lowering, faults, files }: Compiling): Trial | { fault: string } {
  const { text } = applyEdits(source, editsOf(read, lowering, kinds))
  const [fault] = faults
  return fault ? { fault: fault.text } : { text, files }
}
