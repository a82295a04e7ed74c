import type { Document, Span, ToolCall } from '../../core/types.ts'
import { callChange, isToolCall } from './calls.ts'
import { type Context, exactNeutral } from './context.ts'
import { type Found, leave, nameOf, wordMentions } from './mentions.ts'
import { folderPaths, movedLinks, runBefore, skillCalls, variables } from './references.ts'

/** What a document says in its client’s words, and the calls that start agents, which may become typed blocks. */
export interface Gathered extends Found {
  agents: ToolCall[]
}

/**
 * Finds everything that only the home client understands, and says what becomes of it. With `isBare` names never get
 * code marks: the text is one that stands inside of code.
 */
export function gather(document: Document, context: Context, isBare = false): Gathered {
  const { text, meta, kind, calls } = document
  const { words, home } = context
  const found: Gathered = { changes: [], passages: [], notes: [], agents: [] }
  const called: Span[] = []
  for (const call of calls) {
    if (!isToolCall(document, call, context)) continue
    if (call.span.start < (called.at(-1)?.end ?? 0)) continue
    called.push({ start: call.span.start, end: call.args?.end ?? call.span.end })
    if (exactNeutral(call.tool, context) === 'agent' || call.tool === 'Task') found.agents.push(call)
    else callChange(document, call, context, found)
  }
  const names = new Map<number, Span>()
  words.pattern.lastIndex = 0
  for (const { 0: name, index } of text.matchAll(words.pattern))
    if (index >= meta.span.end) names.set(index, { start: index, end: index + name.length })
  for (const span of wordMentions(document, context)) names.set(span.start, span)
  let next = 0
  for (const span of [...names.values()].sort((a, b) => a.start - b.start)) {
    while (next < called.length && called[next]!.end <= span.start) next++
    const isCalled = next < called.length && called[next]!.start <= span.start
    if (!isCalled) nameOf(document, span, context, isBare, found)
  }
  folderPaths(document, context, found)
  variables(document, context, found)
  runBefore(document, context, found)
  skillCalls(document, context, found)
  movedLinks(document, context, found)
  if (home.id === 'claude') disabledKeys(document, context, found)
  if (kind === 'data')
    for (const { names, why, at } of found.passages.splice(0))
      found.notes.push({ kind: 'lost', span: at, what: `${names} stays for all clients`, why })
  return found
}

/** Names of frontmatter keys that a text speaks of. */
function disabledKeys(document: Document, context: Context, found: Found) {
  const { home } = context
  const { text, meta } = document
  for (const { 0: key, index } of text.matchAll(
    /(?<![\w-])(?:allowed-tools|disable-model-invocation|user-invocable)(?![\w-])/g,
  ))
    if (index >= meta.span.end)
      found.passages.push(
        leave(
          document,
          { start: index, end: index + key.length },
          `“${key}”`,
          `it is a key of ${home.title} alone`,
          context,
        ),
      )
}
