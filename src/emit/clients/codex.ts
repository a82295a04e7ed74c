import { call } from '../call.ts'
import type { Client } from '../client.ts'
import { descriptionOf, keyEdits } from '../frontmatter.ts'

/** A text as a TOML string on one line: JSON’s escapes are TOML’s, but for DEL, which TOML wants escaped. */
const toml = (value: string) => JSON.stringify(value).replaceAll('\u007f', '\\u007F')

/** The quotes that a text can stand between as it is; `undefined` where it has to be escaped. */
function quotesFor(body: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: TOML forbids them
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(body)) return undefined
  if (!/\\|"""|"$/.test(body)) return '"""'
  return /'''|'$/.test(body) ? undefined : "'''"
}

/** A text of several lines, escaped for three quotes. */
const escaped = (body: string) =>
  body
    .split('\n')
    .map(line => toml(line).slice(1, -1))
    .join('\n')

const yamlText = (value: string) => JSON.stringify(value)

/** The first words of a text, whole ones, up to a length. */
function short(value: string, max: number): string {
  const sentence = value.split(/(?<=[.。])\s/)[0]!
  if (sentence.length <= max) return sentence
  return `${sentence.slice(0, sentence.lastIndexOf(' ', max - 1) || max - 1)}…`
}

const title = (name: string) =>
  name
    .split('-')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** Codex CLI. Facts: openai/codex core-skills loader, references/openai_yaml.md and the docs on agents, read 2026-10. */
export const codex: Client = {
  id: 'codex',
  skillDir: '<skill_dir>',
  args: 'the text after the skill’s name',
  shell: command => `\`exec_command({ cmd: ${JSON.stringify(command)} })\``,
  skill: (name, args) => `$${name}${args ? ` ${args}` : ''}`,

  frontmatter: entry => keyEdits(entry, { tools: null, platforms: null, downgrades: null, invocation: null }),

  agent({ name: file, meta }, body, lowering) {
    const name = file.slice('agents/'.length, -'.md'.length)
    const quotes = quotesFor(body)
    const lines = [
      `name = ${toml(String(meta.at('name')?.value ?? name))}`,
      `description = ${toml(descriptionOf(meta, lowering))}`,
      `developer_instructions = ${quotes ?? '"""'}`,
    ]
    return {
      path: `agents/${name}.toml`,
      head: lines.join('\n'),
      tail: `${quotes ?? '"""'}\n`,
      ...(quotes ? {} : { body: escaped(body) }),
    }
  },

  spawn({ role, name, wait, brief }) {
    const task = (name ?? role).replace(/[^\w{}]+/g, '_').toLowerCase()
    const code = call('spawn_agent', { task_name: task, message: brief, fork_turns: 'none' })
    const waiting = wait ? `\nwait_agent({ timeout_ms: 3600000 })` : ''
    return `\`\`\`javascript\n${code}${waiting}\n\`\`\``
  },

  extras(entry, lowering) {
    if (entry.meta.at('invocation')?.value !== 'user') return []
    const name = String(entry.meta.at('name')?.value ?? '')
    const description = descriptionOf(entry.meta, lowering)
    const text = [
      'interface:',
      `  display_name: ${yamlText(short(title(name), 64))}`,
      `  short_description: ${yamlText(short(description, 100))}`,
      `  default_prompt: ${yamlText(`Use $${name}.`)}`,
      'policy:',
      '  allow_implicit_invocation: false',
      '',
    ].join('\n')
    return [{ name: 'agents/openai.yaml', text }]
  },

  manifests(plugin) {
    const { name, version, description, author, homepage, repository, license, keywords } = plugin
    const manifest = {
      ...{ name, version, description, skills: './skills/', author: { name: author ?? name } },
      ...{ homepage, repository, license, keywords },
      interface: {
        displayName: title(name),
        shortDescription: short(description, 100),
        longDescription: description,
        developerName: author ?? name,
        category: 'Productivity',
        capabilities: ['Read', 'Write'],
        defaultPrompt: [],
      },
    }
    return [
      { path: '.codex-plugin/plugin.json', text: `${JSON.stringify(manifest, null, 2)}\n`, source: 'maestro-pack' },
    ]
  },
}
