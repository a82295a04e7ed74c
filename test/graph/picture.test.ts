import { expect, test } from 'vitest'
import { pictureIn, shortly } from '../helpers/picture.ts'
import { FAULTY } from './samples.ts'

/** Faults as `rule on label-of-what`. */
function marked(picture: ReturnType<typeof pictureIn>): string[] {
  const names = new Map(
    picture.groups.flatMap(({ id, title, nodes, edges }) => {
      const labels = new Map(nodes.map(node => [node.id, node.label]))
      return [
        [id, title] as const,
        ...labels,
        ...edges.map(edge => [edge.id, `${labels.get(edge.from)} → ${labels.get(edge.to)}`] as const),
      ]
    }),
  )
  return picture.faults.map(({ rule, on }) => `${rule} on ${on === undefined ? 'nothing' : names.get(on)}`)
}

test('a state machine: start, conditions, actions, ends; ways between the same states are one arrow', () => {
  const picture = pictureIn(FAULTY)
  expect(shortly(picture)).toEqual({
    States: [
      'start → S_PIER',
      'S_PIER → S_LEND [a boat is there / A_WRITE_DOWN] [a canoe is there]',
      'S_PIER → S_PIER [it rains, once]',
      'S_PIER → ERROR(E001) [there is no pier]',
      'S_LEND → S_STORM [the wind is up]',
      'S_LEND → S_WAIT [otherwise]',
      'S_SHED → END',
    ],
  })
  const notes = picture.groups[0]!.nodes.map(({ shape, label, notes }) => [shape, label, ...notes].join(' | '))
  expect(notes.slice(0, 3)).toEqual([
    'start | ',
    'state | S_PIER | looks which boats lie at the pier | keeps boats.json',
    'state | S_LEND | lends one',
  ])
  expect(notes).toContain('error | ERROR(E001)')
  expect(notes.at(-1)).toBe('end | END')
})

test('findings stand on the state, the arrow or the picture that they are about', () => {
  expect(marked(pictureIn(FAULTY))).toEqual([
    'states/state-no-exit on S_WAIT',
    'states/unreachable-state on S_SHED',
    'states/undeclared-state on S_STORM',
  ])
})

test('any state, parametric names, targets in words, and what is said in passing', () => {
  const text = `<states>
S_OPEN — opens
S_ROW_{N} — rows to buoy N
S_HOME — rows home
</states>
<transitions>
S_OPEN → S_ROW_1 : the water is calm → A_PUSH
S_ROW_{N}:
  → S_ROW_{N+1}  WHEN: a buoy is left
  → S_HOME  OTHERWISE
ANY → ERROR(E002)  WHEN: the boat leaks
S_HOME → handleReturn
</transitions>
<actions>
### A_PUSH
Push off. When the boat does not move, go to S_HOME.
</actions>
`
  expect(shortly(pictureIn(text))['States']).toEqual([
    'start → S_OPEN',
    'S_OPEN → S_ROW_{N} [the water is calm / A_PUSH]',
    'S_ROW_{N} → S_ROW_{N} [a buoy is left]',
    'S_ROW_{N} → S_HOME [otherwise]',
    'any state → ERROR(E002) [the boat leaks]',
    'S_HOME → handleReturn',
    'S_OPEN ⇢ S_HOME',
  ])
})

test('gates are a chain; a gap that only the order closes is dashed', () => {
  const text = `### Phase Gates

**GATE 1: Pier → Water**
- REQUIRED: a boat is free
- BLOCKED if: it storms

**GATE 2: Water → Shore** (with guests)
- REQUIRED: everybody wears a vest

**GATE 4: Camp → Home**
- BLOCKED if: it is night
`
  const picture = pictureIn(text)
  expect(shortly(picture)).toEqual({
    Gates: [
      'Pier → GATE 1',
      'GATE 1 → Water',
      'Water → GATE 2',
      'GATE 2 → Shore',
      'Shore ⇢ Camp',
      'Camp → GATE 4',
      'GATE 4 → Home',
    ],
  })
  const gate = picture.groups[0]!.nodes.filter(({ shape }) => shape === 'gate')
  expect(gate.map(({ notes }) => notes)).toEqual([
    ['required: a boat is free', 'blocked if it storms'],
    ['(with guests)', 'required: everybody wears a vest'],
    ['blocked if it is night'],
  ])
  const faults = marked(picture)
  expect(faults).toContain('gates/sequence on GATE 4')
  expect(faults).toContain('gates/required-line on GATE 4')
})

