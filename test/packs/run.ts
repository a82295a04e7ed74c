import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { read } from './verdicts.ts'

/**
 * Precision on packs that others publish: `npm run test:packs`. Installs npm packages that ship many skills into a
 * temporary folder (no scripts are run) and lints them; every finding of severity error has to be confirmed, by a check
 * of its own that shares nothing with the linter, or by a verdict that was written after reading it.
 */

const PACKAGES = [
  'ecc-universal@2.0.0',
  'agentic-qe@3.14.0',
  'claude-flow@3.43.0',
  'bmad-method@6.12.0',
  'oh-my-claude-sisyphus@5.5.0',
]

interface Finding {
  rule: string
  severity: string
  path: string
  line: number
  message: string
}

const root = join(import.meta.dirname, '..', '..')

/** Confirms findings of a rule from the files alone. */
const judges: Readonly<Record<string, (finding: Finding, file: string, text: string) => boolean>> = {
  'references/link-target': ({ message }, file) => !leads(file, message),
  'references/escapes-pack': ({ message, path }, file) => {
    const target = resolve(dirname(file), quoted(message))
    const client =
      /^(.*?\/)\.(?:claude|codex|agents)\//.exec(file)?.[0] ??
      file.slice(0, file.length - path.length + path.indexOf('/skills/'))
    return !target.startsWith(client)
  },
  'frontmatter/yaml-invalid': (_, __, text) => {
    try {
      parse(/^---\r?\n([\s\S]*?)\r?\n---/.exec(text)![1]!)
      return false
    } catch {
      return true
    }
  },
  'frontmatter/missing': (_, __, text) => !/^---\r?\n[\s\S]*?\n---/.test(text),
  'frontmatter/name-matches-dir': (_, file, text) => {
    const { name } = parse(/^---\r?\n([\s\S]*?)\r?\n---/.exec(text)![1]!) as { name: string }
    return name !== basename(dirname(file))
  },
  'frontmatter/scalar-type': ({ message }, _, text) => {
    const front = parse(/^---\r?\n([\s\S]*?)\r?\n---/.exec(text)![1]!) as Record<string, unknown>
    return Array.isArray(front[quoted(message)])
  },
  'fences/unclosed': (_, __, text) => (text.match(/^\s*```/gm) ?? []).length % 2 === 1,
}

const quoted = (message: string) => /“([^”]*)”/.exec(message)![1]!.replace(/[?#].*$/, '')

/** Whether a link leads to something: from its file, or from the folder of its skill. */
function leads(file: string, message: string): boolean {
  const target = decodeURIComponent(quoted(message))
  return existsSync(resolve(dirname(file), target))
}

const folder = mkdtempSync(join(tmpdir(), 'maestro-packs-'))
let unconfirmed = 0
try {
  for (const name of PACKAGES) {
    const home = join(folder, name.replace(/\W+/g, '-'))
    const install = spawnSync(
      'npm',
      [
        'install',
        '--prefix',
        home,
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--omit=dev',
        '--omit=optional',
        '--omit=peer',
        '--no-save',
        name,
      ],
      {
        encoding: 'utf8',
        shell: process.platform === 'win32',
      },
    )
    if (install.status) throw new Error(`${name} cannot be installed: ${install.stderr.slice(-400)}`)
    const cwd = join(home, 'node_modules', name.slice(0, name.lastIndexOf('@')))
    const run = spawnSync(
      process.execPath,
      [join(root, 'bin/maestro-lint.mjs'), '--no-config', '--format', 'json', '.'],
      {
        cwd,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    )
    const { diagnostics, summary } = JSON.parse(run.stdout) as { diagnostics: Finding[]; summary: { files: number } }
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const counts = new Map<string, number>()
    for (const finding of errors) {
      const file = join(cwd, finding.path)
      const judge = judges[finding.rule]
      const isConfirmed = judge
        ? judge(finding, file, readFileSync(file, 'utf8'))
        : read.some(
            known =>
              known.package === name &&
              known.rule === finding.rule &&
              known.at === `${finding.path}:${finding.line}` &&
              known.right,
          )
      if (isConfirmed) counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1)
      else {
        unconfirmed++
        console.log(`NOT CONFIRMED ${name} ${finding.path}:${finding.line} ${finding.rule} ${finding.message}`)
      }
    }
    const list = [...counts].map(([rule, count]) => `${count} ${rule}`).join(', ')
    console.log(`${name}: ${summary.files} files, ${errors.length} errors confirmed: ${list || 'none'}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (unconfirmed) process.exitCode = 1
