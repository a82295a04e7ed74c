import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings } from '../../src/config/settings.ts'
import type { Diagnostic, Source } from '../../src/core/types.ts'
import { lintFiles } from '../../src/lint.ts'
import { parse } from '../../src/markdown/parse.ts'
import { loadParser, type MarkdownParser } from '../../src/markdown/parser.ts'
import { rules } from '../../src/rules/index.gen.ts'
import { expectations } from './expectations.ts'

/**
 * Holds the linter to the customer's documents: `npm run test:requirements -- OUT`, where OUT is what the extraction
 * tool of the design material wrote. Whole files are linted as they are; the hunks of a file are joined and mounted at
 * its original path. Prints every expectation with what was found.
 */

/** The name of a hunk's file: client, skill and side. */
const HUNK = /^\d+-(codex|agy|claude)_skills_(.+)\.(before|after)\.md$/

const out = process.argv[2]
if (!out || !existsSync(join(out, 'hunks'))) {
  console.error('usage: npm run test:requirements -- OUT   (OUT holds after/, before/ and hunks/)')
  process.exitCode = 2
} else await main(out)

type Side = 'before' | 'after'

/** A fragment with the section tags that lie outside of it put around it. */
function balanced(text: string, parser: MarkdownParser): string {
  const { tagFaults } = parse({ path: 'hunk.md', text }, 'other', false, parser)
  const open = tagFaults.filter(({ kind }) => kind === 'unopened').map(({ tag }) => `<${tag}>\n`)
  const close = tagFaults.filter(({ kind }) => kind === 'unclosed').map(({ tag }) => `\n</${tag}>\n`)
  return `${open.reverse().join('')}${text}${close.reverse().join('')}`
}

/**
 * The hunks of one side as parts of whole skills: with a frontmatter and a purpose before them and their section tags
 * completed, so that rules which ask for sections of a skill can speak.
 */
function framed(folder: string, side: Side, parser: MarkdownParser): Source[] {
  const joined = new Map<string, string>()
  for (const name of readdirSync(join(folder, 'hunks')).sort()) {
    const [, client, skill, hunkSide] = HUNK.exec(name) ?? []
    if (!client || !skill || hunkSide !== side) continue
    const path = `.${client}/skills/${skill}/SKILL.md`
    const head = `---\nname: ${skill}\ndescription: A skill of the customer.\n---\n\n<purpose>\n\nOutside the hunks.\n\n</purpose>\n\n`
    const hunk = balanced(readFileSync(join(folder, 'hunks', name), 'utf8'), parser)
    joined.set(path, `${joined.get(path) ?? head}${hunk}\n`)
  }
  return [...joined].map(([path, text]) => ({ path, text }))
}

/** The documents of one side, by their original path. */
function mounted(folder: string, side: Side): Source[] {
  const files = new Map<string, string>()
  const whole = join(folder, side)
  for (const entry of existsSync(whole) ? readdirSync(whole, { recursive: true, withFileTypes: true }) : [])
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name)
      files.set(file.slice(whole.length + 1), readFileSync(file, 'utf8'))
    }
  const joined = new Map<string, string>()
  for (const name of readdirSync(join(folder, 'hunks')).sort()) {
    const [, client, skill, hunkSide] = HUNK.exec(name) ?? []
    if (!client || !skill || hunkSide !== side) continue
    const path = `.${client}/skills/${skill}/SKILL.md`
    if (!files.has(path))
      joined.set(path, `${joined.get(path) ?? ''}${readFileSync(join(folder, 'hunks', name), 'utf8')}\n`)
  }
  return [...files, ...joined].map(([path, text]) => ({ path, text }))
}

async function main(folder: string) {
  const { parser } = await loadParser()
  const settings = defaultSettings('strict', { codex: '0.144' })
  const found: Record<Side, Diagnostic[]> = { before: [], after: [] }
  for (const side of ['before', 'after'] as const) {
    const sources = mounted(folder, side)
    found[side] = lintFiles({ sources, unread: [] }, { settings, parser }).diagnostics
    console.log(`${side}: ${sources.length} documents`)
  }
  const inFrame: Record<Side, Diagnostic[]> = { before: [], after: [] }
  for (const side of ['before', 'after'] as const)
    inFrame[side] = lintFiles({ sources: framed(folder, side, parser), unread: [] }, { settings, parser }).diagnostics
  const ids = new Set(rules.map(rule => rule.id))
  let failed = 0
  for (const { seed, skill, rule, before, after, text = '', out: reason, framed: isFramed } of expectations) {
    const count = (side: Side) =>
      (isFramed ? inFrame : found)[side].filter(d => d.path === skill && d.rule === rule && d.text.includes(text))
        .length
    const seen = (['before', 'after'] as const).map(side => ({
      side,
      want: side === 'before' ? before : after,
      got: count(side),
    }))
    const wrong = !ids.has(rule) || seen.some(({ want, got }) => want !== undefined && want !== got)
    if (wrong) failed++
    const told = seen
      .map(({ side, want, got }) => `${side} ${got}${want !== undefined && want !== got ? ` (expected ${want})` : ''}`)
      .join(', ')
    const note = ids.has(rule) ? reason : 'no such rule'
    console.log(
      `${wrong ? '✖' : reason && before === undefined && after === undefined ? '–' : '✔'} ${seed} ${skill.split('/')[2]} ${rule}: ${told}${note ? ` — ${note}` : ''}`,
    )
  }
  console.log(`${expectations.length - failed} passed, ${failed} failed`)
  if (failed) process.exitCode = 1
}
