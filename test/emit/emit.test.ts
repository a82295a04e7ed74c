import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../src/core/edit.ts'
import { originOf, sourceSpan } from '../../src/emit/origin.ts'
import { compile, faultsIn, lintBundles, skill, TARGETS } from '../helpers/emit.ts'
import { runs } from '../helpers/runs.ts'

const root = join(import.meta.dirname, '..', '..')

const PIECES = [
  ...['Some prose.\n', '\n', '- a list\n', '{{tool ask}}', '{{#codex}}', '{{/codex}}', '\n{{^agy}}\n', '\n{{/agy}}\n'],
  ...[
    '\\{{',
    '{single}',
    '{{args}} ',
    '`code`',
    '| a | b |\n|---|---|\n',
    '中文。',
    '\u{1F41C}',
    '<purpose>\n',
    '</purpose>\n',
  ],
  '```yaml errors\nE001: { when: x, recovery: y }\n```\n',
  '```yaml gates\n- { from: A, to: B, required: [x], blocked: [y] }\n```\n',
]

const bodies = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(parts => parts.join(''))

test('emitted text without the edits is the source without what they replaced, whatever its line ends', () => {
  fc.assert(
    fc.property(bodies, fc.boolean(), fc.constantFrom(...TARGETS), (body, isCrlf, target) => {
      const text = skill(body, 'tools: [read]\n').replaceAll('\n', isCrlf ? '\r\n' : '\n')
      const bundle = compile({ 'SKILL.md': text }, target)
      const { dir } = bundle.target.platform
      const { text: emitted, edits } = bundle.files.get(`${dir}/skills/demo/SKILL.md`)!
      expect(applyEdits(text, edits!).text).toBe(emitted)
      expect(emitted).not.toContain('\r')
      // Every unit that came through leads back to itself.
      const origin = originOf(edits!)
      for (let at = 0; at < emitted!.length; at++) {
        const { start, end } = origin(at)
        if (start === end) expect(text[start]).toBe(emitted![at])
      }
      // What is left of the source without the replaced spans stands in the bundle, in order.
      let rest = ''
      let from = 0
      for (const { span } of [...edits!].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
        if (span.start < from) continue
        rest += text.slice(from, span.start)
        from = span.end
      }
      rest += text.slice(from)
      let seen = 0
      for (const char of rest) {
        seen = emitted!.indexOf(char, seen)
        expect(seen).toBeGreaterThanOrEqual(0)
        seen++
      }
    }),
    runs(process.env['FULL'] ? 5_000 : 200),
  )
})

const SAMPLE = {
  'skills/demo/SKILL.md': skill('See {{skill other}} and {{workflow seal}}. {{aco status}}\n'),
  'skills/demo/roles/ant/role.md': '---\nrole: ant\n---\n\n{{tool read}} first.\n',
  'skills/demo/agents/helper.md':
    '---\nname: helper\ndescription: Helps.\ntools: [read, shell]\n---\n\nUse {{tool read}} on `a\\b`.\n',
  'skills/demo/data.bin': new Uint8Array([0, 255, 1]),
  'skills/other/SKILL.md':
    '---\nname: other\ndescription: Does something else. Use when it is needed.\nplatforms: [claude, codex]\n---\n\nHi.\n',
  'skills/_workflows/seal.md': '# Seal\n\nThen {{workflow note}}.\n',
  'skills/_workflows/note.md': '# Note\n\nWith {{tool write}}.\n',
}
const plugin = { name: 'sample', version: '1.2.3', description: 'A sample.' }

