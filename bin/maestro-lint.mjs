#!/usr/bin/env node
import module from 'node:module'

module.enableCompileCache?.()
const { maestroLint } = await import('../dist/maestro-lint.mjs')
const { processIo } = await import('../dist/io.mjs')
process.exitCode = await maestroLint(process.argv.slice(2), processIo())
