import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { machinesOf } from '../../src/model/machine/machine.ts'
import { type Reach, reachOf } from '../../src/model/machine/reach.ts'
import { wayText } from '../../src/model/machine/ways.ts'
import { rules } from '../../src/rules/index.gen.ts'
import { finishes } from '../helpers/growth.ts'
import { lintTexts } from '../helpers/lint.ts'
import { runs } from '../helpers/runs.ts'

const reachIn = (text: string): Reach =>
  reachOf(machinesOf(parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document)[0]!)

const read = (states: string, transitions: string) =>
  reachIn(`<states>\n${states}\n</states>\n<transitions>\n${transitions}\n</transitions>\n`)

const names = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name)

test('ways are the shortest, and long ones are cut short', () => {
  const states = Array.from({ length: 30 }, (_, i) => `S_N${i}`)
  const chain = states.slice(1).map((name, i) => `${states[i]} → ${name}`)
  const { graph, wayTo } = read(states.join('\n'), [...chain, 'S_N0 → S_N20', 'S_N29 → END'].join('\n'))
  const way = (name: string) => wayText(wayTo(graph.nodes.find(node => node.name === name)!))
  expect(way('S_N0')).toBe('S_N0')
  expect(way('S_N3')).toBe('S_N0 → S_N1 → S_N2 → S_N3')
  expect(way('S_N22')).toBe('S_N0 → S_N20 → S_N21 → S_N22')
  expect(way('S_N19')).toBe('S_N0 → … 14 more … → S_N15 → S_N16 → S_N17 → S_N18 → S_N19')
})

test('dead ends, traps with a round, islands with what is behind them', () => {
  const { deadEnds, traps, islands, hasEnd } = read(
    'S_A\nS_B\nS_C\nS_D\nS_X\nS_L1\nS_L2\nS_L3\nS_I\nS_J\nS_K\nS_Z',
    [
      'S_A → S_B',
      'S_A → S_X',
      'S_B → END',
      'S_B → S_C',
      'S_C → S_L2',
      'S_L1 → S_L2',
      'S_L2 → S_L3',
      'S_L3 → S_L1',
      'S_L3 → S_L2',
      'S_I → S_J',
      'S_J → S_B',
      'S_K → S_J',
      'S_D → S_D',
      'S_Z → END',
    ].join('\n'),
  )
  expect(hasEnd).toBe(true)
  expect(names(deadEnds)).toEqual(['S_X'])
  expect(traps.map(({ nodes, way, round }) => [names(nodes), wayText(way), wayText(round)])).toEqual([
    [['S_L1', 'S_L2', 'S_L3'], 'S_A → S_B → S_C → S_L2', 'S_L2 → S_L3 → S_L2'],
  ])
  expect(islands.map(({ nodes, behind, way }) => [names(nodes), names(behind), wayText(way)])).toEqual([
    [['S_D'], [], 'S_D'],
    [['S_I'], ['S_J'], 'S_I → S_J → S_B'],
    [['S_K'], [], 'S_K → S_J → S_B'],
    [['S_Z'], [], 'S_Z'],
  ])
})

test('what a name with a hole may mean is reached as a whole, and leads on together', () => {
  const { islands, traps } = read(
    'S_PLAN\nS_WAVE_1\nS_WAVE_2\nS_TELL',
    'S_PLAN → S_WAVE_{N}\nS_WAVE_{N} → S_TELL\nS_TELL → END',
  )
  expect([islands, traps]).toEqual([[], []])
})

test('an action that several states do leads on from all of them', () => {
  const { deadEnds, islands } = reachIn(
    '<states>\nS_A\nS_B\nS_C\nS_D\n</states>\n<transitions>\nS_A → S_B  DO: A_X\nS_B → S_A  DO: A_X\nS_C → END\nS_D → END\n</transitions>\n<actions>\n### A_X\n\nOn the third round go to S_C.\n\n### A_Y\n\nNever used: go to S_D.\n</actions>\n',
  )
  expect([deadEnds, islands]).toEqual([[], []])
})

