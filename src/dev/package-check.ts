import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Packs the project as npm would and runs publint and attw on the tarball. */

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'maestro-package-'))
const run = (command: string, args: string[]) => {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(stdout.trim())
  if (status) process.exitCode = status
  return stdout
}

try {
  const packed = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]).trim()
  const tarball = join(folder, packed)
  run('npx', ['--no-install', 'publint', 'run', tarball, '--strict'])
  run('npx', ['--no-install', 'attw', tarball, '--profile', 'esm-only'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
