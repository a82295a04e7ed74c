#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const entry = new URL('../dist/maestro-lint.mjs', import.meta.url)
if (existsSync(entry)) {
  module.enableCompileCache?.()
  const { maestroLint } = await import(entry.href)
  const { processIo } = await import('../dist/io.mjs')
  process.exitCode = await maestroLint(process.argv.slice(2), processIo())
} else {
  console.error('maestro-pack is not built. Run “npm run build” first.')
  process.exitCode = 2
}
