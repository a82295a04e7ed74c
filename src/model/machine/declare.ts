import type { Edit } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import type { Machine } from './types.ts'

/** What stands for a description that the author has to write. */
const TO_WRITE = 'to be described'

/**
 * An insertion that declares states in the form of the machine's last declaration: a line with its columns, a bullet, a
 * table row. Nothing where states are declared in a chain or by headings.
 */
export function declarationEdit(machine: Machine, names: readonly string[]): Edit | undefined {
  const { document, states, parts } = machine
  const model = states.findLast(
    ({ form, span }) =>
      (form === 'line' || form === 'bullet' || form === 'table') &&
      parts.states.some(part => part.start <= span.start && span.end <= part.end),
  )
  if (!model) return undefined
  const { lines, text, path } = document
  const index = lines.index(model.span.start)
  const line = lines.span(index)
  const before = text.slice(line.start, model.span.start)
  const after = text.slice(model.span.end, line.end)
  if (before.includes('S_') || /^[`*]{0,3}[ \t]*[,，、/|]?[ \t]*[`*]{0,3}S_/.test(after)) return undefined
  const written = names.map(name =>
    model.form === 'table' ? row(before, after, name) : `${before}${name}${rest(after, name, model.name)}`,
  )
  const ending = text.slice(line.end, lines.starts[index + 1] ?? line.end) || '\n'
  const at = { start: line.end, end: line.end }
  return { path, span: at, text: written.map(one => `${ending}${one}`).join('') }
}

/** A table row with the name in its first cell, a description in the second, and dashes. */
function row(before: string, after: string, name: string): string {
  const close = /^[`*]{0,4}/.exec(after)![0]
  const others = Math.max(0, cellsOf(`${before}x${after}`, 0).length - 1)
  const cells = [TO_WRITE, ...Array.from({ length: others }, () => '—')].slice(0, others)
  return `${before}${name}${close} |${cells.map(cell => ` ${cell} |`).join('')}`
}

/** What follows the name: separator, description and PERSIST in the columns of the model's line. */
function rest(after: string, name: string, model: string): string {
  const [head = '', marks = '', gap = '', separator = '', space = ''] =
    /^([`*]{0,4})([ \t]*)(—|–|--|-|[:：])?([ \t]*)/.exec(after) ?? []
  if (!separator) return after.trim() ? `${marks} — ${TO_WRITE}` : marks
  const lost = name.length - model.length
  const start = `${marks}${gap && ' '.repeat(Math.max(1, gap.length - lost))}${separator}${space.slice(0, 1)}${TO_WRITE}`
  const persist = after.search(/[ \t](?:PERSISTS?|Persists?|持久化)[ \t]{0,3}[:：]/)
  if (persist < head.length) return start
  const word = /^[^:：]*[:：]/.exec(after.slice(persist + 1))![0]
  return `${start.padEnd(Math.max(start.length + 2, persist + 1 - lost))}${word} —`
}