const WAVES = `### tasks.csv

\`\`\`csv
id,title,wave,status,findings
"1","North","1","pending",""
\`\`\`

Filter \`wave==1 AND status=="pending"\` and start:

\`\`\`javascript
spawn_agents_on_csv({
  csv_path: "wave-1.csv",
  id_column: "id",
  instruction: ROWER_INSTRUCTION,
  max_concurrency: 2,
  max_runtime_seconds: 60,
  output_csv_path: "wave-1-results.csv",
  output_schema: {
    type: "object",
    required: ["id", "result_status"],
    properties: { result_status: { enum: ["failed", "completed"], type: "string" }, id: { type: "string" } }
  }
})
\`\`\`

Merge into master \`tasks.csv\`: \`result_status\` → \`status\`; copy \`depth\` → \`findings\`.

Then filter \`wave==2\` and call \`spawn_agents_on_csv({ csv_path: "wave-2.csv", instruction: JUDGE_INSTRUCTION, ... })\`.
`

test('waves: the table, who works on its rows, and what comes back', () => {
  const picture = pictureIn(WAVES)
  expect(shortly(picture)).toEqual({
    Waves: [
      'tasks.csv → Wave 1 [pending rows]',
      'Wave 1 → ROWER [one worker per row]',
      'ROWER → tasks.csv [merge: result_status → status; copies depth → findings]',
      'tasks.csv → Wave 2 [rows of any status]',
      'Wave 1 ⇢ Wave 2 [then]',
      'Wave 2 → JUDGE [one worker per row]',
    ],
  })
  const worker = picture.groups[0]!.nodes.find(({ label }) => label === 'ROWER')!
  expect(worker.notes).toEqual(['returns result_status, id', 'ends failed | completed', 'at most 2 at once, 60 s each'])
  const faults = marked(picture)
  expect(faults).toContain('wave/filter-status on tasks.csv → Wave 2')
  expect(faults).toContain('merge/unknown-prop on ROWER → tasks.csv')
})

test('waves of the bundled runtime: the contract is a file', () => {
  const body = `Run wave N:

\`\`\`bash
node wave.mjs run --wave-csv {session}/wave-{N}.csv --contract {dir}/contracts/rower.json --worker codex --max-concurrency 3
node wave.mjs merge --csv {session}/tasks.csv --results {session}/wave-{N}-results.csv
\`\`\`
`
  const head = '---\nname: boats\ndescription: Rents boats. Use when somebody wants to row.\n---\n\n'
  const contract = {
    id: 'rower',
    instruction: 'Row.',
    result: { depth: {} },
    statuses: ['completed', 'failed'],
    ends: {},
  }
  const picture = pictureIn({
    '.codex/skills/boats/SKILL.md': head + body,
    '.codex/skills/boats/contracts/rower.json': JSON.stringify(contract),
  })
  expect(shortly(picture)['Waves']).toEqual([
    'tasks.csv → Wave N [rows]',
    'Wave N → rower [one worker per row]',
    'rower → tasks.csv [wave.mjs merge]',
  ])
  expect(picture.groups[0]!.nodes.at(-1)!.notes).toEqual([
    'returns id, result_status, findings, depth, error',
    'ends completed | failed',
    'at most 3 at once',
  ])
})

test('a skill without states, gates and waves has an empty picture', () => {
  expect(pictureIn('Row the boat.\n')).toEqual({ title: 'boats', subtitle: 'a test', groups: [], faults: [] })
})

test('files of a skill are drawn each with its name', () => {
  const head = '---\nname: boats\ndescription: Rents boats. Use when somebody wants to row.\n---\n\n'
  const picture = pictureIn({
    '.codex/skills/boats/SKILL.md': `${head}${FAULTY}`,
    '.codex/skills/boats/roles/keeper/role.md':
      '<states>\nS_A — a\nS_B — b\n</states>\n<transitions>\nS_A → S_B\nS_B → END\n</transitions>\n',
  })
  expect(picture.groups.map(({ title }) => title)).toEqual(['States', 'States in roles/keeper/role.md'])
})
