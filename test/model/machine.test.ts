import { expect, test } from 'vitest'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { type Machine, machinesOf, type State, type Transition } from '../../src/model/machine/machine.ts'

const documentOf = (text: string) => parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document
const machineIn = (text: string): Machine => machinesOf(documentOf(text))[0]!

/** A machine around transitions alone. */
const withTransitions = (text: string) => machineIn(`<transitions>\n${text}\n</transitions>\n`)

/** A transition on one line: `S_A → S_B [when] {do}`, with what else it has. */
const written = ({ from, to, when, do: what, actions, guard, entry, gate, note, otherwise }: Transition) =>
  [
    `${from} → ${to.kind === 'state' || to.kind === 'end' ? to.name : `${to.kind}:${to.name}`}`,
    when && `[${when}]`,
    what && `{${what}}`,
    actions.length > 0 && `A:${actions.map(({ text, isInline }) => `${text}${isInline ? '!' : ''}`).join(',')}`,
    guard && `GUARD ${guard}`,
    entry && `ENTRY ${entry}`,
    gate && `GATE ${gate}`,
    note && `NOTE ${note}`,
    otherwise && 'ELSE',
  ]
    .filter(Boolean)
    .join(' ')

test.each([
  // Blocks
  ['S_A:\n  → S_B', ['S_A → S_B']],
  ['S_A:\n  -> S_B  WHEN: done  DO: A_TELL', ['S_A → S_B [done] {A_TELL} A:A_TELL']],
  ['S_A：\n  → S_B  当：完成  执行：A_TELL', ['S_A → S_B [完成] {A_TELL} A:A_TELL']],
  ['**S_A**:\n  - → `S_B`\n  - → **END**', ['S_A → S_B', 'S_A → END']],
  ['### S_A\n\n→ S_B\n→ END', ['S_A → S_B', 'S_A → END']],
  ['- S_A:\n  - empty list → S_B\n  - otherwise → END', ['S_A → S_B [empty list]', 'S_A → END [otherwise]']],
  [
    'S_A:\n  → S_B  WHEN: x → y  GUARD: once  ENTRY: A_IN  GATE: 2  NOTE: slow',
    ['S_A → S_B [x → y] A:A_IN GUARD once ENTRY A_IN GATE 2 NOTE slow'],
  ],
  ['S_A:\n  → S_B  Entry: A_IN', ['S_A → S_B A:A_IN ENTRY A_IN']],
  ['S_A:\n  → S_B  OTHERWISE\n  OTHERWISE → S_C\n  否则 → S_D', ['S_A → S_B ELSE', 'S_A → S_C ELSE', 'S_A → S_D ELSE']],
  ['S_A:\n  WHEN: found → S_B  DO: A_X\n  WHEN: none → END', ['S_A → S_B [found] {A_X} A:A_X', 'S_A → END [none]']],
  ['S_A:\n  → S_B\n      WHEN: found\n      DO: A_X', ['S_A → S_B [found] {A_X} A:A_X']],
  ['S_A: → S_B WHEN: found', ['S_A → S_B [found]']],
  ['S_A / S_B:\n  → S_C', ['S_A → S_C', 'S_B → S_C']],
  ['S_A:\n  → S_B | S_C  WHEN: x', ['S_A → S_B [x]', 'S_A → S_C [x]']],
  // What a target may be
  ['S_A:\n  → ERROR(E001)  WHEN: none', ['S_A → error:ERROR(E001) [none]']],
  [
    'S_A:\n  → raise E003\n  → handleStop\n  → REVISE_PLAN',
    ['S_A → error:raise E003', 'S_A → handler:handleStop', 'S_A → handler:REVISE_PLAN'],
  ],
  ['S_A:\n  → ask the user again', ['S_A → text:ask the user again']],
  ['S_A → 结束', ['S_A → 结束']],
  ['S_A:\n  → S_B  DO: A_X → “done”', ['S_A → S_B {A_X → “done”} A:A_X']],
  ['S_A:\n  → S_B  DO: A_X — list what is new', ['S_A → S_B {A_X — list what is new} A:A_X!']],
  [
    'S_A:\n  → S_B  DO: A_X(row), A_Y (again), A_Z (one row for each)',
    ['S_A → S_B {A_X(row), A_Y (again), A_Z (one row for each)} A:A_X!,A_Y,A_Z!'],
  ],
  ['S_A:\n  → S_B  DO: raise E003', ['S_A → S_B {raise E003}']],
  ['S_A:\n  → A_X → S_B', ['S_A → S_B {A_X}']],
  // Flat
  ['S_A → S_B', ['S_A → S_B']],
  ['S_A -> S_B  WHEN: x\n    -> S_C  WHEN: y', ['S_A → S_B [x]', 'S_A → S_C [y]']],
  ['S_A → S_B : found → A_X', ['S_A → S_B [found] {A_X} A:A_X']],
  ['S_A → S_B ：找到 → A_X', ['S_A → S_B [找到] {A_X} A:A_X']],
  ['S_A → S_B : a → b → A_X', ['S_A → S_B [a] {A_X} A:A_X NOTE b']],
  ['S_A → S_B (found)', ['S_A → S_B [found]']],
  ['S_A --found--> S_B', ['S_A → S_B [found]']],
  ['S_A -->|found| S_B', ['S_A → S_B [found]']],
  ['S_A (found) → S_B', ['S_A → S_B [found]']],
  ['S_A → S_B WHEN found', ['S_A → S_B [found]']],
  ['S_A → S_B **WHEN:** `--fast`', ['S_A → S_B [`--fast`]']],
  ['S_A → S_B `WHEN:` done', ['S_A → S_B [done]']],
  ['ANY → S_STOP WHEN: the user says so\n任意状态 → S_STOP', ['* → S_STOP [the user says so]', '* → S_STOP']],
  ['### S_A → S_B\n**WHEN**: x\n**DO**: A_X', ['S_A → S_B [x] {A_X} A:A_X']],
  ['- S_A → S_B\n  - WHEN: x\n- S_A → END', ['S_A → S_B [x]', 'S_A → END']],
  // Chains
  ['S_A → S_B → S_C → END', ['S_A → S_B', 'S_B → S_C', 'S_C → END']],
  ['S_A → S_B → S_C\n    → S_D → END', ['S_A → S_B', 'S_B → S_C', 'S_C → S_D', 'S_D → END']],
  ['S_A → wait → S_B', ['S_A → S_B NOTE wait']],
  // Tables
  [
    '| From | To | When | Do |\n|---|---|---|---|\n| S_A | S_B | found | A_X |\n| | END | none | |',
    ['S_A → S_B [found] {A_X} A:A_X', 'S_A → END [none]'],
  ],
  ['| 当前状态 | 目标状态 | 条件 |\n|---|---|---|\n| `S_A` | `S_B` | 找到 |', ['S_A → S_B [找到]']],
  ['S_A:\n\n| Verdict | Next |\n|---|---|\n| good | S_B |\n| bad | END |', ['S_A → S_B [good]', 'S_A → END [bad]']],
  // Comments, fences, prose
  ['# === Build phase ===\nS_A → S_B\n// S_X → S_Y\n<!-- S_X → S_Y -->\n<!--\nS_X → S_Y\n-->', ['S_A → S_B']],
  ['S_A:\n  → S_B\n```json\n{ "next": "S_X → S_Y" }\n```\n```\nS_X → S_Y\n```', ['S_A → S_B']],
  ['```\nS_A:\n  → S_B\n```', ['S_A → S_B']],
  ['S_A:\n  GUARD: one round\n  → S_B\n\nWhatever happens, S_B comes next.', ['S_A → S_B']],
  [
    'S_WAVE_{N}:\n  → S_WAVE_{N+1}  WHEN: more\n  → S_EVAL_W{N}',
    ['S_WAVE_{N} → S_WAVE_{N+1} [more]', 'S_WAVE_{N} → S_EVAL_W{N}'],
  ],
])('transitions: %j', (text, expected) => {
  expect(withTransitions(text).transitions.map(written)).toEqual(expected)
  expect(withTransitions(text.replaceAll('\n', '\r\n')).transitions.map(written)).toEqual(expected)
})

