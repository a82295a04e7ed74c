import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { readGlob } from '../../src/runtime/aco/glob.ts'
import { runs } from '../helpers/runs.ts'

const PATHS = ['a.ts', 'b.js', '.a.ts', 'src/a.ts', 'src/deep/b.ts', 'src/.hid/c.ts', 'x[1].ts', 'src/a{b}.ts', 'ab.ts']

describe('what a pattern finds', () => {
  test.each([
    ['*.ts', 'a.ts x[1].ts ab.ts'],
    ['**/*.ts', 'a.ts src/a.ts src/deep/b.ts x[1].ts src/a{b}.ts ab.ts'],
    ['src/**', 'src/a.ts src/deep/b.ts src/a{b}.ts'],
    ['./src/*.ts', 'src/a.ts src/a{b}.ts'],
    ['src/**/?.ts', 'src/a.ts src/deep/b.ts'],
    ['src/.hid/*', 'src/.hid/c.ts'],
    ['**/.*', '.a.ts'],
    ['[!a]*.ts', 'x[1].ts'],
    ['[a-b].{ts,js}', 'a.ts b.js'],
    ['{src/{deep,none}/b,a}.ts', 'src/deep/b.ts a.ts'],
    ['x\\[1\\].ts', 'x[1].ts'],
    ['src/a{b}.ts', 'src/a{b}.ts'],
    ['a.ts', 'a.ts'],
    ['[z-a]*', ''],
    ['[', ''],
    ['a*b*c*d*e*f*g*h*', ''],
  ])('%s', (pattern, expected) => {
    const { matches } = readGlob(pattern)
    expect(PATHS.filter(matches).sort()).toEqual(expected.split(' ').filter(Boolean).sort())
  })

  test.each([
    ['**/*.ts', '.'],
    ['src/**/*.ts', 'src'],
    ['./src/lib/*.ts', 'src/lib'],
    ['src/a.ts', 'src'],
    ['a.ts', '.'],
    ['../lib/*.ts', '../lib'],
    ['/lib/*', '/lib'],
    ['/*', '/'],
    ['{a,b}/c/*', '.'],
  ])('%s lies below %s', (pattern, base) => {
    expect(readGlob(pattern).base).toBe(base)
  })

  test('braces that stand for millions of patterns end soon', () => {
    expect(readGlob('{a,b}'.repeat(40)).matches('a'.repeat(40))).toBe(true)
    expect(readGlob(`${'{'.repeat(3_000)}a,b`).matches('a')).toBe(false)
  })
})

const name = fc.stringMatching(/^[ab][.ab]{0,2}$/)
const part = fc.constantFrom('*', '?', 'a', 'b', '.', '[ab]', '[^a]', '{a,b}', '{a,b*}', '{a,{b,?}}')
const segment = fc.oneof(
  { weight: 1, arbitrary: fc.constant('**') },
  { weight: 4, arbitrary: fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join('')) },
)

test('another reader of globs finds the same', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map(segments => segments.join('/')),
      fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('/')),
      (pattern, path) => {
        // To the other one `[!a]` is no negation. `a/**` is `a` too for the other one, which does not matter to files; runs of stars within a name are a taste.
        fc.pre(!/[^/]\*\*|\*\*[^/]|\.\.|(?:^|\/)\.(?:\/|$)|^\.\//.test(pattern))
        fc.pre(!/\/\*\*$/.test(pattern) || !picomatch(pattern.slice(0, -3), { dot: true })(path))
        const other = picomatch(pattern, { dot: /(?:^|\/)\./.test(pattern) })
        expect(readGlob(pattern).matches(path), `${pattern} ${path}`).toBe(other(path))
      },
    ),
    runs(process.env['FULL'] ? 20_000 : 3_000),
  )
})

test('names that begin with a dot are found only by patterns that name one', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map(segments => segments.join('/')),
      fc.array(fc.stringMatching(/^\.?[ab]{1,2}$/), { minLength: 1, maxLength: 4 }).map(names => names.join('/')),
      (pattern, path) => {
        fc.pre(!/(?:^|[/{,])\./.test(pattern) && /(?:^|\/)\./.test(path))
        expect(readGlob(pattern).matches(path), `${pattern} ${path}`).toBe(false)
      },
    ),
    runs(process.env['FULL'] ? 20_000 : 3_000),
  )
})
