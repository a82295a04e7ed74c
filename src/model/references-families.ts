import type { Pack } from '../core/types.ts'
import { referencesOf } from './references.ts'
import { familyOf, isBuiltIn, meantSkill, skillNamesOf } from './references-skills.ts'

const judged = new WeakMap<Pack, Map<string, boolean>>()

/**
 * Whether a pack holds a whole family of skills, so that a name which is not there is a mistake.
 *
 * A project may keep a few skills of a family whose others are installed at home: then most of the names that its texts
 * call are not there. Names that only a skill's own text calls are not counted.
 */
export function isWholeFamily(pack: Pack, family: string): boolean {
  const memory = judged.get(pack) ?? new Map<string, boolean>()
  judged.set(pack, memory)
  const known = memory.get(family)
  if (known !== undefined) return known
  const skillNames = skillNamesOf(pack)
  const { names } = skillNames
  const there = new Set<string>()
  const absent = new Set<string>()
  for (const document of pack.documents) {
    if (!document.text.includes(`${family}-`)) continue
    for (const { kind, target } of referencesOf(document)) {
      if (kind !== 'invocation' || familyOf(target) !== family || target === document.skill?.name) continue
      if (names.has(target)) there.add(target)
      else if (!isBuiltIn(target) && !meantSkill(target, skillNames)) absent.add(target)
    }
  }
  const isWhole = there.size > absent.size
  memory.set(family, isWhole)
  return isWhole
}