const stated = ({ name, form, description, persist, isDelegated, isShared }: State) =>
  [name, form, description, persist && `PERSIST ${persist}`, isDelegated && 'delegated', isShared && 'shared']
    .filter(Boolean)
    .join(' · ')

test.each([
  [
    'S_A — reads\nS_B -- writes  PERSIST: a.json, b\nS_C: tells   PERSIST: —\nS_D',
    ['S_A · line · reads', 'S_B · line · writes · PERSIST a.json, b', 'S_C · line · tells', 'S_D · line'],
  ],
  ['S_A － 读\nS_B：写　持久化：无', ['S_A · line · － 读', 'S_B · line · 写']],
  [
    '- **S_A**: reads\n- `S_B` — writes\n  into the table',
    ['S_A · bullet · reads', 'S_B · bullet · writes into the table'],
  ],
  ['| State | What |\n|---|---|\n| S_A | reads |\n| `S_B` | writes |', ['S_A · table · reads', 'S_B · table · writes']],
  [
    '| State | PERSIST | What |\n|---|---|---|\n| S_A | a.json | reads |\n| S_B | — | tells |',
    ['S_A · table · reads · PERSIST a.json', 'S_B · table · tells'],
  ],
  ['### S_A\n\nReads.\n\n### S_B', ['S_A · heading', 'S_B · heading']],
  ['S_A → S_B → … → END', ['S_A · chain', 'S_B · chain']],
  ['S_A, S_B — read', ['S_A · line · read', 'S_B · line · read']],
  ['S_WAVE_1..S_WAVE_3 — waves', ['S_WAVE_1 · line · waves', 'S_WAVE_2 · line · waves', 'S_WAVE_3 · line · waves']],
  ['S_WAVE_1/2 — waves', ['S_WAVE_1 · line · waves', 'S_WAVE_2 · line · waves']],
  ['S_WAVE_{N} — a wave', ['S_WAVE_{N} · line · a wave']],
  [
    'S_RUN_LOOP — execute run-loop.md\nS_LOG — writes log.md',
    ['S_RUN_LOOP · line · execute run-loop.md · delegated', 'S_LOG · line · writes log.md'],
  ],
  [
    'S_A — own\n# === shared with maestro-plan ===\nS_B — reads\n# === own ===\nS_C — tells',
    ['S_A · line · own', 'S_B · line · reads · shared', 'S_C · line · tells'],
  ],
  ['S_A — reads, inherited from the base skill', ['S_A · line · reads, inherited from the base skill · shared']],
  ['```\nS_A — reads\n```', ['S_A · line · reads']],
  ['Every run goes through these.\n\nS_A — reads', ['S_A · line · reads']],
])('states: %j', (text, expected) => {
  const read = (body: string) => machineIn(`<state_machine>\n<states>\n${body}\n</states>\n</state_machine>\n`)
  expect(read(text).states.map(stated)).toEqual(expected)
  expect(read(text.replaceAll('\n', '\r\n')).states.map(stated)).toEqual(expected)
})

