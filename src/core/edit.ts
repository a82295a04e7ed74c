import type { Edit, Fix, Source } from './types.ts'

/**
 * Applies edits to one text: a later edit that overlaps an earlier one is left out.
 *
 * Returns the text and whether the byte order mark was removed (an edit that starts at −1).
 */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string; dropsBom: boolean } {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  let result = ''
  let at = 0
  let dropsBom = false
  for (const { span, text: replacement } of ordered) {
    if (span.start < 0) dropsBom = true
    const start = Math.max(span.start, 0)
    if (start < at) continue
    result += text.slice(at, start) + replacement
    at = span.end
  }
  return { text: result + text.slice(at), dropsBom }
}

/** Whether two edits touch the same characters; two insertions at one offset do. */
function collide(a: Edit, b: Edit): boolean {
  if (a.path !== b.path) return false
  if (a.span.start === a.span.end && b.span.start === b.span.end) return a.span.start === b.span.start
  return a.span.start < b.span.end && b.span.start < a.span.end
}

/** Whether two edits say the same. */
const isSame = (a: Edit, b: Edit) =>
  a.path === b.path && a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text

/** Picks fixes, first come first served, whose edits do not collide; a fix is taken whole or not at all. */
export function compatibleFixes(fixes: readonly Fix[]): Fix[] {
  const taken = new Map<string, Edit[]>()
  return fixes.filter(fix => {
    const clash = fix.edits.some(edit =>
      (taken.get(edit.path) ?? []).some(other => !isSame(edit, other) && collide(edit, other)),
    )
    if (clash) return false
    for (const edit of fix.edits) {
      const known = taken.get(edit.path) ?? []
      if (!known.some(other => isSame(edit, other))) known.push(edit)
      taken.set(edit.path, known)
    }
    return true
  })
}

/** Applies fixes to sources and gives back the changed ones only. */
export function applyFixes(sources: readonly Source[], fixes: readonly Fix[]): Map<string, Source> {
  const edits = new Map<string, Edit[]>()
  for (const edit of compatibleFixes(fixes).flatMap(fix => fix.edits)) {
    const known = edits.get(edit.path) ?? []
    if (!known.some(other => isSame(edit, other))) known.push(edit)
    edits.set(edit.path, known)
  }
  const changed = new Map<string, Source>()
  for (const source of sources) {
    const own = edits.get(source.path)
    if (!own || source.badByte) continue
    const { text, dropsBom } = applyEdits(source.text, own)
    const next: Source = { ...source, text }
    if (dropsBom) delete next.bom
    if (text !== source.text || dropsBom) changed.set(source.path, next)
  }
  return changed
}
