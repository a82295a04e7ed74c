import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Span } from '../core/types.ts'
import { fenceAt } from './examples.ts'
import { parentOf } from './layout.ts'

/** A script that a text speaks of and that is not there. */
export interface MissingScript {
  name: string
  span: Span
  /** The controller’s command that is called so. */
  command?: string
  /** The scripts that are there. */
  known: readonly string[]
}

const ENDING = /\.(?:py|mjs)(?![\w-]|\.\w)/g
const NAME_CHARACTER = /[\w<>{}$./\\@-]/
/** A script of the skill, by its path: `scripts/x.py`, `<skill_root>/scripts/x.py`. */
const OWN = /^(?:\.\/|(?:<[\w ]*>|\$?\{\w+\}|\$\w+)\/)?scripts\/([\w.-]+)$/

/** The scripts in the `scripts` folder of a document’s skill; `undefined` where nobody knows. */
function scriptsOf({ skill, pack }: Document): readonly string[] | undefined {
  if (!skill || pack.listing.textsOnly) return undefined
  const dir = skill.entry.inner.includes('/') ? `${parentOf(skill.entry.inner)}/scripts/` : 'scripts/'
  const below = pack.listing.paths.filter(path => path.startsWith(dir)).map(path => path.slice(dir.length))
  // A folder that was not looked into, or none at all: the scripts may come with the build.
  return below.length && !below.some(path => path === '' || path.endsWith('/')) ? below : undefined
}

/**
 * Scripts that a document speaks of and that the skill does not have.
 *
 * Paths into the `scripts` folder count in fences, of others `references/link-target` tells. A bare name counts in prose
 * where it is that of a command (`init.py`): other bare names may be files that the skill works on.
 */
export function missingScriptsOf(document: Document, manifest: ControllerManifest): MissingScript[] {
  const { text, meta } = document
  const scripts = scriptsOf(document)
  const known = scripts ?? manifest.scripts
  const ending = manifest.name.slice(manifest.name.lastIndexOf('.'))
  const found: MissingScript[] = []
  for (const match of text.matchAll(ENDING)) {
    if (match.index < meta.span.end) continue
    let start = match.index
    while (start > Math.max(0, match.index - 200) && NAME_CHARACTER.test(text[start - 1]!)) start--
    const end = match.index + match[0].length
    const path = text.slice(start, end)
    const own = OWN.exec(path)?.[1]
    if (own !== undefined) {
      if (scripts && !scripts.includes(own) && fenceAt(document, start))
        found.push({ name: own, span: { start: end - own.length, end }, known })
      continue
    }
    const command = match[0] === ending ? path.slice(0, -ending.length) : ''
    const isCommand = Object.hasOwn(manifest.commands, command)
    if (isCommand && !known.includes(path) && !fenceAt(document, start))
      found.push({ name: path, span: { start, end }, command, known })
  }
  return found
}