test.each([
  ['### A_X\n\nReads.', ['A_X heading']],
  ['### A_X, A_Y\n\nBoth.', ['A_X heading', 'A_Y heading']],
  ['#### 1. A_X — reads (see A_Y)', ['A_X heading']],
  ['- **A_X**: reads\n- A_Y: writes\n- A_Z calls A_Y', ['A_X bullet', 'A_Y bullet', 'A_Z bullet']],
  ['### A_X\n\n- A_Y first\n1. A_Z', ['A_X heading']],
  ['**A_X**\n\nReads.\n\n**动作**：A_Z', ['A_X bold']],
  ['| Action | What |\n|---|---|\n| A_X | reads |', ['A_X table']],
  ['A_X: reads\nA_Y：写\nA_Z then stops', ['A_X line', 'A_Y line']],
])('actions: %j', (text, expected) => {
  const { actions } = machineIn(`<states>\nS_A\n</states>\n<actions>\n${text}\n</actions>\n`)
  expect(actions.map(({ name, form }) => `${name} ${form}`)).toEqual(expected)
})

test.each([
  ['<state_machine>\n<states>\nS_A\n</states>\n</state_machine>', 'tag'],
  [
    '<appendix>\n\n### State Machine\n\n#### States\n\n- S_A — reads\n\n#### Transitions\n\nS_A → END\n\n### Other\n\nS_B — not of it\n</appendix>',
    'heading',
  ],
  ['## 状态机\n\n### 状态\n\nS_A — 读\n\n### 转换\n\nS_A → END\n', 'heading'],
  ['## State machine\n\n<state_machine>\n<states>\nS_A\n</states>\n</state_machine>', 'tag'],
  [
    '<state_machine>\n### States\n\nS_A — reads\n\n### Transitions\n\n# === one ===\nS_A → END\n</state_machine>',
    'tag',
  ],
  ['<state_machine>\nS_A — reads\n\nS_A:\n  → END\n</state_machine>', 'tag'],
])('where it stands: %j', (text, form) => {
  const machines = machinesOf(documentOf(text))
  expect(machines.map(machine => machine.form)).toEqual([form])
  expect(machines[0]!.states.map(({ name }) => name)).toEqual(['S_A'])
})

