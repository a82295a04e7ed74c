import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Lints the example pack as a user would and says what the exit code means. */

const root = join(import.meta.dirname, '..', '..')
const command = ['bin/maestro-lint.mjs', 'test/fixtures/demo', '--no-config', '--profile', 'strict']
console.log(`$ maestro-lint ${command.slice(1).join(' ')}\n`)
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
if (status === 1)
  console.log('\nThe linter exited with 1: there are findings at error level. 0 means clean, 2 that it could not run.')
else {
  console.error(`\nThe linter exited with ${status}; the demo expects findings (1).`)
  process.exitCode = 1
}
