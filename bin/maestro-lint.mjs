#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const entry = new URL('../dist/maestro-lint.mjs', import.meta.url)

// Not awaited at the top: Node would print a warning of its own when a configuration never settles.
async function main() {
  module.enableCompileCache?.()
  const { maestroLint } = await import(entry.href)
  const { processIo } = await import('../dist/io.mjs')
  process.exitCode = await maestroLint(process.argv.slice(2), processIo())
}

if (existsSync(entry)) main()
else {
  console.error('maestro-pack is not built. Run “npm run build” first.')
  process.exitCode = 2
}
