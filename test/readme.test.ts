import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../src/core/version.gen.ts'
import { runBin } from './helpers/cli.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the run that the README shows is a real one, over at least eight groups of rules', async () => {
  const [command, ...shown] = /````text\n([\s\S]*?)````/.exec(readme)![1]!.trim().split('\n')
  const { code, out } = await runBin('maestro-lint', command!.split(' ').slice(2))
  expect(code).toBe(1)
  const printed = new Set(out.split('\n'))
  expect(shown.filter(line => line !== '…' && !printed.has(line))).toEqual([])
  const groups = new Set([...out.matchAll(/ (?:error|warn|info) ([a-z]+)\//g)].map(match => match[1]))
  expect(groups.size).toBeGreaterThanOrEqual(8)
})

test('the example configuration is a valid one', async () => {
  const { checkConfig } = await import('../src/config/check.ts')
  const example = /defineConfig\((\{[\s\S]*?\n\})\)/.exec(readme)![1]!
  const value = new Function(`return ${example}`)()
  expect(checkConfig(value, 'README.md')).toEqual(value)
})

test('links of the README and the docs lead somewhere', async () => {
  const { existsSync, readdirSync } = await import('node:fs')
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'src/rules/README.md',
    ...readdirSync(join(root, 'docs'))
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`),
  ]
  const dead = pages.flatMap(page =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .filter(([, target]) => !existsSync(join(root, page, '..', target!)))
      .map(([, target]) => `${page} → ${target}`),
  )
  expect(dead).toEqual([])
})

test('the top entry of the changelog is this version', () => {
  expect(/^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(VERSION)
})
