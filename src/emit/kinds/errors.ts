import { defineKind } from '../kind.ts'

interface ErrorRow {
  severity?: 'error' | 'warning' | 'info'
  when: string
  recovery: string
  stage?: string
}

const SEVERITIES: Readonly<Record<string, string>> = { E: 'error', W: 'warning', I: 'info' }

const cell = (text: string) => text.replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|')

/** `yaml errors`: codes with what raises them and what to do. */
export default defineKind({
  kind: 'errors',
  summary: 'Error codes: what raises each and how to go on.',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Error codes of a skill',
    type: 'object',
    minProperties: 1,
    propertyNames: {
      pattern: '^[EWI](?:\\d{3}|_[A-Z][A-Z_]*)$',
      description: 'a code such as E001, W002 or E_NO_INPUT',
    },
    additionalProperties: {
      type: 'object',
      required: ['when', 'recovery'],
      additionalProperties: false,
      properties: {
        severity: { enum: ['error', 'warning', 'info'], description: 'by default what the first letter says' },
        when: { type: 'string', minLength: 1, description: 'what raises the code' },
        recovery: { type: 'string', minLength: 1, description: 'what to do then' },
        stage: { type: 'string', minLength: 1, description: 'the phase or state that raises it' },
      },
    },
  },

  lower({ value }) {
    const rows = Object.entries(value as Record<string, ErrorRow>)
    const hasStage = rows.some(([, { stage }]) => stage !== undefined)
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const heads = ['Code', 'Severity', 'Condition', 'Recovery', ...(hasStage ? ['Stage'] : [])]
    return [
      '<error_codes>',
      '',
      line(heads),
      `|${'---|'.repeat(heads.length)}`,
      ...rows.map(([code, { severity = SEVERITIES[code[0]!]!, when, recovery, stage = '—' }]) =>
        line([code, severity, cell(when), cell(recovery), ...(hasStage ? [cell(stage)] : [])]),
      ),
      '',
      '</error_codes>',
    ].join('\n')
  },
})
