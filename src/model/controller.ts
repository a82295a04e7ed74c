import { acoMjs } from '../core/swarm-aco-mjs.ts'
import { acoPy } from '../core/swarm-aco-py.ts'
import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Pack } from '../core/types.ts'
import { parentOf } from './layout.ts'

export type ControllerName = ControllerManifest['name']

/** The swarm controllers by the name of the file that is run. */
export const controllers: Readonly<Record<ControllerName, ControllerManifest>> = { 'aco.py': acoPy, 'aco.mjs': acoMjs }

/** Where a controller is named; a longer name such as `macao.py` is none. */
export const NAMED = /(?<![\w.-])aco\.(?:py|mjs)(?![\w-]|\.\w)/g

const named = new WeakMap<Document, ReadonlySet<ControllerName>>()

/** The controllers that a document names. */
export function controllersIn(document: Document): ReadonlySet<ControllerName> {
  let found = named.get(document)
  if (!found) {
    const { text } = document
    found = new Set(text.includes('aco.') ? Array.from(text.matchAll(NAMED), match => match[0] as ControllerName) : [])
    named.set(document, found)
  }
  return found
}

const families = new WeakMap<Pack, Map<string, readonly Document[]>>()
const loners = new WeakMap<Document, readonly Document[]>()

/**
 * The documents of the skill folder that a document lies in, templates of others aside; itself alone outside of one.
 *
 * The folder counts without a SKILL.md, too: a part of a pack may be all that is there.
 */
export function familyOf(document: Document): readonly Document[] {
  const { inner, pack, skill } = document
  const dir = skill ? parentOf(skill.entry.inner) : /^(?:.*\/)?skills\/[^/]+(?=\/)/.exec(inner)?.[0]
  if (dir === undefined) {
    const alone = loners.get(document) ?? [document]
    loners.set(document, alone)
    return alone
  }
  const known = families.get(pack) ?? new Map<string, readonly Document[]>()
  families.set(pack, known)
  const found =
    known.get(dir) ?? pack.documents.filter(other => !other.generator && (!dir || other.inner.startsWith(`${dir}/`)))
  known.set(dir, found)
  return found
}

/**
 * The controller that a document speaks of: the one that it names, else the one that its skill names. `undefined` where
 * there is none, or where both are named and nothing tells which is meant.
 */
export function controllerOf(document: Document): ControllerManifest | undefined {
  const own = controllersIn(document)
  const names = own.size ? own : new Set(familyOf(document).flatMap(other => [...controllersIn(other)]))
  const [only] = names
  return names.size === 1 ? controllers[only!] : undefined
}
