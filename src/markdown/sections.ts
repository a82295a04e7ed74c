import type { Section, Span, TagFault } from '../core/types.ts'

/** A section tag alone on its line. */
export interface TagLine {
  name: string
  closing: boolean
  indent: number
  /** The tag without the white space around it. */
  span: Span
}

const TAG = /^([ \t]*)<(\/?)([A-Za-z_][\w-]*)((?:\s+[\w-]+="[^"]*")*)>[ \t]*$/

/** HTML elements that GitHub renders and whose tags may stand alone on a line without being a section. */
const HTML = new Set(
  (
    'address article aside base blockquote body br caption center col colgroup dd details dialog div dl dt embed ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li ' +
    'link main menu menuitem meta nav noframes ol optgroup option p param pre script search section source style ' +
    'sub summary sup table tbody td textarea tfoot th thead title tr track ul wbr'
  ).split(' '),
)

/** Tags that packs use as sections: an unclosed one is a fault even when it stands alone in its document. */
export const SECTION_TAGS: ReadonlySet<string> = new Set(
  (
    'purpose context execution invariants error_codes success_criteria state_machine states transitions actions ' +
    'required_reading deferred_reading csv_schema appendix on_complete output completion interview_protocol ' +
    'agent_prompt_template spawn_contract presentation discovery_board process role task_tracking instructions'
  ).split(' '),
)

/** Reads a line as a section tag. */
export function tagLine(text: string, offset: number): TagLine | undefined {
  if (!text.includes('<')) return undefined
  const match = TAG.exec(text)
  if (!match || HTML.has(match[3]!.toLowerCase())) return undefined
  const start = offset + match[1]!.length
  return {
    name: match[3]!,
    closing: match[2] === '/',
    indent: match[1]!.length,
    span: { start, end: offset + text.trimEnd().length },
  }
}

/**
 * Pairs tags by a stack.
 *
 * A closing tag without an opening one is always a fault. An opening tag without a closing one is a fault when packs
 * know the tag or the document closes it elsewhere; otherwise it is a placeholder such as `<slug>`. Unpaired tags
 * indented by four or more are shown code.
 */
export function sectionsOf(tags: readonly TagLine[]): { sections: Section[]; faults: TagFault[] } {
  const sections: Section[] = []
  const faults: TagFault[] = []
  const closed = new Set(tags.filter(tag => tag.closing).map(tag => tag.name))
  const stack: TagLine[] = []
  /** How often each name is open: a closing tag that matches nothing costs no search. */
  const open = new Map<string, number>()
  const count = (name: string, by: number) => open.set(name, (open.get(name) ?? 0) + by)
  const lose = (tag: TagLine) => {
    if (tag.indent < 4 && (SECTION_TAGS.has(tag.name) || closed.has(tag.name)))
      faults.push({ kind: 'unclosed', tag: tag.name, span: tag.span })
  }
  for (const tag of tags) {
    if (!tag.closing) {
      stack.push(tag)
      count(tag.name, 1)
      continue
    }
    const at = open.get(tag.name) ? stack.findLastIndex(({ name }) => name === tag.name) : -1
    if (at < 0) {
      if (tag.indent < 4) faults.push({ kind: 'unopened', tag: tag.name, span: tag.span })
      continue
    }
    const [first, ...between] = stack.splice(at) as [TagLine, ...TagLine[]]
    count(first.name, -1)
    for (const lost of between) {
      count(lost.name, -1)
      lose(lost)
    }
    sections.push({
      tag: tag.name,
      span: { start: first.span.start, end: tag.span.end },
      open: first.span,
      close: tag.span,
      body: { start: first.span.end, end: tag.span.start },
    })
  }
  for (const lost of stack) lose(lost)
  sections.sort((a, b) => a.span.start - b.span.start)
  const parents: Section[] = []
  for (const section of sections) {
    while (parents.length && parents.at(-1)!.span.end < section.span.end) parents.pop()
    const parent = parents.at(-1)
    if (parent) section.parent = parent
    parents.push(section)
  }
  return { sections, faults: faults.sort((a, b) => a.span.start - b.span.start) }
}
