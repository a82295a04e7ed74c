import { defaultSettings } from '../../src/config/settings.ts'
import type { Profile } from '../../src/core/types.ts'
import { emit } from '../../src/emit/emit.ts'
import type { Bundle, Runtime, SourceFile } from '../../src/emit/types.ts'
import { lintFiles } from '../../src/lint.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { platforms } from '../../src/platforms/index.gen.ts'

/** The targets that bundles are held to. */
export const TARGETS = [
  ['claude', '2.1.218'],
  ['codex', '0.171.0'],
  ['codex', '0.144.1'],
  ['agy', '1.1.22'],
] as const

export type BuildTarget = (typeof TARGETS)[number]

/** Stand-ins for the runtimes: what they do is no business of the compiler. */
const RUNTIMES: readonly Runtime[] = [
  { name: 'aco', code: '// aco\n', licences: 'MIT\n' },
  { name: 'wave', code: '// wave\n', licences: 'MIT\n' },
]

/** Compiles files (`SKILL.md` alone stands for `skills/demo/SKILL.md`) for a target. */
export function compile(
  files: Readonly<Record<string, string | Uint8Array>>,
  [id, version]: BuildTarget = TARGETS[0],
  further: { plugin?: { name: string; version: string; description: string }; runtimes?: readonly Runtime[] } = {},
): Bundle {
  const sources: SourceFile[] = Object.entries(files).map(([name, content]) => {
    const path = name.startsWith('skills/') ? name : `skills/demo/${name}`
    return typeof content === 'string' ? { path, text: content } : { path, bytes: content }
  })
  return emit(
    { files: sources, dir: 'skills', platforms: ['claude', 'codex', 'agy'], runtimes: RUNTIMES, ...further },
    { platform: platforms[id], version },
    parseWithSatteri,
  )
}

/** A SKILL.md with a body. */
export const skill = (body: string, keys = ''): string =>
  `---\nname: demo\ndescription: Shows a thing. Use when a thing is to be shown.\n${keys}---\n\n${body}`

/** Faults as `line:column text | help`. */
export function faultsIn(bundle: Bundle, files: Readonly<Record<string, string | Uint8Array>>): string[] {
  return bundle.faults.map(({ path, span, text, help }) => {
    const source = Object.entries(files).find(([name]) => path.endsWith(name))?.[1]
    const before = String(source).slice(0, span.start).split('\n')
    return `${before.length}:${before.at(-1)!.length + 1} ${text} | ${help}`
  })
}

/** What the linter says of bundles, as `path:line:column rule`. */
export function lintBundles(bundles: readonly Bundle[], profile: Profile = 'strict'): string[] {
  const files = bundles.flatMap(bundle => [...bundle.files.values()])
  const sources = files.flatMap(({ path, text }) =>
    text !== undefined && /\.(?:md|json|toml|ya?ml)$/.test(path) ? [{ path, text }] : [],
  )
  const targets = Object.fromEntries(bundles.map(({ target }) => [target.platform.id, target.version]))
  const listing = { paths: files.map(({ path }) => path), roots: bundles.map(({ target }) => target.platform.dir) }
  const { diagnostics } = lintFiles(
    { sources, unread: [], listing },
    { settings: defaultSettings(profile, targets), parser: parseWithSatteri },
  )
  return diagnostics.map(({ path, range, rule, text }) => `${path}:${range.line}:${range.column} ${rule} ${text}`)
}
