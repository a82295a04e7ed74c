import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findConfig, loadConfig } from '../../config/load.ts'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import { linesOf } from '../../core/span.ts'
import { fillHoles, holesFor, nameFault, TEMPLATES } from '../../emit/template.ts'
import { readTemplate } from '../../host/templates.ts'
import { writeNew } from '../../host/write.ts'
import { frontmatterBounds, readFrontmatter } from '../../markdown/frontmatter.ts'
import { defineCommand } from './command.ts'

const bad = (message: string, hint?: string) => new MaestroError('bad-option', message, hint)

export default defineCommand({
  name: 'new',
  usage: `${TEMPLATES.map(({ id }) => id).join('|')} NAME`,
  summary: `Writes the sources of something new; they build and lint clean at once.\n\n${TEMPLATES.map(
    ({ id, summary }) => `  ${id.padEnd(5)}  ${summary}`,
  ).join('\n')}`,
  flags: {
    skill: { value: 'NAME', help: 'for a role: the skill that gets it' },
    config: { value: 'FILE', short: 'c', help: 'configuration, which says where the sources are' },
  },

  async run({ args, values }, io) {
    const [id, name, ...more] = args
    const ids = TEMPLATES.map(template => template.id)
    if (id === undefined || name === undefined)
      throw bad('A template and a name are needed.', `Write “maestro-pack new ${id ?? 'skill'} NAME”.`)
    if (more.length) throw bad(`“maestro-pack new” takes no “${more[0]}”.`, 'Names are written with hyphens.')
    const template = TEMPLATES.find(known => known.id === id)
    if (!template) {
      const meant = nearest(id, ids)
      throw bad(`There is no template “${id}”.`, meant ? `Did you mean “${meant}”?` : `Known: ${ids.join(', ')}.`)
    }
    const fault = nameFault(name)
    if (fault) throw bad(`The name “${name}” ${fault}.`, 'Write it like “review-docs”.')
    const file = values['config'] ? resolve(io.cwd, values['config']) : findConfig(io.cwd)
    const root = file ? dirname(file) : io.cwd
    const config = file ? await loadConfig(file) : {}
    const sources = (config.sources ?? 'skills').replace(/\/+$/, '')
    let folder = `${sources}/${name}`
    if (id === 'role') {
      const skill = values['skill']
      if (!skill) throw bad('A role belongs to a skill.', `Write “maestro-pack new role ${name} --skill NAME”.`)
      if (!existsSync(join(root, sources, skill, 'SKILL.md')))
        throw bad(`There is no skill “${skill}” in “${sources}”.`, 'Name the folder of a skill.')
      folder = `${sources}/${skill}/roles/${name}`
    } else if (values['skill']) throw bad('“--skill” is for roles.', `Leave it out for a ${id}.`)
    if (existsSync(join(root, folder)))
      throw new MaestroError('exists', `“${folder}” exists already.`, 'Choose another name.')
    const holes = { ...holesFor(name), message: id === 'role' ? messageOf(join(root, sources, values['skill']!)) : '' }
    const files = readTemplate(id).map(({ path, text }) => ({ path, text: fillHoles(text, holes) }))
    writeNew(join(root, folder), files)
    io.out(files.map(({ path }) => `${folder}/${path}\n`).join(''))
    const next =
      id === 'role'
        ? `Add it to the role registry of ${values['skill']}, then run “maestro-pack build”.\n`
        : 'Write what it does, then run “maestro-pack build”.\n'
    io.err(next)
    return 0
  },
})

/** What the other workers of a skill report when they are done, so that its coordinator knows it. */
function messageOf(skill: string): string {
  const roles = join(skill, 'roles')
  for (const role of existsSync(roles) ? readdirSync(roles).sort() : []) {
    const file = join(roles, role, 'role.md')
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    const types = readFrontmatter(text, frontmatterBounds(text, linesOf(text))).at('message_types')?.value
    const success = (types as { success?: unknown } | null | undefined)?.success
    if (typeof success === 'string') return success
  }
  return 'task_complete'
}
