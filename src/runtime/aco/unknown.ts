import { nearest } from '../../core/nearest.ts'
import { SWARM_CONFIG_KEYS } from '../../core/swarm.ts'
import type { Warning } from './fault.ts'
import { isObject } from './text.ts'

/** What is not known but was written; likely a slip, which is told with what was likely meant. */

/** Names that are told one by one; they come from outside, and there may be many. */
const MOST = 10

/** Names that are compared with one that is not known, at most. */
const COMPARED = 5_000

/** “; did you mean …”. */
const hint = (name: string | undefined) => (name === undefined ? '' : `; did you mean “${name}”?`)

/** “; did you mean …”, when some known name is near. */
export const meant = (name: string, known: readonly string[]): string =>
  hint(nearest(name.slice(0, 100), known.slice(0, COMPARED)))

/** The same for ids of ants: their numbers have to agree. */
export function meantAnt(id: string, known: readonly string[]): string {
  const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).map(Number).join()
  const same = known.filter(other => numbersOf(other) === numbersOf(id))
  return hint(nearest(id.slice(0, 100), same) ?? (numbersOf(id) && same.length === 1 ? same[0] : undefined))
}

/** Warnings about names, one each, and a last one about those that are too many. */
export function tellNames<T>(names: readonly T[], warnings: Warning[], tell: (name: T) => Warning): void {
  const told = names.slice(0, MOST).map(tell)
  warnings.push(...told)
  if (names.length > MOST) warnings.push({ code: told[0]!.code, message: `and ${names.length - MOST} more` })
}

/** Sections whose keys the controller does not read. */
const UNREAD: ReadonlySet<string> = new Set(['ant_prompt'])

const pathOf = (section: string, key: string) => (section ? `${section}.${key}` : key)

/** The settings of a configuration (parsed JSON) that there are not; keys that begin with `_` are comments. */
export function tellUnknownSettings(given: unknown, warnings: Warning[]): void {
  const unknown: { section: string; key: string }[] = []
  for (const [section, known] of Object.entries(SWARM_CONFIG_KEYS)) {
    if (UNREAD.has(section)) continue
    const parent = section ? section.split('.').reduce(childOf, given) : given
    for (const key of Object.keys(isObject(parent) ? parent : {})) {
      const isKnown = known.includes(key) || (section === '' && key === '$schema')
      if (!isKnown && !key.startsWith('_')) unknown.push({ section, key })
    }
  }
  tellNames(unknown, warnings, ({ section, key }) => {
    const path = pathOf(section, key).slice(0, 200)
    const message = `${path} is no setting and has no effect${nestingOf(path) ?? hint(settingNear(section, key))}`
    return { code: 'W_CONFIG_KEY', message, key: path }
  })
}

const childOf = (parent: unknown, key: string): unknown => (isObject(parent) ? parent[key] : undefined)

/** What to do when a setting was written as one key. */
function nestingOf(path: string): string | undefined {
  const cut = path.lastIndexOf('.')
  const [section, key] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)]
  return SWARM_CONFIG_KEYS[section]?.includes(key)
    ? ` as one key; “${key}” belongs into the object “${section}”`
    : undefined
}

/** The setting that was likely meant: one of the same name elsewhere, or one of the section. */
function settingNear(section: string, key: string): string | undefined {
  const elsewhere = Object.entries(SWARM_CONFIG_KEYS).find(([, known]) => known.includes(key))
  if (elsewhere) return pathOf(elsewhere[0], key)
  const near = nearest(key.slice(0, 100), SWARM_CONFIG_KEYS[section]!)
  return near === undefined ? undefined : pathOf(section, near)
}
