import type { Kind } from '../kind.ts'
import errors from './errors.ts'
import gates from './gates.ts'
import spawn from './spawn.ts'
import states from './states.ts'

/** All kinds of typed blocks. */
export const kinds: readonly Kind[] = [errors, gates, spawn, states]
