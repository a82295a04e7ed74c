import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../helpers/runs.ts'
import { artifact, BASE, type Printed, type Swarm, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** `validate` says what `update` would say. */

const meta = { kind: 'swarm-ant-result', schema: 'swarm-ant-result/1.0' }

/** What may be wrong with an artifact, or only odd. */
const FIELDS: Record<string, unknown>[] = [
  {},
  {},
  { path: ['c', 'd'] },
  { path: ['a', 'nowhere'] },
  { path: ['a', 'a'] },
  { path: ['a', 'd'] },
  { path: ['a', 'b', 'c', 'd'] },
  { self_score: 2 },
  { iteration: 2 },
  { ant_id: 7 },
  { evidence: [] },
  { schema_version: '2.0' },
  { assignment: { start_node: 'b' } },
  { candidate_solution: null },
  { cost_tokens: -1 },
  { _meta: undefined },
  { _meta: { kind: '', schema: 'x' } },
]

/** A file with the number of its name and of the ant that it says it is of. */
const file = fc.record({
  number: fc.integer({ min: 1, max: 4 }),
  ant: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 2 }),
  kind: fc.constantFrom<'json' | 'broken' | 'folder' | 'empty'>(
    'json',
    'json',
    'json',
    'json',
    'broken',
    'folder',
    'empty',
  ),
  fields: fc.array(fc.constantFrom(...FIELDS), { maxLength: 2 }).map(list => Object.assign({}, ...list)),
})

const setting = fc.record({
  strict: fc.boolean(),
  inRun: fc.boolean(),
  files: fc.uniqueArray(file, { minLength: 1, maxLength: 4, selector: ({ number }) => number }),
})

async function prepared({ strict, inRun, files }: typeof setting extends fc.Arbitrary<infer T> ? T : never) {
  const folder = mkdtempSync(join(BASE, 'validate-'))
  const session = await swarm(
    {
      task_space: { nodes: ['a', 'b', 'c', 'd'], edges: ['a::b', 'b::c', 'c::d'], max_path_length: 3 },
      validation: strict ? 'strict' : 'lenient',
    },
    { folder },
  )
  const place = inRun ? join(folder, 'run/outputs') : join(folder, 'artifacts')
  mkdirSync(place, { recursive: true })
  const paths = files.map(({ number, ant = number, kind, fields }) => {
    const path = join(place, `ant-1-${number}.json`)
    if (kind === 'folder') mkdirSync(path)
    else {
      const text = JSON.stringify(artifact(1, ant, { _meta: meta, ...fields }))
      writeFileSync(path, kind === 'json' ? text : kind === 'empty' ? '' : text.slice(0, -5))
    }
    return path
  })
  return { session, paths, options: inRun ? ['--run-dir', join(folder, 'run')] : [] }
}

/** What an `update` makes of each file: why it does not count, or what is odd about it. */
async function verdictsOfUpdate(session: Swarm, paths: readonly string[], options: string[]) {
  const { output } = await session.run('update', '--iter', '1', ...options)
  const rejected: Printed[] = output.rejected ?? output.details?.rejected
  expect(rejected, JSON.stringify(output)).toBeInstanceOf(Array)
  return paths.map(path => {
    const own = (entry: Printed) => entry.file === basename(path)
    const reason = rejected.find(own)?.reason
    const told = (output.warnings ?? []).filter((warning: Printed) => warning.code === 'W_ARTIFACT' && own(warning))
    return reason === undefined
      ? { valid: true, remarks: told.map((warning: Printed) => warning.message) }
      : { valid: false, reason, remarks: [] }
  })
}

const verdictsOf = (output: Printed) => output.files.map(({ file: _, ...verdict }: Printed) => verdict)

test('the same verdicts as update, on all files at once and on each alone', async () => {
  await fc.assert(
    fc.asyncProperty(setting, async given => {
      const { session, paths, options } = await prepared(given)
      try {
        const before = await session.run('validate', ...options, ...paths)
        const alone = []
        for (const path of paths) alone.push(...verdictsOf((await session.run('validate', ...options, path)).output))
        const expected = await verdictsOfUpdate(session, paths, options)
        expect(verdictsOf(before.output)).toEqual(expected)
        expect(alone).toEqual(expected)
        expect(before.exit).toBe(expected.every(({ valid }) => valid) ? 0 : 1)
        expect(before.output).toMatchObject({ valid: expected.filter(({ valid }) => valid).length })
      } finally {
        rmSync(dirname(session.path) === BASE ? session.path : '', { recursive: true, force: true })
      }
    }),
    runs(process.env['FULL'] ? 2_000 : 150),
  )
}, 120_000)

describe('one artifact', () => {
  const written = (fields: Record<string, unknown>, name = 'ant-1-1.json') => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, JSON.stringify(artifact(1, 1, fields)))
    return path
  }

  test('strict sessions want all of it', async () => {
    const session = await swarm({ validation: 'strict' })
    const path = written({ evidence: [] })
    const { output, exit } = await session.run('validate', path)
    expect({ exit, files: output.files }).toEqual({
      exit: 1,
      files: [{ file: path, valid: false, reason: 'evidence is empty', remarks: [] }],
    })
  })

  test('a run folder wants _meta', async () => {
    const session = await swarm()
    const run = temporaryFolder()
    const { files } = (await session.run('validate', '--run-dir', run, written({}), written({ _meta: meta }))).output
    expect(verdictsOf({ files })[0]).toMatchObject({ valid: false, reason: '_meta.kind and _meta.schema are missing' })
    expect((await session.run('validate', '--run-dir', run, written({ _meta: meta }))).exit).toBe(0)
  })

  test('a draft is looked at in the place of the file with its name', async () => {
    const session = await swarm()
    session.ant(1, 1, { self_score: 0.1 })
    expect((await session.run('validate', written({}))).output.files[0].valid).toBe(true)
    expect((await session.run('validate', written({}, 'ant-1-2.json'))).output.files[0].reason).toBe(
      'ant_id is that of ant-1-1.json',
    )
  })

  test('without a session, and without a name or an iteration that would tell', async () => {
    const { run } = await swarm()
    const validate = async (path: string, ...more: string[]) => {
      const { aco } = await import('../../src/runtime/aco/cli.ts')
      return ((await aco(['validate', path, ...more])).output as Printed).files[0]
    }
    expect(await validate(written({ path: ['x', 'y'] }, 'draft.json'))).toMatchObject({ valid: true })
    for (const iteration of ['1', 0, null, 1.5])
      expect((await validate(written({ iteration }, 'draft.json'))).reason).toBe(
        'iteration is no whole number from 1 on',
      )
    expect((await validate(written({}, 'draft.json'), '--iter', '2')).reason).toBe('iteration is not 2')
    expect((await run('validate', join(temporaryFolder(), 'none.json'))).output.files[0].reason).toBe('does not exist')
  })
})
