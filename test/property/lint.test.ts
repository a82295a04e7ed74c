import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/config/settings.ts'
import type { Profile } from '../../src/core/types.ts'
import { fixFiles, lintFiles } from '../../src/lint.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { frontmatter, markdown, pack } from '../helpers/arbitraries.ts'
import { sourcesOf } from '../helpers/lint.ts'
import { FULL, runs } from '../helpers/runs.ts'

const RUNS = FULL ? 20_000 : 600

const job = (profile: Profile) => ({ settings: defaultSettings(profile), parser: parseWithSatteri })
const lint = (files: Record<string, string>, profile: Profile = 'strict') =>
  lintFiles({ sources: sourcesOf(files), unread: [] }, job(profile))

describe(`${runs(RUNS).numRuns} runs each`, () => {
  test('lint never throws, and every span lies in its text', () => {
    fc.assert(
      fc.property(pack, fc.constantFrom<Profile>('recommended', 'strict', 'spec'), (files, profile) => {
        const texts = new Map(sourcesOf(files).map(({ path, text }) => [path, text]))
        for (const { path, span, fix, related, range } of lint(files, profile).diagnostics) {
          const inside = (at: { start: number; end: number }, of: string) => {
            expect(at.start).toBeGreaterThanOrEqual(-1)
            expect(at.end).toBeLessThanOrEqual((texts.get(of) ?? '').length)
            expect(at.start).toBeLessThanOrEqual(at.end)
          }
          inside(span, path)
          expect(range.line).toBeGreaterThan(0)
          expect(range.column).toBeGreaterThan(0)
          for (const other of related) inside(other.span, other.path)
          for (const edit of fix?.edits ?? []) inside(edit.span, edit.path)
        }
      }),
      runs(RUNS),
    )
  })

  test('the order of files does not matter', () => {
    fc.assert(
      fc.property(pack, files => {
        const turned = Object.fromEntries(Object.entries(files).reverse())
        expect(lint(turned).diagnostics).toEqual(lint(files).diagnostics)
      }),
      runs(RUNS),
    )
  })

  test('fixing converges, and a second fix changes nothing', () => {
    fc.assert(
      fc.property(pack, fc.boolean(), (files, unsafe) => {
        const first = fixFiles({ sources: sourcesOf(files), unread: [] }, job('strict'), unsafe)
        const second = fixFiles({ sources: first.sources, unread: [] }, job('strict'), unsafe)
        expect([...second.changed]).toEqual([])
      }),
      runs(RUNS),
    )
  })

  test('a frontmatter value is the text of its span', () => {
    fc.assert(
      fc.property(frontmatter, markdown, (yaml, body) => {
        const text = yaml + body
        const { meta } = parse({ path: 'a/SKILL.md', text }, 'skill', false, parseWithSatteri)
        for (const { key, keySpan, value, span, style } of meta.fields) {
          expect(span.end).toBeLessThanOrEqual(text.length)
          if (meta.faults.length) continue
          if (/^[\w-]+$/.test(text.slice(keySpan.start, keySpan.end)))
            expect(text.slice(keySpan.start, keySpan.end)).toBe(key)
          if (style === 'plain' && typeof value === 'string' && !/[\r\n]/.test(text.slice(span.start, span.end)))
            expect(text.slice(span.start, span.end)).toBe(value)
        }
      }),
      runs(RUNS),
    )
  })

  test('fences, sections and headings are what their spans show', () => {
    fc.assert(
      fc.property(markdown, text => {
        const document = parse({ path: 'a/SKILL.md', text }, 'skill', false, parseWithSatteri)
        for (const { tag, open, close, body } of document.sections) {
          expect(text.slice(open.start, open.end)).toMatch(new RegExp(`^<${tag}(\\s.*)?>$`))
          expect(text.slice(close.start, close.end)).toBe(`</${tag}>`)
          expect(body.start).toBeLessThanOrEqual(body.end)
        }
        for (const { open, marker, close, body } of document.fences) {
          expect(text.slice(open.start).startsWith(marker.repeat(3))).toBe(true)
          if (close)
            expect(
              text
                .slice(close.start, close.end)
                .trim()
                .replace(/^[>\s]*/, ''),
            ).toMatch(/^[`~]{3,}$/)
          expect(body.start).toBeLessThanOrEqual(body.end)
        }
        for (const { span } of document.headings) expect(text.slice(span.start, span.end)).toMatch(/^ {0,3}#/)
      }),
      runs(RUNS),
    )
  })
})
