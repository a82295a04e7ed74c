import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFixture } from 'fs-fixture'
import { expect, test } from 'vitest'
import { FULL } from '../helpers/runs.ts'

/** The real pre-commit on a real repository: the hooks of `.pre-commit-hooks.yaml`, installed from a clone of this one. */

const root = join(import.meta.dirname, '..', '..')
const run = (command: string, args: string[], cwd: string, env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, out: `${stdout}${stderr}` }
}

const isInstalled = spawnSync('pre-commit', ['--version']).status === 0
if (!FULL) console.log('skipped: pre-commit installs the hooks from npm, which npm run test:full does')
else if (!isInstalled) console.log('skipped: pre-commit is not installed (apt-get install pre-commit)')

const FAULTY = '---\nname: review\ndescription: Reviews: a change\n---\n\n# Review\n'

test.skipIf(!FULL || !isInstalled)(
  'fails on a fault in a nested folder, passes after the fix, does not pass while validating nothing',
  async () => {
    const fixture = await createFixture({
      'work/apps/shop/.claude/skills/review/SKILL.md': FAULTY,
      'work/apps/shop/.claude/skills/team/SKILL.md': '---\nname: team\ndescription: Runs a team.\n---\n',
      'work/README.md': '# Shop\n',
      'home/.keep': '',
    })
    const repo = join(fixture.path, 'work')
    const hooks = join(fixture.path, 'hooks')
    const git = (args: string[], cwd: string) => {
      const { status, out } = run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], cwd)
      expect(out, `git ${args.join(' ')}`).not.toMatch(/^fatal/m)
      expect(status).toBe(0)
      return out.trim()
    }
    // The working tree as one commit: what is tested is what is here, committed or not.
    git(['clone', '--quiet', '--no-hardlinks', root, hooks], fixture.path)
    const files = git(['ls-files', '-co', '--exclude-standard'], root)
    spawnSync('tar', ['-cf', join(fixture.path, 'tree.tar'), '-T', '-'], { cwd: root, input: files })
    spawnSync('tar', ['-xf', join(fixture.path, 'tree.tar')], { cwd: hooks })
    git(['add', '-A'], hooks)
    git(['commit', '--quiet', '--allow-empty', '-m', 'hooks'], hooks)
    const rev = git(['rev-parse', 'HEAD'], hooks)

    git(['init', '--quiet'], repo)
    writeFileSync(
      join(repo, '.pre-commit-config.yaml'),
      `repos:\n- repo: file://${hooks}\n  rev: ${rev}\n  hooks:\n  - id: maestro-lint\n  - id: maestro-lint-pack\n`,
    )
    git(['add', '-A'], repo)
    const env = { PRE_COMMIT_HOME: join(fixture.path, 'home'), NO_COLOR: '1', GITHUB_ACTIONS: '' }
    const hook = (args: string[] = []) => run('pre-commit', ['run', '--color', 'never', ...args], repo, env)

    const faulty = hook()
    expect(faulty.out).toContain('frontmatter/yaml-invalid')
    expect(faulty.out).toContain('apps/shop/.claude/skills/review/SKILL.md')
    expect(faulty.out).toMatch(/maestro-lint\.+Failed/)
    expect(faulty.out).toMatch(/maestro-lint \(whole pack\)\.+Failed/)
    expect(faulty.status).toBe(1)

    const skill = join(repo, 'apps/shop/.claude/skills/review/SKILL.md')
    writeFileSync(skill, readFileSync(skill, 'utf8').replace('Reviews: a change', '"Reviews: a change"'))
    git(['add', '-A'], repo)
    const fixed = hook()
    expect(fixed.out).toMatch(/maestro-lint\.+Passed/)
    expect(fixed.out).toMatch(/maestro-lint \(whole pack\)\.+Passed/)
    expect(fixed.status).toBe(0)

    // Nothing to check is “Skipped”, never “Passed”.
    git(['-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '-m', 'pack'], repo)
    writeFileSync(join(repo, 'README.md'), '# Shop 2\n')
    git(['add', '-A'], repo)
    expect(hook().out).toMatch(/maestro-lint\.+.*Skipped/)
    await fixture.rm()
  },
  300_000,
)
