import type { Document } from '../../../core/types.ts'
import { errorCodesOf } from '../../../model/errors/errors.ts'
import { partsOf } from '../../../model/sections.ts'
import type { Context } from '../context.ts'
import { type Candidate, reading } from './block.ts'
import { fence, flow, map } from './yaml.ts'

const CODE = /^[EWI](?:\d{3}|_[A-Z][A-Z_]*)$/
const SEVERITIES: Readonly<Record<string, string>> = { E: 'error', W: 'warning', I: 'info' }
const NONE = /^[—–-]?$/

/** Tables of error codes: those that are all of `<error_codes>`, and those below a heading. */
export function errorTables(document: Document, context: Context): Candidate[] {
  const { text } = document
  const read = reading(context)
  return errorCodesOf(document).tables.flatMap(({ span, hasCodes, part }): Candidate[] => {
    if (!hasCodes || !part) return []
    const tag = partsOf(document, 'error_codes').find(
      ({ form, body }) => form === 'tag' && body.start <= span.start && span.end <= body.end,
    )
    const section = tag && document.sections.find(({ open }) => open.start === tag.at.start)
    // The block writes the tags as well: what else stands between them would be outside.
    const isAll =
      section && text.slice(section.body.start, section.body.end).trim() === text.slice(span.start, span.end).trim()
    const at = section && isAll ? section.span : span
    const name = 'the table of error codes'
    return [
      {
        kind: 'errors',
        span: at,
        name,
        write(source) {
          if (section && !isAll) return { reason: 'more than the table stands between the tags' }
          const [table] = errorCodesOf(read(source, document)).tables
          if (!table?.hasCodes) return { reason: 'it cannot be read' }
          const { code, severity, condition, recovery } = table.columns
          if (code === undefined || condition === undefined || recovery === undefined)
            return { reason: 'it has no column for the condition, or none for the recovery' }
          const own = [code, severity, condition, recovery]
          const others = table.head.map((_, index) => index).filter(index => !own.includes(index))
          const stage = others.find(index =>
            /^(?:stage|phase|state|阶段|状态)s?$/i.test(table.head[index]!.text.replace(/[*_`]/g, '').trim()),
          )
          if (others.length > (stage === undefined ? 0 : 1)) return { reason: 'it has further columns' }
          const lines: string[] = []
          for (const { cells } of table.rows) {
            const at = (index: number | undefined) => (index === undefined ? undefined : cells[index]?.text.trim())
            const name = at(code)?.replace(/[*_`]/g, '') ?? ''
            if (!CODE.test(name)) return { reason: `“${name}” is no code of a block` }
            if (lines.some(line => line.startsWith(`${name}:`))) return { reason: `“${name}” stands twice` }
            const [how, when, then, where] = [
              at(severity)?.replace(/[*_`]/g, '').toLowerCase(),
              at(condition),
              at(recovery),
              at(stage),
            ]
            if (!when || !then) return { reason: `“${name}” lacks its condition or recovery` }
            if (how && !Object.values(SEVERITIES).includes(how)) return { reason: `there is no severity “${how}”` }
            const level = how && how !== SEVERITIES[name[0]!] ? how : undefined
            const value = (text: string) => flow(text.replace(/\\\|/g, '|'))
            const place = where && !NONE.test(where) ? value(where) : undefined
            lines.push(
              `${name}: ${map([
                ['severity', level],
                ['when', value(when)],
                ['recovery', value(then)],
                ['stage', place],
              ])}`,
            )
          }
          return lines.length ? fence('errors', lines.join('\n')) : { reason: 'it is empty' }
        },
        facts: text =>
          errorCodesOf(read(text, document)).definitions.map(({ code, severity, condition, recovery }) => [
            code,
            (severity ?? SEVERITIES[code[0]!] ?? '').replace(/[*_]/g, '').toLowerCase(),
            condition?.replace(/\\\|/g, '|'),
            recovery?.replace(/\\\|/g, '|'),
          ]),
        dropped: text => text.replace(/^[^|]*\|[^\n]*/, '').replace(/<\/?error_codes>/g, ''),
      },
    ]
  })
}
