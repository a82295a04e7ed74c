import { wholeNumber } from './arguments.ts'
import type { Call, Output } from './call.ts'
import type { Warning } from './fault.ts'
import { fieldOf, weightOf } from './field.ts'
import { stateBefore } from './history.ts'
import type { Reader } from './reader.ts'
import { assignmentsFor } from './select.ts'
import { openSession, type Session } from './session.ts'
import { significant } from './text.ts'

/** The state that an iteration’s ants see: everything before it, however often it is asked for. */
function fieldBefore(session: Session, k: number, warnings: Warning[]) {
  const before = stateBefore(session.reader, k, session.space, session.config, warnings)
  return fieldOf(session.space, session.config, before.state)
}

const seedOf = ({ args }: Call, session: Session) => args.values.get('--seed') ?? session.space.seed

/** The command `select`: where each ant of an iteration starts, and what the pheromone prefers on its way. */
export function select(call: Call, reader: Reader): Output {
  const k = wholeNumber(call.args.values, '--iter')
  const session = openSession(reader, call.warnings)
  const seed = seedOf(call, session)
  const { assignments } = assignmentsFor(fieldBefore(session, k, call.warnings), k, seed)
  return { iteration: k, n_assignments: assignments.length, assignments, seed }
}

/** A weight for print: JSON knows no greater numbers, and a weight of nothing times too much is nothing. */
const printedWeight = (weight: number) => (Number.isNaN(weight) ? 0 : significant(Math.min(weight, 1e308)))

/** The command `explain`: the numbers behind each hint of `select`. */
export function explain(call: Call, reader: Reader): Output {
  const k = wholeNumber(call.args.values, '--iter')
  const session = openSession(reader, call.warnings)
  const { config, space } = session
  const field = fieldBefore(session, k, call.warnings)
  const seed = seedOf(call, session)
  const { assignments, steps } = assignmentsFor(field, k, seed)
  const why = (source: number, node: number, probability: number) => ({
    next: space.nodes[node],
    probability: significant(probability),
    tau: significant(field.touched.get(source)?.get(node) ?? field.state.tauDefault),
    node_tau: significant(field.nodeTouched.get(node) ?? field.state.nodeTauDefault),
    weight: printedWeight(weightOf(field, source, node)),
    visited: field.touched.get(source)?.has(node) ?? false,
  })
  return {
    iteration: k,
    seed,
    starts: {
      pool: space.starts.length,
      rule:
        config.gamma > 0
          ? 'by the square of node pheromone, without repeats until all were drawn'
          : space.weighted
            ? 'by node pheromone, without repeats until all were drawn'
            : 'uniform, without repeats until all were drawn',
    },
    assignments: assignments.map(({ ant_id, start_node }, i) => ({
      ant_id,
      start_node,
      start_node_tau: significant(field.nodeTouched.get(space.index.get(start_node)!) ?? field.state.nodeTauDefault),
      sources: steps[i]!.map(({ source, listed, baseline }) => ({
        source: space.nodes[source],
        baseline: significant(baseline),
        listed: listed.map(({ node, probability }) => why(source, node, probability)),
      })),
    })),
  }
}
