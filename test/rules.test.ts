import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../src/rules/index.gen.ts'
import { fixTexts, lintTexts, reportLine, sourcesOf } from './helpers/lint.ts'

const root = join(import.meta.dirname, '..')

describe.each(rules.map(rule => [rule.id, rule] as const))('%s', (id, rule) => {
  /** Suppression rules judge what other rules left: they run with all of them. */
  const running = rule.scope === 'suppressions' ? undefined : [rule]

  test.each(rule.examples.map((example, index) => [example.title ?? `example ${index + 1}`, example] as const))(
    '%s',
    (_, example) => {
      const found = lintTexts(example.files, running, example).filter(diagnostic => diagnostic.rule === id)
      expect(found.map(reportLine)).toEqual(example.reports ?? [])
      for (const diagnostic of found) {
        const source = sourcesOf(example.files).find(({ path }) => path === diagnostic.path)
        expect(diagnostic.span.start).toBeGreaterThanOrEqual(-1)
        expect(diagnostic.span.end).toBeLessThanOrEqual(source?.text.length ?? 0)
        expect(`${diagnostic.text} ${diagnostic.help}`).not.toMatch(/\{\w+\}|undefined|\[object/)
        expect(diagnostic.fix?.title ?? '', 'a title, not a sentence').not.toMatch(/[.。]$/)
        expect(Boolean(diagnostic.fix) && !rule.fixable, 'a rule with a fix says so').toBe(false)
      }
      const fixed = fixTexts(example.files, running, example)
      if (running) expect(fixed).toEqual(example.fixed ?? {})
      const after = { ...example.files, ...fixed }
      if (Object.keys(fixed).length)
        expect(fixTexts(after, running, example), 'a second fix changes nothing').toEqual({})
    },
  )

  test('is complete', () => {
    expect(existsSync(join(root, 'src/rules', `${id}.ts`)), 'id is the path').toBe(true)
    expect(rule.examples[0]?.reports ?? [], 'the first example is fine').toEqual([])
    expect(rule.examples[0], 'there is an example').toBeDefined()
    const shown = new Set(rule.examples.flatMap(({ reports = [] }) => reports.map(report => report.split(' ').at(-1))))
    expect([...shown].sort(), 'every message has an example').toEqual(Object.keys(rule.messages).sort())
    if (rule.fixable)
      expect(
        rule.examples.some(({ fixed }) => fixed),
        'a fix has an example',
      ).toBe(true)
    for (const text of [rule.summary, rule.why, ...Object.values(rule.messages).flatMap(m => [m.text, m.help])])
      expect(text, 'a plain sentence').toMatch(/[.”)`]$/)
    const [page = '', anchor] = rule.source.url.split('#')
    if (!page.startsWith('https:')) {
      expect(existsSync(join(root, page)), rule.source.url).toBe(true)
      const headings = readFileSync(join(root, page), 'utf8').match(/^#+ .*$/gm) ?? []
      const anchors = headings.map(heading => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))
      if (anchor) expect(anchors).toContain(anchor)
    }
    for (const { text, help } of Object.values(rule.messages)) expect(text + help).not.toMatch(/\bshould\b|"/)
  })
})

test('every rule file is in the registry', () => {
  const files = readdirSync(join(root, 'src/rules'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.gen.ts'))
    .map(file => file.replaceAll('\\', '/').replace(/\.ts$/, ''))
    .sort()
  expect(rules.map(rule => rule.id)).toEqual(files)
})
