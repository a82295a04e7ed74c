import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { rules } from '../../src/rules/index.gen.ts'
import { fixTexts } from '../helpers/lint.ts'
import { runs } from '../helpers/runs.ts'

const RUNS = process.env['FULL'] ? 20_000 : 1_000
const PATH = '.claude/skills/review/SKILL.md'
const own = rules.filter(({ id }) => id.startsWith('frontmatter/'))

/** White space to JavaScript or Unicode that is text to YAML; half of it cannot be seen. */
const space = fc.constantFrom(
  '\u3000',
  '\u00a0',
  '\u2003',
  '\ufeff',
  '\f',
  '\v',
  '\u2028',
  '\u2029',
  '\u1680',
  ' ',
  '\t',
)
const word = fc.constantFrom(
  'Use',
  'when:',
  'a',
  ': ',
  ' #1',
  '[x]',
  '[',
  '"q"',
  "'",
  '&a',
  '!b',
  '*c',
  '%',
  '@',
  '- ',
  '检查',
)
const value = fc.array(fc.oneof(space, word), { minLength: 1, maxLength: 8 }).map(parts => parts.join(''))
const key = fc.constantFrom('description', 'argument-hint', 'invocation-note', 'name')

const read = (text: string): Record<string, unknown> | undefined => {
  try {
    return parse(/^---\n([\s\S]*?)\n---\n/.exec(text)![1]!, { logLevel: 'error' }) as Record<string, unknown>
  } catch {
    return undefined
  }
}
const bare = (text: unknown) => String(text).replace(/^[ \t"']+|[ \t"']+$/g, '')

test(`a value keeps its key and its text when it is fixed (${runs(RUNS).numRuns} runs)`, () => {
  fc.assert(
    fc.property(key, value, space, (name, inside, last) => {
      const before = `---\nmodel: opus\n${name}: ${inside}${last}\nlicense: MIT\n---\n\nText.\n`
      const after = fixTexts({ [PATH]: before }, own)[PATH]
      if (after === undefined) return
      const lines = after.split('\n')
      // An empty hint goes with its line, and a skill is called like its folder.
      if (!lines.some(line => line.startsWith(`${name}: `))) {
        expect([name, bare(inside + last).trim()]).toEqual(['argument-hint', ''])
        return
      }
      const now = read(after)
      if (!now || name === 'name') return
      expect(now['license']).toBe('MIT')
      // The text as it stood on the line, or what YAML read before; a comment behind it is no part.
      const meant = `${inside}${last}`
      expect(typeof now[name] === 'string' && meant.includes(bare(now[name]).trim()), JSON.stringify(now[name])).toBe(
        true,
      )
      if (!/[#"'&!*]/.test(meant)) expect(now[name]).toBe(meant.replace(/^[ \t]+|[ \t]+$/g, ''))
    }),
    runs(RUNS),
  )
})
