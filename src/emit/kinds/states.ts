import { nearest } from '../../core/nearest.ts'
import { defineKind } from '../kind.ts'

interface State {
  does: string
  persist?: string[]
}

interface Transition {
  to: string
  when?: string
  do?: string
  guard?: string
  entry?: string
  note?: string
  otherwise?: boolean
}

interface States {
  start: string
  states: Record<string, State>
  transitions: Record<string, Transition[]>
}

const STATE = '^S_[A-Z0-9_]+(?:\\{[A-Za-z0-9+-]+\\}[A-Z0-9_]*)*$'
const NAME = { pattern: STATE, description: 'a state such as S_PARSE or S_WAVE_{N}' }
const text = (description: string) => ({ type: 'string', minLength: 1, description })

/** `yaml states`: a state machine. */
export default defineKind({
  kind: 'states',
  summary: 'A state machine: what each state does and where it leads.',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A state machine',
    type: 'object',
    required: ['start', 'states', 'transitions'],
    additionalProperties: false,
    properties: {
      start: { type: 'string', ...NAME },
      states: {
        type: 'object',
        minProperties: 1,
        propertyNames: NAME,
        additionalProperties: {
          type: 'object',
          required: ['does'],
          additionalProperties: false,
          properties: {
            does: text('what happens in the state'),
            persist: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'files that are written' },
          },
        },
      },
      transitions: {
        type: 'object',
        propertyNames: NAME,
        additionalProperties: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['to'],
            additionalProperties: false,
            properties: {
              to: text('a state, END or ERROR(E001)'),
              when: text('the condition'),
              do: text('an action such as A_OPEN, defined by a heading'),
              guard: text('what must hold, or be limited'),
              entry: text('what happens on the way in'),
              note: text('a few words'),
              otherwise: { const: true, description: 'true for the way out when no other condition holds' },
            },
          },
        },
      },
    },
  },

  lower({ value, yaml }, { fault }) {
    const { start, states, transitions } = value as States
    const names = Object.keys(states)
    const known = (name: string, at: (string | number)[]) => {
      if (names.some(declared => matches(declared, name))) return
      const meant = nearest(name, names)
      const help = meant ? `Did you mean “${meant}”?` : 'Declare it under “states”.'
      fault(yaml.at(at), `The state “${name}” is not declared.`, help)
    }
    known(start, ['start'])
    for (const [from, ways] of Object.entries(transitions)) {
      known(from, ['transitions', from])
      for (const [index, { to, when, otherwise }] of ways.entries()) {
        const at = ['transitions', from, index]
        if (to.startsWith('S_')) known(to, [...at, 'to'])
        else if (to !== 'END' && !/^ERROR\([EW]\w+\)$/.test(to))
          fault(yaml.at([...at, 'to']), `“${to}” is no target.`, 'Write a state, “END” or “ERROR(E001)”.')
        if (ways.length > 1 && !when && !otherwise)
          fault(yaml.at(at), `A way out of ${from} has no condition.`, 'Add “when: …” or “otherwise: true”.')
      }
    }
    for (const name of names)
      if (!(name in transitions))
        fault(
          yaml.keyAt(['states', name]),
          `Nothing leads out of ${name}.`,
          'Add it under “transitions”, at least to END.',
        )
    const ordered = [start, ...names.filter(name => name !== start)].filter(name => name in states)
    const width = Math.max(...ordered.map(name => name.length))
    return [
      '<states>',
      ...ordered.map(name => {
        const { does, persist } = states[name]!
        return `${name.padEnd(width)} — ${does}${persist ? `  PERSIST: ${persist.join(', ')}` : ''}`
      }),
      '</states>',
      '',
      '<transitions>',
      ...Object.entries(transitions).flatMap(([from, ways]) => [
        `${from}:`,
        ...ways.map(
          ({ to, when, do: action, guard, entry, note, otherwise }) =>
            `  → ${[
              to,
              ...(otherwise ? ['OTHERWISE'] : []),
              ...(when ? [`WHEN: ${when}`] : []),
              ...(action ? [`DO: ${action}`] : []),
              ...(guard ? [`GUARD: ${guard}`] : []),
              ...(entry ? [`ENTRY: ${entry}`] : []),
              ...(note ? [`NOTE: ${note}`] : []),
            ].join('  ')}`,
        ),
      ]),
      '</transitions>',
    ].join('\n')
  },
})

/** Whether a name is a declared one, where `{N}` stands for a number or an expression. */
function matches(declared: string, name: string): boolean {
  if (declared === name) return true
  const pattern = (text: string) => text.split(/\{[^}]*\}/)
  const parts = pattern(declared)
  if (parts.length === 1) return false
  const other = pattern(name)
  if (other.length === parts.length) return other.every((part, at) => part === parts[at])
  return name.startsWith(parts[0]!) && name.endsWith(parts.at(-1)!) && other.length === 1
}
