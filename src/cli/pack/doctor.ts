import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '../../core/counts.ts'
import type { Diagnostic } from '../../core/types.ts'
import { compareVersions } from '../../core/version.ts'
import { ownedBy } from '../../emit/install.ts'
import { type FoundClient, findClient } from '../../host/clients.ts'
import { openInstall, RECORD } from '../../host/install.ts'
import { platforms } from '../../platforms/index.gen.ts'
import type { Io } from '../io.ts'
import { check, printFindings, titleOf } from './build.ts'
import { defineCommand, type Given } from './command.ts'
import { placeOf } from './place.ts'
import { type Buildable, compile, loadProject, PROJECT_FLAGS } from './project.ts'

/** The commands of the clients that bundles are built for; gemini reads what is built for agy. */
const COMMANDS: readonly { command: string; platform: Buildable }[] = [
  { command: 'claude', platform: 'claude' },
  { command: 'codex', platform: 'codex' },
  { command: 'agy', platform: 'agy' },
  { command: 'gemini', platform: 'agy' },
]

export default defineCommand({
  name: 'doctor',
  usage: '',
  summary:
    'Says which clients are on this machine, in which versions, what of this pack will not work there, and how what is\ninstalled stands. Clients are asked for their version and nothing else is run.',
  flags: { config: PROJECT_FLAGS.config, shipped: PROJECT_FLAGS.shipped, platform: PROJECT_FLAGS.platform },

  async run(given, io) {
    const found = COMMANDS.map(({ command, platform }) => ({ platform, command, client: findClient(command, io.env) }))
    for (const { command, client } of found) io.out(`${command.padEnd(7)} ${describe(client)}\n`)
    const project = await loadProject(given, io)
    let isWell = true
    for (const id of Object.keys(project.targets) as Buildable[]) {
      const version = found.find(({ platform, client }) => platform === id && client?.version)?.client?.version
      const targets = { [id]: id === 'agy' && !isAgy(found) ? project.targets[id]! : (version ?? project.targets[id]!) }
      const bundles = await compile({ ...project, targets })
      const findings = await check({ ...project, targets }, bundles)
      const bad = findings.filter(({ severity }) => severity !== 'info')
      const skills = new Set([...bundles[0]!.files.keys()].flatMap(path => /\/skills\/([^/]+)\//.exec(path)?.[1] ?? []))
      const newest = platforms[id].versions.at(-1)!
      const age = version && compareVersions(version, newest) > 0 ? ', newer than any that is known here' : ''
      io.out(`\n${titleOf(id)} ${targets[id]}${age}: ${plural(skills.size, 'skill')}, ${verdict(bad)}\n`)
      printFindings(project, bad, io)
      for (const { what, path } of bundles[0]!.downgrades) io.out(`  accepted in ${path}: ${what}\n`)
      if (findings.some(({ severity }) => severity === 'error')) isWell = false
      if (!installed(id, given, io)) isWell = false
    }
    return isWell ? 0 : 1
  },
})

const isAgy = (found: readonly { command: string; client: FoundClient | undefined }[]) =>
  found.some(({ command, client }) => command === 'agy' && client?.version)

const describe = (client: FoundClient | undefined) =>
  client ? (client.version ?? `is there, but ${client.reason}`) : 'is not on PATH'

function verdict(findings: readonly Diagnostic[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  if (!findings.length) return 'nothing speaks against it'
  return [...(errors ? [plural(errors, 'error')] : []), ...(warnings ? [plural(warnings, 'warning')] : [])].join(', ')
}

/** Says how installations of this project and of this user stand; false when one is damaged. */
function installed(platform: Buildable, given: Given, io: Io): boolean {
  let isWhole = true
  for (const on of [new Set<string>(), new Set(['global'])]) {
    const { base } = placeOf({ ...given, on, values: {} }, platform, io)
    if (!existsSync(join(base, RECORD))) continue
    const folder = openInstall(base)
    const { record } = folder
    if (!record || record.platform !== platform) continue
    const owned = Object.entries(ownedBy(record, folder.disk))
    const missing = owned.filter(([path]) => folder.disk(path) === undefined)
    const edited = owned.filter(([path, { sha256 }]) => ![undefined, sha256].includes(folder.disk(path)))
    const notes = [
      ...(missing.length ? [`${plural(missing.length, 'file')} missing (${missing[0]![0]})`] : []),
      ...(edited.length ? [`${plural(edited.length, 'file')} edited (${edited[0]![0]})`] : []),
      ...(record.pending ? ['an installation was cut short: run it again'] : []),
    ]
    io.out(`  installed in ${base}: ${plural(owned.length, 'file')}${notes.length ? `; ${notes.join('; ')}` : ''}\n`)
    if (missing.length || record.pending) isWhole = false
  }
  return isWhole
}
