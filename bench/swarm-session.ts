import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A session of the swarm controller with so many nodes, laid out and with one iteration of five ants reported. */
export function swarmSession(controller: string, nodes: number): string {
  const folder = mkdtempSync(join(tmpdir(), `maestro-swarm-${nodes}-`))
  mkdirSync(join(folder, 'artifacts'))
  const names = Array.from({ length: nodes }, (_, i) => `src/module-${String(i).padStart(6, '0')}.ts`)
  const config = {
    swarm: { seed: 1 },
    aco: { gamma: 1, node_deposit: 1, hints: { sources: 8, top_k: 8 } },
    task_space: { nodes: names, max_path_length: 5 },
  }
  writeFileSync(join(folder, 'swarm-config.json'), JSON.stringify(config))
  for (let ant = 1; ant <= 5; ant++)
    writeFileSync(
      join(folder, `artifacts/ant-1-${ant}.json`),
      JSON.stringify({
        schema_version: '1.0',
        ant_id: `ANT-1-${ant}`,
        iteration: 1,
        path: Array.from({ length: 5 }, (_, step) => names[(ant * 7 + step * 13) % nodes]),
        self_score: 0.5,
        self_confidence: 0.8,
      }),
    )
  const { status } = spawnSync(process.execPath, [controller, '--session', folder, 'init'], { stdio: 'ignore' })
  if (status !== 0) throw new Error(`init failed with ${status}`)
  return folder
}