test.each([
  '',
  'The state S_A is left at once.',
  '<state_machine>\n</state_machine>',
  '## State machine\n\nThere is none.',
  '```\n<states>\nS_A\n</states>\n```',
])('no machine: %j', text => expect(machinesOf(documentOf(text))).toEqual([]))

test('two modes are two machines', () => {
  const text = '<state_machine>\n<states>\nS_A\n</states>\n</state_machine>\n'
  expect(machinesOf(documentOf(text + text.replaceAll('S_A', 'S_B'))).map(({ states }) => states[0]!.name)).toEqual([
    'S_A',
    'S_B',
  ])
})

test.each([
  ['S_WAVE_{N}', 'S_WAVE_1', true],
  ['S_WAVE_{N}', 'S_WAVE_{N+1}', true],
  ['S_WAVE_{N}', 'S_WAVE_N', true],
  ['S_WAVE_{N}', 'S_WAVE', true],
  ['S_WAVE_{N}', 'S_WAVE_2_DEGRADED', false],
  ['S_WAVE_{N}', 'S_PLAN', false],
  ['S_WAVE_N', 'S_WAVE_3', true],
  ['S_EVAL_W{N}', 'S_EVAL_W{N+1}', true],
  ['S_EVAL_W{N}', 'S_EVAL_W2', true],
  ['S_EVAL_W{N}', 'S_EVAL_W', true],
  ['S_PHASE_{NAME}', 'S_PHASE_PLAN', true],
  ['S_PHASE_<name>', 'S_PHASE_PLAN_B', true],
  ['S_STEP_1', 'S_STEP_{N}', true],
  ['S_STEP_LOAD', 'S_STEP_', true],
  ['S_STEP_LOAD', 'S_STEP_{name}', true],
  ['S_STEP_LOAD', 'S_STEP', false],
])('%s declares %s: %s', (declared, used, expected) => {
  const { statesCalled } = machineIn(`<states>\n${declared} — x\n</states>\n`)
  expect(statesCalled(used).length > 0).toBe(expected)
})

test('spans hold the names', () => {
  const text = '<states>\nS_A — a\nS_B — b\n</states>\n<transitions>\nS_A:\n  → S_B  WHEN: x  DO: A_X\n</transitions>\n'
  const { transitions, states, document } = machineIn(text)
  const slice = ({ start, end }: { start: number; end: number }) => document.text.slice(start, end)
  const [transition] = transitions
  expect([slice(transition!.fromSpan), slice(transition!.toSpan), slice(transition!.actions[0]!.span)]).toEqual([
    'S_A',
    'S_B',
    'A_X',
  ])
  expect(slice(transition!.span)).toBe('→ S_B  WHEN: x  DO: A_X')
  expect(states.map(({ span }) => slice(span))).toEqual(['S_A', 'S_B'])
})
