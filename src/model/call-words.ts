import type { ToolArgs } from '../core/platform.ts'
import { belongsInside, type CallFault, listParameter } from './call-faults.ts'
import { excerpt } from './excerpt.ts'

/** Names in quotes, joined by commas and a word. */
export function listed(names: readonly string[], word: string): string {
  const quoted = [...new Set(names)].map(name => `“${excerpt(name)}”`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${word} ${quoted.at(-1)}`
}

/** A text that begins a sentence. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What to write for names that a tool does not take, as a clause without a full stop. */
export function remedyFor(keys: readonly string[], args: ToolArgs): string {
  const list = listParameter(args)
  if (list && keys.some(key => belongsInside(key, args)))
    return `Write them into an element of “${list}”: “${list}: [{ ${args.takes![list]!.items!.required.join(', ')} }]”`
  const dropped = keys.filter(key => !args.instead?.[key])
  const renamed = keys.filter(key => args.instead?.[key]).map(key => `“${args.instead![key]}” for “${excerpt(key)}”`)
  const parts = [
    ...(renamed.length ? [`write ${renamed.join(', ')}`] : []),
    ...(dropped.length ? [`leave out ${listed(dropped, 'and')}`] : []),
  ]
  // toolAction, toolSummary: what every tool of agy takes besides.
  const names = [...args.required, ...args.optional].filter(name => !/^tool[A-Z]/.test(name))
  return `${capital(parts.join(', '))}${names.length ? `. It takes ${listed(names, 'and')}` : ''}`
}

/** What is wrong with a call, as a clause without a full stop. */
export function wordsFor(fault: CallFault, tool: string): string {
  switch (fault.kind) {
    case 'bare':
      return `“${tool}” takes an object with “${fault.param}”`
    case 'unknown':
      return `${fault.of} takes no ${listed(
        fault.keys.map(({ key }) => key),
        'or',
      )}`
    case 'missing':
      return `${fault.of} lacks ${listed(fault.names, 'and')}`
    case 'no-list':
      return `“${fault.param}” takes a list`
    case 'no-object':
      return `an element of “${fault.param}” is an object with ${listed(fault.names, 'and')}`
    case 'value':
      return `“${excerpt(fault.value)}” is no “${fault.param}”, which takes ${fault.want}`
    case 'size':
      return `“${fault.param}” has ${fault.size} ${fault.unit} and takes ${fault.limit}`
  }
}
