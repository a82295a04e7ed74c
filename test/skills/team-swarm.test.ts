import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { skillOf } from '../helpers/bundle.ts'
import { type BuildTarget, TARGETS } from '../helpers/emit.ts'

/**
 * The emitted team-swarm is carried out: a program plays the coordinator and takes every command line from the emitted
 * text itself; simulated ants walk by their assignments.
 */

const folder = mkdtempSync(join(tmpdir(), 'team-swarm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Assignment {
  ant_id: string
  start_node: string
  edge_preferences: Record<string, number>
  max_path_length: number
  iteration: number
}

/** The command lines of a text that call the controller, by command. */
function commandsIn(text: string): Map<string, string> {
  const lines = [...text.matchAll(/node \S*\/scripts\/aco\.mjs [^`\n]+/g)].map(([line]) => line)
  return new Map(lines.map(line => [/--session \S+ (\w+)/.exec(line)![1]!, line]))
}

const GOOD = new Set(['n3', 'n7', 'n11'])

/** An ant that follows its strongest hint, and knows a good node when it stands on one. */
function walk(
  { ant_id, start_node, edge_preferences, max_path_length, iteration }: Assignment,
  nodes: readonly string[],
) {
  const path = [start_node]
  while (path.length < max_path_length) {
    const here = path.at(-1)!
    const hints = Object.entries(edge_preferences)
      .filter(([edge]) => edge.startsWith(`${here}::`))
      .sort(([, a], [, b]) => b - a)
      .map(([edge]) => edge.slice(here.length + 2))
    const next = [...hints, ...nodes].find(node => !path.includes(node))
    if (!next) break
    path.push(next)
  }
  const score = path.filter(node => GOOD.has(node)).length / GOOD.size
  return {
    schema_version: '1.0',
    ant_id,
    iteration,
    assignment: { start_node, max_path_length },
    path,
    path_decisions: path.slice(1).map((to, index) => ({
      from: path[index],
      to,
      rationale: 'strongest hint',
      guided_by: 'pheromone',
      deviation_from_hint: false,
    })),
    evidence: path.map(node => `${node}: looked at`),
    candidate_solution: { type: 'string', summary: 'a path', content: path.join(' ') },
    self_score: score,
    self_confidence: 1,
    cost_tokens: 100,
  }
}

test.each(process.env['FULL'] ? TARGETS : TARGETS.slice(1, 2))(
  '%s %s: three iterations, from the configuration to the report',
  (id, version) => {
    const bundle = skillOf('team-swarm', [id, version] as BuildTarget)
    const { dir } = bundle.target.platform
    const home = join(folder, `${id}-${version}`)
    for (const [path, { text, bytes }] of bundle.files) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), bytes ?? text!)
    }
    const skill = join(home, dir, 'skills/team-swarm')
    const textOf = (name: string) => readFileSync(join(skill, name), 'utf8')
    const session = join(home, 'session')
    const run = (line: string, holes: Record<string, string> = {}) => {
      const args = line
        .replace(/<session>/g, session)
        .replace(/<(\w+)>/g, (hole, name: string) => holes[name] ?? hole)
        .replace(/\$\{CLAUDE_SKILL_DIR\}|<skill_dir>/g, skill)
        .split(' ')
      expect(args.filter(arg => /[<>{}]/.test(arg))).toEqual([])
      const { stdout, status } = spawnSync(process.execPath, args.slice(1), { encoding: 'utf8' })
      return { ...(JSON.parse(stdout) as Record<string, unknown>), exit: status }
    }

    // Frame: the template of the bundle, filled in as init-swarm.md says.
    const config = JSON.parse(textOf('specs/swarm-config.json'))
    const nodes = Array.from({ length: 14 }, (_, index) => `n${index}`)
    config.swarm = { ...config.swarm, n_ants: 6, max_iterations: 3, seed: 'team-swarm' }
    config.task_space = { ...config.task_space, nodes, max_path_length: 4 }
    config.scoring = { mode: 'llm', rubric: 'good nodes on the path' }
    config.convergence = { ...config.convergence, max_iterations: 3, target_score: { enabled: false, value: 1 } }
    mkdirSync(session, { recursive: true })
    writeFileSync(join(session, 'swarm-config.json'), JSON.stringify(config))

    const init = commandsIn(textOf('roles/coordinator/commands/init-swarm.md'))
    expect(run(init.get('init')!)).toMatchObject({ status: 'ok', n_nodes: 14 })

    const iterate = commandsIn(textOf('roles/coordinator/commands/iterate.md'))
    const validate = commandsIn(textOf('roles/ant/role.md')).get('validate')!
    let answer: Record<string, unknown> = {}
    let iterations = 0
    for (let k = 1; k <= 5 && answer['converged'] !== true; k++) {
      iterations = k
      const { assignments } = run(iterate.get('select')!, { k: String(k) }) as unknown as { assignments: Assignment[] }
      expect(assignments).toHaveLength(6)
      const scores: Record<string, unknown> = {}
      for (const [index, assignment] of assignments.entries()) {
        // One straggler in the second iteration.
        if (k === 2 && index === 5) continue
        const artifact = walk(assignment, nodes)
        const file = join(session, `artifacts/ant-${k}-${index + 1}.json`)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, JSON.stringify(artifact))
        const check = run(validate, { k: String(k), i: String(index + 1) })
        expect(check).toMatchObject({ status: 'ok', valid: 1, invalid: 0 })
        scores[artifact.ant_id] = { verified_score: artifact.self_score, rationale: 'counted' }
      }
      mkdirSync(join(session, 'scores'), { recursive: true })
      const file = {
        iteration: k,
        scorer_type: 'llm',
        rubric_used: 'custom',
        scores,
        computed_at: '2026-11-30T00:00:00Z',
      }
      writeFileSync(join(session, `scores/iter-${k}-scores.json`), JSON.stringify(file))
      const update = run(iterate.get('update')!.replace(/ --extra-tokens \S+/, ''), { k: String(k) })
      expect(update).toMatchObject({ status: 'ok', iteration: k, n_ants_processed: k === 2 ? 5 : 6 })
      answer = run(iterate.get('converged')!)
    }
    expect(iterations).toBe(3)
    expect(answer).toMatchObject({ converged: true, triggered_by: ['max_iterations'] })

    const report = run(commandsIn(textOf('roles/coordinator/commands/converge.md')).get('report')!)
    expect(report).toMatchObject({ status: 'ok', iterations_completed: 3 })
    expect((report as unknown as { best: { score: number } }).best.score).toBeGreaterThan(0)

    // Every command that any text of the skill names is one that the controller takes.
    const named = [...bundle.files.values()].flatMap(({ path, text }) =>
      path.endsWith('.md') ? [...commandsIn(text!)] : [],
    )
    for (const [line, command] of new Map(named.map(([command, line]) => [line, command]))) {
      if (/validate|init\b/.test(command)) continue
      const { status, code } = run(line, { k: '1', t: '10' }) as { status?: string; code?: string }
      expect(`${line} ${status} ${code ?? ''}`).toBe(`${line} ok `)
    }
  },
)
