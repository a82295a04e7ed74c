import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aco } from '../../src/runtime/aco/cli.ts'

/** A command line and what it gave. */
export interface Run {
  argv: readonly string[]
  output: Record<string, unknown>
  exit: number
}

/** Sessions in a temporary folder, and everything that the controller printed about them. */
export function swarmIn(folder: string) {
  const runs: Run[] = []
  const write = (path: string, value: unknown) => {
    const file = join(folder, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  }
  /** Runs a command in process; what it prints passes through JSON. */
  const run = async (...argv: string[]): Promise<Record<string, unknown>> => {
    const { output, exit } = await aco(argv)
    const printed = JSON.parse(JSON.stringify(output)) as Record<string, unknown>
    runs.push({ argv, output: printed, exit })
    return printed
  }
  return { folder, runs, write, run, at: (path: string) => join(folder, path) }
}

/** An artifact that an ant might write, whole in every part. */
export const antArtifact = (antId: string, iteration: number, path: readonly string[], more: object = {}) => ({
  schema_version: '1.0',
  ant_id: antId,
  iteration,
  assignment: { start_node: path[0], max_path_length: 4 },
  path,
  path_decisions: path.slice(1).map((to, i) => ({
    from: path[i],
    to,
    rationale: 'the caller is here',
    guided_by: 'evidence',
    pheromone_weight: 0.25,
    deviation_from_hint: false,
  })),
  evidence: [{ file: `${path[0]}:3`, note: 'a lock is taken twice' }],
  candidate_solution: { type: 'string', summary: 'take the lock once', content: 'see the evidence' },
  self_score: 0.7,
  self_confidence: 0.9,
  cost_tokens: 1200,
  cost_seconds: 3.5,
  blockers: [],
  notes: 'none',
  _meta: { kind: 'swarm-ant-result', schema: 'swarm-ant-result/1.0', role: 'evidence' },
  ...more,
})

/** A whole search on two graphs, with everything that may go wrong on the way: every command prints every key. */
export async function wholeRun({ run, write, at }: ReturnType<typeof swarmIn>): Promise<void> {
  // A whole search on a complete graph, scored by an llm’s files, with everything that may go wrong on the way.
  const S = at('complete')
  const session = ['--session', S]
  await run(...session, 'status')
  await run(...session, 'init')
  write('complete/swarm-config.json', {
    _comment: 'a search',
    swarm: { n_ants: 3, max_iterations: 4, elite_keep: 2, seed: 7 },
    aco: { gamma: 1, hints: { sources: 4, top_k: 3 } },
    task_space: { nodes: ['a.ts', 'b.ts', 'c.ts', 'n::x', '__proto__', 'a.ts'], max_path_length: 4 },
    scoring: { mode: 'llm' },
    convergence: { budget_tokens: { max: 100, assume_per_ant: 10.5 } },
  })
  await run(...session, 'select', '--iter', '1')
  await run(...session, 'init')
  await run(...session, 'report')
  for (const k of [1, 2, 3]) {
    const { assignments } = await run(...session, 'select', '--iter', String(k))
    await run(...session, 'explain', '--iter', String(k))
    await run(...session, 'update', '--iter', String(k))
    for (const { ant_id, start_node } of assignments as { ant_id: string; start_node: string }[]) {
      const next = ['a.ts', 'b.ts', 'c.ts', '__proto__'].filter(name => name !== start_node).slice(0, 2)
      write(
        `complete/artifacts/${ant_id.toLowerCase()}.json`,
        antArtifact(
          ant_id,
          k,
          [start_node, ...next],
          ant_id.endsWith('3') ? { cost_tokens: 'many', evidence: [] } : {},
        ),
      )
    }
    write(`complete/artifacts/ant-${k}-9.json`, antArtifact(`ANT-${k}-9`, k, ['nowhere']))
    write(`complete/artifacts/ant-${k}-8.json`, '{')
    const names = readdirSync(at('complete/artifacts')).filter(name => name.startsWith(`ant-${k}-`))
    await run(...session, 'validate', ...names.map(name => join(S, 'artifacts', name)))
    await run(...session, 'status')
    write(`complete/scores/iter-${k}-scores.json`, {
      iteration: k,
      scorer_type: 'llm',
      rubric_used: 'default',
      scores: { [`ANT-${k}-1`]: { verified_score: 0.2 + k / 10, rationale: 'weak evidence' }, [`ANT-${k}-2`]: 0.6 },
      calibration: { mean: 0.4, std: 0.1, min: 0.2, max: 0.6 },
      computed_at: '2026-01-01T00:00:00Z',
    })
    await run(...session, 'update', '--iter', String(k), '--extra-tokens', '50')
    await run(...session, 'converged')
  }
  await run(...session, 'update', '--iter', '1')
  await run(...session, 'status')
  await run(...session, 'report')
  await run(...session, 'replay')
  write('complete/pheromone/history/2.json', '{')
  await run(...session, 'converged')
  await run(...session, 'replay', '--write')
  rmSync(at('complete/best.json'))
  await run(...session, 'report')
  await run(...session, 'init')
  rmSync(at('complete/task-space.json'))
  await run(...session, 'init')
  write('archived.json', readFileSync(at('complete/swarm-config.json'), 'utf8'))
  await run(...session, 'init', '--force', '--config', at('archived.json'))

  // An explicit graph with a heuristic, scored by a rule, its artifacts in a run folder.
  const R = ['--session', at('listed'), '--run-dir', at('run')]
  write('rule.mjs', 'export const score = artifact => artifact.path.length / 4')
  write('listed/swarm-config.json', {
    swarm: { n_ants: 2, max_iterations: 1 },
    aco: { matrix_type: 'node_weighted' },
    task_space: {
      nodes: ['a', 'b', 'c', 'd'],
      start_nodes: ['a', 'b'],
      edges: ['a::b', ['b', 'c'], { from: 'c', to: 'd' }],
      eta: { _why: 'known', nodes: { b: 2 }, edges: { 'b::c': 0.5 }, default: 1 },
    },
    scoring: { mode: 'script', script_path: at('rule.mjs') },
  })
  await run(...R, 'init')
  await run(...R, 'select', '--iter', '1', '--seed', 'other')
  write('run/outputs/ant-1-1.json', antArtifact('ANT-1-1', 1, ['a', 'b', 'c']))
  await run(...R, 'update', '--iter', '1')
  await run(...R, 'converged')
  await run(...R, 'report')
  await run('validate', at('run/outputs/ant-1-1.json'), at('run/outputs/none.json'))

  // One node: a graph without edges.
  write('one/swarm-config.json', { task_space: { nodes: ['only'] } })
  for (const command of ['init', 'explain --iter 1', 'converged'])
    await run('--session', at('one'), ...command.split(' '))

  write('bad/swarm-config.json', { aco: { rho: 2 } })
  await run('--session', at('bad'), 'init')
  for (const line of [
    '',
    'help',
    '--help',
    '--version',
    'bogus',
    'select',
    `--session ${S} select --iter 0`,
    `--session ${S} status x`,
  ])
    await run(...line.split(' ').filter(Boolean))
  await run('simulate', '--config', at('archived.json'), '--seeds', '2', '--iterations', '2', '--ants', '2')
}
