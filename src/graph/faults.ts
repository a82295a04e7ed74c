import type { Diagnostic, Span } from '../core/types.ts'
import type { Fault, Group, GroupKind, Place } from './types.ts'
import { plain } from './words.ts'

/** The rule groups whose findings are about what is drawn, each with the kind of picture that shows it. */
export const DRAWN_RULES: Readonly<Record<string, GroupKind>> = {
  states: 'states',
  gates: 'gates',
  spawn: 'waves',
  wave: 'waves',
  merge: 'waves',
  csv: 'waves',
  termination: 'waves',
}

/** Rule groups whose findings count only where they stand on something drawn, such as a code that nothing defines. */
const MARKED_RULES: ReadonlySet<string> = new Set(['errors'])

/** Whether the findings of a rule may be marked in a picture. */
export const isDrawn = (rule: string): boolean =>
  Object.hasOwn(DRAWN_RULES, groupOf(rule)) || MARKED_RULES.has(groupOf(rule))

const groupOf = (rule: string) => rule.slice(0, rule.indexOf('/'))

/** Seats findings on the smallest thing drawn that holds them, else on the group that their rule is about. */
export function faultsOf(
  groups: readonly Group[],
  findings: readonly Diagnostic[],
  shown: (finding: Diagnostic) => Pick<Diagnostic, 'path' | 'range'>,
): Fault[] {
  const places = placesOf(groups)
  const faults: Omit<Fault, 'number'>[] = []
  for (const finding of findings) {
    const { rule, severity, text, help } = finding
    if (!isDrawn(rule)) continue
    const own = smallest(places.get(finding.path) ?? [], finding.span)
    if (!own && MARKED_RULES.has(groupOf(rule))) continue
    const on = own ?? seatIn(groups, finding)
    const { path, range } = shown(finding)
    const { line, column } = range
    faults.push({
      ...{ rule, severity, text: plain(text), help: plain(help), path, line, column },
      ...(on ? { on } : {}),
    })
  }
  return faults.map((fault, index) => ({ number: index + 1, ...fault }))
}

/** Faults by what they stand on. */
export function marksOf(faults: readonly Fault[]): Map<string, Fault[]> {
  const marks = new Map<string, Fault[]>()
  for (const fault of faults) {
    if (fault.on === undefined) continue
    const known = marks.get(fault.on)
    if (known) known.push(fault)
    else marks.set(fault.on, [fault])
  }
  return marks
}

/** What is drawn, by path: nodes and arrows. */
function placesOf(groups: readonly Group[]): Map<string, { id: string; span: Span }[]> {
  const places = new Map<string, { id: string; span: Span }[]>()
  const add = (id: string, { path, span }: Place) => {
    const known = places.get(path) ?? []
    known.push({ id, span })
    places.set(path, known)
  }
  for (const { nodes, edges } of groups)
    for (const { id, places: own } of [...nodes, ...edges]) for (const place of own) add(id, place)
  return places
}

/** The smallest place that holds a span; of equal ones the first. */
function smallest(places: readonly { id: string; span: Span }[], { start, end }: Span): string | undefined {
  let best: { id: string; span: Span } | undefined
  for (const place of places) {
    const { span } = place
    if (span.start > start || span.end < end) continue
    if (!best || span.end - span.start < best.span.end - best.span.start) best = place
  }
  return best?.id
}

/** The group that a rule is about: the one that holds the finding, else the first of its kind in the file, or of all. */
function seatIn(groups: readonly Group[], { rule, path, span }: Diagnostic): string | undefined {
  const own = groups.filter(({ kind }) => kind === DRAWN_RULES[groupOf(rule)])
  const holds = ({ places }: Group) =>
    places.some(place => place.path === path && place.span.start <= span.start && span.end <= place.span.end)
  const isIn = ({ places }: Group) => places.length === 0 || places.some(place => place.path === path)
  return (own.find(holds) ?? own.find(isIn))?.id
}
