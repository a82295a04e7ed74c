import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Who may import whom (docs/architecture.md). Packages are named where a folder may use some only; `*` allows all.
 * `node` allows node:*; `console` allows printing; `async` allows promises.
 */
const table: Record<string, { src: string[]; packages?: string[] | '*'; node?: true; console?: true; async?: true }> = {
  core: { src: [] },
  markdown: {
    src: ['core'],
    packages: [
      'satteri',
      'unified',
      'remark-parse',
      'remark-frontmatter',
      'remark-gfm',
      'yaml',
      'acorn',
      'toml-eslint-parser',
      'unist-util-visit',
      'mdast-util-to-string',
    ],
    async: true,
  },
  model: { src: ['core', 'markdown'] },
  rules: { src: ['core', 'model', 'markdown/walk', 'markdown/tables', 'markdown/literal', 'markdown/template-json'] },
  platforms: { src: ['core'] },
  emit: { src: ['core', 'markdown', 'model'], packages: ['ajv'] },
  graph: { src: ['core', 'model'], packages: ['@dagrejs/dagre'] },
  reporters: { src: ['core'] },
  runtime: { src: ['core'], packages: '*', node: true, console: true, async: true },
  config: { src: ['core', 'rules', 'platforms', 'reporters'], packages: '*', node: true, async: true },
  host: { src: ['core', 'model', 'emit'], packages: '*', node: true, async: true },
  cli: {
    src: ['core', 'markdown', 'model', 'rules', 'platforms', 'emit', 'graph', 'reporters', 'config', 'host', '.'],
    packages: '*',
    node: true,
    console: true,
    async: true,
  },
  dev: {
    src: [
      'core',
      'markdown',
      'model',
      'rules',
      'platforms',
      'emit',
      'graph',
      'reporters',
      'config',
      'host',
      'cli',
      '.',
    ],
    packages: '*',
    node: true,
    console: true,
    async: true,
  },
  '.': { src: ['core', 'markdown', 'model', 'rules', 'platforms', 'emit', 'reporters', 'config'], async: true },
}

const root = join(import.meta.dirname, '..', 'src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts'))

const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : '.')

test('every folder has a row', () => {
  expect([...new Set(files.map(folderOf))].filter(folder => !(folder in table))).toEqual([])
})

test.each(files)('%s keeps to the dependency table', file => {
  const text = readFileSync(join(root, file), 'utf8')
  const row = table[folderOf(file)]!
  const imports = [...text.matchAll(/^(import|export)\s+(type\s)?[^'"`;]*?from '([^']+)'|import\('([^']+)'\)/gm)]
  const broken: string[] = []
  for (const [, , type, from, dynamic] of imports) {
    const target = (from ?? dynamic)!
    if (target.startsWith('.')) {
      const path = join('/', file, '..', target).slice(1).replaceAll('\\', '/')
      const folder = folderOf(path)
      const isOwn = folder === folderOf(file)
      const allowed = row.src.some(entry => folder === entry || path === `${entry}.ts`)
      const isOtherRule = folder === 'rules' && isOwn && !file.endsWith('.gen.ts')
      if ((!isOwn && !allowed && !type) || isOtherRule) broken.push(target)
    } else if (target.startsWith('node:')) {
      if (!row.node && !type) broken.push(target)
    } else if (
      !type &&
      row.packages !== '*' &&
      !row.packages?.some(name => target === name || target.startsWith(`${name}/`))
    )
      broken.push(target)
  }
  if (!row.console && /\bconsole\./.test(text)) broken.push('console')
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '')
  if (!row.async && /\basync\b|\bawait\b/.test(code)) broken.push('async')
  if (/process\.exit\(/.test(code)) broken.push('process.exit')
  expect(broken).toEqual([])
})
