import type { Document, Span } from '../core/types.ts'
import { parentOf } from './layout.ts'
import { roleOf, teamOf } from './roles.ts'

/** A command that the toolbox of a role lists. */
export interface ListedCommand {
  /** As written: `commands/dispatch.md`. */
  path: string
  /** The file that it is. */
  file: string
  span: Span
}

const TOOLBOX = /^(?:coordinator )?(?:toolbox|tools?)\b|^工具(?:箱|集|表)?/i
const COMMAND = /(?<![\w/.-])(?:roles\/([\w-]+)\/)?commands\/([\w.-]+)\.md(?!\w)/g

const known = new WeakMap<Document, readonly ListedCommand[]>()

function read(document: Document): ListedCommand[] {
  const { headings, text } = document
  return headings.flatMap(({ text: words, span, depth }, index) => {
    if (!TOOLBOX.test(words.replace(/^[^\p{L}]+/u, ''))) return []
    const next = headings.slice(index + 1).find(heading => heading.depth <= depth)
    return [...text.slice(span.end, next?.span.start).matchAll(COMMAND)].flatMap(match => {
      const [path, role, name] = match
      const home = role === undefined ? document : teamOf(document).find(other => other.name === role)?.document
      const start = span.end + match.index
      // A role that is not there is another rule's business.
      return home
        ? [{ path, file: `${parentOf(home.path)}/commands/${name}.md`, span: { start, end: start + path.length } }]
        : []
    })
  })
}

/**
 * The commands that the toolbox of a role lists; of these `roles/command-ref` tells whether they exist.
 *
 * None where the skill has no SKILL.md: then the folder is a part of a skill, and nobody knows what else there is.
 */
export function listedCommandsOf(document: Document): readonly ListedCommand[] {
  if (document.kind !== 'role' || !document.skill || !roleOf(document)) return []
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}