describe('against a slow reading of the same machine', () => {
  /** A machine as a table: for each state what it leads to; −1 is an end. */
  const machine = fc.integer({ min: 1, max: 7 }).chain(size =>
    fc.array(fc.uniqueArray(fc.integer({ min: -1, max: size - 1 }), { maxLength: 4 }), {
      minLength: size,
      maxLength: size,
    }),
  )

  /** All that can be reached from an id, itself too. */
  const closure = (table: readonly (readonly number[])[], from: number): Set<number> => {
    const found = new Set([from])
    for (const id of found) if (id >= 0) for (const to of table[id]!) found.add(to)
    return found
  }

  test('reachable states, ends, dead ends, traps and islands', () => {
    fc.assert(
      fc.property(machine, table => {
        const lines = table.flatMap((targets, id) => targets.map(to => `S_N${id} → ${to < 0 ? 'END' : `S_N${to}`}`))
        fc.pre(lines.length > 0)
        const states = table.map((_, id) => `S_N${id} — number ${id}`)
        const reach = read(states.join('\n'), lines.join('\n'))
        const { nodes } = reach.graph
        const first = Number(/^S_N(\d+)/.exec(lines[0]!)![1])
        const seen = new Set([...closure(table, 0), ...closure(table, first)])
        const ids = table.map((_, id) => id)
        expect(ids.filter(id => reach.isReachable(nodes[id]!))).toEqual(ids.filter(id => seen.has(id)))
        const terminal = ids.filter(id => nodes[id]!.isTerminal)
        const ends = (id: number) => [...closure(table, id)].some(to => to < 0 || terminal.includes(to))
        expect(ids.filter(id => reach.canEnd(nodes[id]!))).toEqual(ids.filter(ends))
        expect(reach.deadEnds.map(({ id }) => id)).toEqual(
          ids.filter(id => seen.has(id) && !table[id]!.length && !terminal.includes(id)),
        )
        const stuck = ids.filter(id => seen.has(id) && !ends(id))
        const inTrap = stuck.filter(
          id => table[id]!.length > 0 && [...closure(table, id)].every(to => closure(table, to).has(id)),
        )
        expect(reach.traps.flatMap(trap => trap.nodes.map(({ id }) => id)).sort()).toEqual(inTrap)
        for (const { nodes: loop } of reach.traps)
          for (const { id } of loop) expect([...closure(table, id)].sort()).toEqual(loop.map(node => node.id).sort())
        const cut = ids.filter(id => !seen.has(id))
        const told = reach.islands.flatMap(({ nodes: own, behind }) => [...own, ...behind]).map(({ id }) => id)
        expect([...told].sort()).toEqual(cut)
        for (const { nodes: own, behind } of reach.islands)
          for (const { id } of own) {
            expect(cut.filter(other => closure(table, other).has(id) && !own.some(node => node.id === other))).toEqual(
              [],
            )
            for (const node of behind) expect(closure(table, id).has(node.id)).toBe(true)
          }
        for (const id of ids.filter(one => seen.has(one))) {
          const { nodes: way, omitted } = reach.wayTo(nodes[id]!)
          expect(way.at(-1)!.id).toBe(id)
          for (const [index, node] of way.entries())
            if (index > (omitted ? 1 : 0)) expect(table[way[index - 1]!.id]).toContain(node.id)
        }
      }),
      runs(600),
    )
  })
})

/** Shapes of large machines; each has something for the rules to tell at most places. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'one chain that ends in a loop': size =>
    large(size, i => [`S_N${i} → S_N${i + 1 < size ? i + 1 : size >> 1}  WHEN: ${i}  DO: A_N${i}`], 'S_N0 → END'),
  'blocks that lead back to all sides': size =>
    large(size, i => [
      `S_N${i}:`,
      `  → S_N${(i * 7) % size}  WHEN: a`,
      `  → S_N${(i * 13 + 1) % size}  WHEN: b`,
      '  → END',
    ]),
  'no state leads anywhere': size => large(size, i => (i ? [`S_N0 → S_N${i}`] : [])),
  'nothing is reached': size => large(size, i => [`S_N${i} → S_N${i + 2 < size ? i + 2 : i}`], 'S_N0 → END'),
  'no target is declared': size => large(size, i => [`S_N${i} → S_LOST${i}  DO: A_LOST${i}`]),
  'two by two in traps': size => large(size, i => [`S_N0 → S_N${i}`, `S_N${i} → S_N${i ^ 1}`], 'S_N0 → END'),
  'names with holes that mean everything': size => large(size, i => [`S_N${i} → S_N{X}  DO: A_N{X}`]),
  'parametric states': size =>
    large(
      size,
      i => [`S_N${i}_{N} → S_N${i + 1}_{N+1}`],
      '',
      i => `S_N${i}_{N} — family ${i}`,
    ),
  'one action for all': size => large(size, i => [`S_N${i} → S_N${(i * 3) % size}  DO: A_N0`], '', undefined, size),
}

function large(
  size: number,
  lines: (index: number) => string[],
  last = '',
  state = (index: number) => `S_N${index} — state ${index}   PERSIST: —`,
  goes = 0,
): string {
  const all = Array.from({ length: size }, (_, index) => index)
  return [
    '<state_machine>',
    '<states>',
    ...all.map(state),
    '</states>',
    '<transitions>',
    ...all.flatMap(lines),
    last,
    '</transitions>',
    '<actions>',
    ...all.flatMap(index => [`### A_N${index}`, '', `Do step ${index}.`, '']),
    ...Array.from({ length: goes }, (_, index) => `- A_G${index}: go to S_N${index}, or to S_GONE${index}`),
    '</actions>',
    '</state_machine>',
    '',
  ].join('\n')
}

const own = rules.filter(({ id }) => id.startsWith('states/'))

test.each(Object.keys(SHAPES))('thousands of states: %s', name => {
  finishes(4_000, SHAPES[name]!, text => {
    const found = lintTexts({ '.codex/skills/large/SKILL.md': text }, own)
    expect(Array.isArray(found)).toBe(true)
  })
})

/** Long lines that would make a careless pattern run for hours. */
test.each([
  'S_A → ',
  '→S_A',
  'S_A/',
  'WHEN: a → ',
  'in-in.md ',
  'in-',
  '/',
  '- ',
  '1.',
  '1',
  ' ',
  '(',
  '`',
  'S_{',
  'S_A{N}',
  'A_X, ',
  '| S_A ',
  '---',
  '==',
  'go to S_A or ',
  '# ',
  '>',
  'ERROR(',
  '[',
])('long lines of %j', part => {
  finishes(
    60_000,
    size => part.repeat(size / part.length),
    line => {
      const text = [
        `<state_machine>\n${line}\n<states>\nS_A — ${line}\nS_B ${line}\n${line}\n</states>`,
        `<transitions>\nS_A: ${line}\n  → S_B ${line}\n  → S_B WHEN: ${line} DO: A_X ${line}\n${line}\nS_A ${line} → S_B\n| ${line} | S_A |\n</transitions>`,
        `<actions>\n### A_X ${line}\n- A_Y ${line}\n${line}\n${line.slice(0, 1000)}.md\n</actions>\n</state_machine>\n`,
      ].join('\n')
      lintTexts({ '.codex/skills/large/SKILL.md': text }, own)
    },
  )
})
