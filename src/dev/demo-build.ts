import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Compiles the whole pack into a temporary folder as a user would, and says what each client gets. */

const root = join(import.meta.dirname, '..', '..')
const out = mkdtempSync(join(tmpdir(), 'maestro-build-'))
process.exitCode = 0

for (const platform of ['claude', 'codex', 'codex@0.144', 'agy']) {
  const folder = join(out, platform)
  console.log(`$ maestro-pack build --platform ${platform}`)
  const args = [join(root, 'bin/maestro-pack.mjs'), 'build', '--platform', platform, '--out', folder]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status) process.exitCode = status
  else show(folder)
}
rmSync(out, { recursive: true, force: true })

/** What was emitted: the skills, and the files by kind. */
function show(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  const skills = paths.flatMap(path => /skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1] ?? []).sort()
  const counts = Object.entries({
    'agent files': /(?:^|\/)agents\/[^/]+\.(?:md|toml)$/,
    roles: /\/roles\/[^/]+\/role\.md$/,
    contracts: /\/contracts\/[^/.]+\.json$/,
    workflows: /\/workflows\/[^/]+\.md$/,
    runtimes: /\/scripts\/[^/]+\.mjs$/,
    'plugin manifests': /plugin\.json$/,
  }).flatMap(([name, pattern]) => {
    const count = paths.filter(path => pattern.test(path)).length
    return count ? [`${count} ${name}`] : []
  })
  console.log(`  ${skills.join(' ')}\n  ${counts.join(', ')}; every bundle passed the strict lint for its client\n`)
}
