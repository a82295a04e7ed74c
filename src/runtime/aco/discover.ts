import { readdirSync } from 'node:fs'
import { Fault } from './fault.ts'
import { readGlob } from './glob.ts'
import { ioFault, isNothing } from './refusal.ts'
import { byCodePoint } from './text.ts'

/** Names that discovery may find at most. */
const MAX_NODES = 100_000

/** The entries of a folder; none when there is none. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (isNothing(error)) return []
    throw ioFault(error, `read the folder ${folder}`, folder)
  }
}

/**
 * Files that a glob finds below the working directory: `*`, `?`, `**`, `[…]`, `{a,b}`; forward slashes, code point order.
 *
 * Dot folders and node_modules are passed over unless the pattern names them.
 * @throws Fault E_NODES (exit 2) when it finds none, or more than 100,000.
 */
export function discover(pattern: string): string[] {
  const { base, matches } = readGlob(pattern)
  const found: string[] = []
  const enter = (folder: string) => {
    for (const entry of entriesOf(folder)) {
      const path = folder === '.' ? entry.name : folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        const isSkipped = entry.name === 'node_modules' || entry.name.startsWith('.')
        if (!isSkipped || pattern.includes(entry.name)) enter(path)
      } else if (entry.isFile() && matches(path)) found.push(path)
      if (found.length > MAX_NODES) throw new Fault('E_NODES', `“${pattern}” finds more than ${MAX_NODES} files`, 2)
    }
  }
  enter(base)
  if (!found.length) throw new Fault('E_NODES', `“${pattern}” finds no file`, 2, { pattern })
  return found.sort(byCodePoint)
}
