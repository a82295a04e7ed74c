import { quoteScalar } from '../../core/scalar.ts'
import type { Document } from '../../core/types.ts'
import { toValue } from '../../markdown/literal.ts'
import { inPack, parse } from '../../markdown/parse.ts'
import { readCodexAgent } from '../../model/codex-agent.ts'
import type { SourceFile } from '../types.ts'
import type { Context } from './context.ts'
import { convert } from './convert.ts'
import type { Note } from './types.ts'

const WHOLE = { start: 0, end: 0 }

/** An agent of Codex as the Markdown of a source. */
export function agentFromToml(
  document: Document | undefined,
  file: SourceFile,
  context: Context,
): { text?: string; notes: Omit<Note, 'path'>[] } {
  const failed = (why: string) => ({
    notes: [{ kind: 'lost' as const, span: WHOLE, what: 'the agent is not imported', why }],
  })
  if (!document) return failed('it is no text')
  const agent = readCodexAgent(document)
  if ('error' in agent) return failed(agent.error)
  const at = (key: string) => {
    const literal = agent.entries.find(entry => entry.key === key)?.value
    const value = literal && toValue(literal)
    return typeof value === 'string' ? value : undefined
  }
  const body = at('developer_instructions')
  if (body === undefined) return failed('it has no instructions')
  const name =
    at('name') ??
    file.path
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
  const text = `---\nname: ${quoteScalar(name)}\ndescription: ${quoteScalar(at('description') ?? '')}\n---\n${body.startsWith('\n') ? '' : '\n'}${body}`
  const parsed = parse(
    { path: file.path, text: text.endsWith('\n') ? text : `${text}\n` },
    'agent',
    false,
    context.setup.parser,
  )
  const made = convert(inPack(parsed, document.pack, document.inner), context, undefined)
  const kept = ['name', 'description', 'developer_instructions']
  const lost = agent.entries
    .filter(({ key }) => !kept.includes(key))
    .map(({ key, keySpan }) => ({
      kind: 'lost' as const,
      span: keySpan,
      what: `“${key}” of the agent`,
      why: 'sources give agents a name, a description and tools',
    }))
  const notes: Omit<Note, 'path'>[] = made.notes.map(({ to: _, ...note }) => ({ ...note, span: WHOLE }))
  return {
    text: made.text,
    notes: [
      { kind: 'normalised', span: WHOLE, what: 'the agent is written anew', why: 'sources have agents in Markdown' },
      ...lost,
      ...notes,
    ],
  }
}