test('a bundle holds skills, agents, workflows, runtimes and manifests', () => {
  const codex = compile(SAMPLE, TARGETS[1], { plugin })
  expect(codex.faults).toEqual([])
  expect([...codex.files.keys()]).toEqual([
    '.codex/.codex-plugin/plugin.json',
    '.codex/agents/helper.toml',
    '.codex/skills/demo/SKILL.md',
    '.codex/skills/demo/data.bin',
    '.codex/skills/demo/roles/ant/role.md',
    '.codex/skills/demo/scripts/aco.LICENSES.txt',
    '.codex/skills/demo/scripts/aco.mjs',
    '.codex/skills/demo/workflows/note.md',
    '.codex/skills/demo/workflows/seal.md',
    '.codex/skills/other/SKILL.md',
  ])
  expect(codex.files.get('.codex/agents/helper.toml')!.text).toBe(
    "name = \"helper\"\ndescription = \"Helps.\"\ndeveloper_instructions = '''\n\nUse `exec_command` on `a\\b`.\n'''\n",
  )
  const claude = compile(SAMPLE, TARGETS[0], { plugin })
  expect(claude.files.get('.claude/agents/helper.md')!.text).toBe(
    '---\nname: helper\ndescription: Helps.\ntools: Read, Bash\n---\n\nUse `Read` on `a\\b`.\n',
  )
  expect(claude.files.has('.claude/.claude-plugin/plugin.json')).toBe(true)
})

test('a skill that names another client’s skill is told', () => {
  const files = SAMPLE
  expect(faultsIn(compile(files, TARGETS[3]), { 'skills/demo/SKILL.md': files['skills/demo/SKILL.md'] })).toEqual([
    '6:13 There is no skill “other” for Antigravity CLI in this pack. | Name one of the pack’s own skills.',
  ])
})

test('the same sources give the same bytes, in whatever order they come', () => {
  const bytes = (files: typeof SAMPLE) =>
    JSON.stringify(
      [...compile(files, TARGETS[0], { plugin }).files].map(([path, { text, bytes: raw }]) => [
        path,
        text ?? [...raw!],
      ]),
    )
  const shuffled = Object.fromEntries(Object.entries(SAMPLE).reverse()) as typeof SAMPLE
  expect(bytes(shuffled)).toBe(bytes(SAMPLE))
  expect(bytes(SAMPLE)).toBe(bytes(SAMPLE))
})

test('findings lead back to the source', () => {
  const text = skill('{{#claude}}\nonly\n{{/claude}}\nA {{tool read}} line.\n')
  const { edits, text: emitted } = compile({ 'SKILL.md': text }, TARGETS[0]).files.get('.claude/skills/demo/SKILL.md')!
  const at = (word: string) => {
    const start = emitted!.indexOf(word)
    const span = sourceSpan(edits!, { start, end: start + word.length })
    return text.slice(span.start, span.end)
  }
  expect(at('only')).toBe('only')
  expect(at('line')).toBe('line')
  expect(at('`Read`')).toBe('{{tool read}}')
  expect(at('Read')).toBe('{{tool read}}')
  expect(at('A `Read` line')).toBe('A {{tool read}} line')
})

test('an agent’s text survives whatever TOML makes of it', () => {
  for (const body of [
    'a "quote"',
    'three """ in a row',
    "three ''' in a row and \\ too",
    'ends with "',
    '\'\'\' """ \\',
    'tab\tand\u0007bell',
  ])
    expect(
      compile(
        { 'SKILL.md': skill('x'), 'agents/a.md': `---\nname: a\ndescription: x\n---\n${body}` },
        TARGETS[1],
      ).files.get('.codex/agents/a.toml')!.text,
    ).toMatchSnapshot()
})

test('docs/source-language.md: the example builds and lints clean for every target', () => {
  const page = readFileSync(join(root, 'docs/source-language.md'), 'utf8')
  const [, text] = /^````markdown\n([\s\S]*?)^````$/m.exec(page)!
  const bundles = TARGETS.map(target => compile({ 'skills/page-check/SKILL.md': text! }, target))
  for (const bundle of bundles) {
    expect(bundle.faults).toEqual([])
    expect(lintBundles([bundle])).toEqual([])
  }
  const [claude, codex, , agy] = bundles
  expect(lintBundles([claude!, codex!, agy!])).toEqual([])
})
