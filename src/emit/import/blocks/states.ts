import type { Document, Section } from '../../../core/types.ts'
import { machinesOf } from '../../../model/machine/machine.ts'
import type { Transition } from '../../../model/machine/types.ts'
import type { Context } from '../context.ts'
import { type Candidate, reading } from './block.ts'
import { fence, flow, list, map } from './yaml.ts'

const targetOf = ({ to }: Transition) =>
  to.kind === 'error' ? `ERROR(${to.code ?? ''})` : to.kind === 'end' ? 'END' : to.name

/** A machine in a form that can be compared. */
const factsOf = (text: string, read: (text: string) => Document) => {
  const [machine] = machinesOf(read(`<state_machine>\n${text}\n</state_machine>\n`))
  return (
    machine && [
      machine.starts[0],
      machine.states.map(({ name, description, persist }) => [name, description, persist]),
      machine.transitions.map(move => [
        move.from,
        targetOf(move),
        move.when,
        move.do,
        move.guard,
        move.entry,
        move.note,
        move.otherwise,
      ]),
    ]
  )
}

/** `<states>` with `<transitions>` right below. */
export function stateMachines(document: Document, context: Context): Candidate[] {
  const { sections, text } = document
  const pairs = sections.flatMap((section, index): [Section, Section][] => {
    const next = sections[index + 1]
    const isPair =
      section.tag === 'states' && next?.tag === 'transitions' && !text.slice(section.span.end, next.span.start).trim()
    return isPair ? [[section, next]] : []
  })
  return pairs.map(([states, transitions]): Candidate => {
    const read = (own: string) => reading(context)(own, document)
    return {
      kind: 'states',
      span: { start: states.span.start, end: transitions.span.end },
      name: 'the state machine',
      write(source) {
        const [machine] = machinesOf(read(`<state_machine>\n${source}\n</state_machine>\n`))
        const start = machine?.states[0]?.name
        if (!machine || !start) return { reason: 'it cannot be read' }
        if (machine.transitions.some(({ gate, form }) => gate !== undefined || form !== 'block'))
          return { reason: 'transitions have a form that the block does not' }
        const lines = [`start: ${start}`, 'states:']
        for (const { name, description, persist } of machine.states) {
          if (!description) return { reason: `“${name}” does not say what it does` }
          const kept = persist?.split(/,\s*/)
          lines.push(
            `  ${key(name)}: ${map([
              ['does', flow(description)],
              ['persist', kept && list(kept)],
            ])}`,
          )
        }
        lines.push('transitions:')
        const sources = new Set(machine.transitions.map(({ from }) => from))
        for (const from of sources) {
          lines.push(`  ${key(from)}:`)
          for (const move of machine.transitions) {
            if (move.from !== from) continue
            const { when, guard, entry, note, otherwise } = move
            const optional = (value: string | undefined) => (value ? flow(value) : undefined)
            lines.push(
              `    - ${map([
                ['to', flow(targetOf(move))],
                ['when', optional(when)],
                ['do', optional(move.do)],
                ['guard', optional(guard)],
                ['entry', optional(entry)],
                ['note', optional(note)],
                ['otherwise', otherwise ? 'true' : undefined],
              ])}`,
            )
          }
        }
        return fence('states', lines.join('\n'))
      },
      facts: own => factsOf(own, read),
      // What is kept is left out where nothing is. A comment between transitions is a word that the block has no place for.
      dropped: own => own.replace(/\bPERSIST:[ \t]*[—–-]+[ \t]*$/gm, ''),
    }
  })
}

const key = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`)
