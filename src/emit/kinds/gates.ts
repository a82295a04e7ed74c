import { defineKind } from '../kind.ts'

interface Gate {
  id?: number | string
  from: string
  to: string
  required?: string[]
  blocked?: string[]
  note?: string
  blocking?: boolean
}

const texts = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } } as const

/** `yaml gates`: what must be true before the next phase begins. */
export default defineKind({
  kind: 'gates',
  summary: 'Phase gates: what must be true before a phase begins, and what blocks it.',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Phase gates of a skill',
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['from', 'to', 'required'],
      additionalProperties: false,
      properties: {
        id: { type: ['integer', 'string'], description: 'a number or name; 1, 2, … when left out' },
        from: { type: 'string', minLength: 1, description: 'the phase that ends' },
        to: { type: 'string', minLength: 1, description: 'the phase that begins' },
        required: { ...texts, description: 'a list of conditions that must hold' },
        blocked: { ...texts, description: 'a list of conditions that stop the run here' },
        note: { type: 'string', minLength: 1, description: 'a few words after the gate' },
        blocking: { type: 'boolean', description: 'false for a gate that only warns' },
      },
    },
  },

  lower({ value, yaml }, { fault }) {
    const gates = value as Gate[]
    const seen = new Map<string, number>()
    const lines = ['### Phase Gates (MANDATORY, BLOCKING)']
    for (const [index, gate] of gates.entries()) {
      const id = String(gate.id ?? index + 1)
      if (seen.has(id)) fault(yaml.at([index, 'id']), `There are two gates “${id}”.`, 'Give each gate its own id.')
      seen.set(id, index)
      lines.push(
        '',
        `**GATE ${id}: ${gate.from} → ${gate.to}**${gate.note ? ` (${gate.note})` : ''}`,
        ...gate.required!.map(text => `- REQUIRED: ${text}`),
        ...(gate.blocked ?? []).map(text => `- BLOCKED if: ${text}`),
        ...(gate.blocking === false ? ['- NON-BLOCKING: go on when it cannot be met, and say so in the report.'] : []),
      )
      if (gate.blocking !== false && !gate.blocked)
        fault(
          yaml.at([index]),
          `The gate ${id} does not say what blocks it.`,
          'Add “blocked: […]”, or “blocking: false”.',
        )
    }
    return lines.join('\n')
  },
})
