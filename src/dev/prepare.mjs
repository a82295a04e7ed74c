import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds dist/ after an install from git (npm’s `prepare`), also as pre-commit installs hooks.
 *
 * pre-commit 3 reads the tarball’s name from the output of `npm pack`, so nothing may be printed to stdout; pre-commit 4
 * installs globally without dev dependencies, so the bundler may have to be fetched first, free of npm’s “global” settings.
 */

const root = join(import.meta.dirname, '..', '..')

const run = (command, args, env) => {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (error) throw error
  return status ?? 1
}

const env = { ...process.env }
for (const name of ['global', 'prefix', 'location', 'install_links', 'allow_git', 'omit', 'production'])
  delete env[`npm_config_${name}`]

let status = 0
if (!existsSync(join(root, 'node_modules', 'rolldown')))
  status = run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-global', '--no-audit', '--no-fund'], env)
process.exitCode = status || run('npm', ['run', '--silent', 'build'], env)
