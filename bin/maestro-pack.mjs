#!/usr/bin/env node
import module from 'node:module'

module.enableCompileCache?.()
const { maestroPack } = await import('../dist/maestro-pack.mjs')
const { processIo } = await import('../dist/io.mjs')
process.exitCode = await maestroPack(process.argv.slice(2), processIo())
