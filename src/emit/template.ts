/** A scaffold: files with holes (`__name__`). */
export interface Template {
  id: 'skill' | 'team' | 'wave' | 'role'
  summary: string
}

export const TEMPLATES: readonly Template[] = [
  { id: 'skill', summary: 'a skill that one agent carries out' },
  { id: 'team', summary: 'a skill with a coordinator and workers' },
  { id: 'wave', summary: 'a skill that works off a table in waves' },
  { id: 'role', summary: 'one more role for a team: --skill NAME says whose' },
]

/** Names that stand for something else in the folders of clients and sources. */
const RESERVED: ReadonlySet<string> = new Set([
  'skills',
  'agents',
  'commands',
  'roles',
  'workflows',
  'templates',
  'system',
])

/** What is wrong with a name; `undefined` when nothing is (agentskills.io: lower case, digits, single hyphens, ≤ 64). */
export function nameFault(name: string): string | undefined {
  if (name.length > 64) return 'is longer than 64 characters'
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return 'is not lower-case words with single hyphens'
  if (RESERVED.has(name)) return 'stands for a folder of its own'
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name)) return 'is the name of a device on Windows'
  return undefined
}

/** The holes of a template for a name. `review-docs` is “Review docs”, REVIEW_DOCS and review_docs. */
export function holesFor(name: string): Readonly<Record<string, string>> {
  const words = name.replaceAll('-', ' ')
  return {
    name,
    name_snake: name.replaceAll('-', '_'),
    title: words.slice(0, 1).toUpperCase() + words.slice(1),
    PREFIX: name.replaceAll('-', '_').toUpperCase(),
  }
}

/** Fills the holes of a text; what is no hole stays. */
export const fillHoles = (text: string, holes: Readonly<Record<string, string>>): string =>
  text.replace(/__([A-Za-z]+(?:_[A-Za-z]+)*)__/g, (hole, name: string) =>
    Object.hasOwn(holes, name) ? holes[name]! : hole,
  )
