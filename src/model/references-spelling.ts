import { nearest } from '../core/nearest.ts'
import { baseName, parentOf } from './layout.ts'
import type { FileIndex } from './references-files.ts'

/** Files that a misspelt name is compared with. */
const COMPARED = 400

/** Names that many files have. */
const COMMON = /^(?:role|skill|readme|index)\.md$/i

/** The only file of that name, one in a folder with a similar name, or one with a similar name in the same folder. */
export function meantIn(index: FileIndex, path: string): string | undefined {
  const name = baseName(path)
  const namesakes = index.endingWith(name)
  if (namesakes.length === 1 && !COMMON.test(name)) return namesakes[0]
  const segments = path.split('/')
  for (const file of namesakes.slice(0, COMPARED)) {
    const other = file.split('/')
    const differing = segments.filter((segment, at) => segment !== other[at])
    if (other.length !== segments.length || differing.length !== 1) continue
    if (nearest(differing[0]!, [other[segments.indexOf(differing[0]!)]!])) return file
  }
  const dir = parentOf(path)
  const ending = /\.\w+$/.exec(name)?.[0] ?? ''
  const near = index
    .filesIn(dir)
    .slice(0, COMPARED)
    .filter(file => file.endsWith(ending))
  const stems = near.map(file => baseName(file).slice(0, -ending.length || undefined))
  const meant = nearest(name.slice(0, -ending.length || undefined), stems)
  return meant && `${dir && `${dir}/`}${meant}${ending}`
}

/** A target with the segments spelled as in a file that it names in another case; its `.` and `..` stay. */
export function respell(target: string, file: string): string {
  const segments = target.split('/')
  const real = file.split('/')
  for (let at = segments.length - 1; at >= 0 && real.length; at--) {
    const segment = segments[at]!
    if (segment === '.' || segment === '..') break
    if (segment) segments[at] = real.pop()!
  }
  return segments.join('/')
}

/** How files that end with a path spell it, as a whole target; `undefined` where one has the very spelling. */
export function spellingOf(
  files: readonly string[],
  path: string,
  target: string,
): { kind: 'case'; actual: string; isOnly: boolean } | undefined {
  if (files.some(file => file === path || file.endsWith(`/${path}`))) return undefined
  const ends = new Set(files.map(file => file.slice(file.length - path.length)))
  return { kind: 'case', actual: respell(target, [...ends][0]!), isOnly: ends.size === 1 }
}

/** A path as a file in a folder would link it. */
export function relative(dir: string, path: string): string {
  const from = dir ? dir.split('/') : []
  const to = path.split('/')
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}
