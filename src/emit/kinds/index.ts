import type { Kind } from '../kind.ts'
import contract from './contract.ts'
import csv from './csv.ts'
import errors from './errors.ts'
import gates from './gates.ts'
import spawn from './spawn.ts'
import states from './states.ts'

/** All kinds of typed blocks. */
export const kinds: readonly Kind[] = [contract, csv, gates, states, errors, spawn]
