import type { NeutralTool } from '../../core/platform.ts'
import { call } from '../call.ts'
import type { Client } from '../client.ts'
import { descriptionOf, keyEdits, textLine } from '../frontmatter.ts'
import type { Lowering } from '../kind.ts'

/** Claude’s names for neutral tools; `wave` needs the shell, and its text offers agents in the place of a run. */
function toolNames(tools: readonly string[], { target }: Lowering): string[] {
  const needed = tools.flatMap(tool => (tool === 'wave' ? (['shell', 'agent'] as const) : [tool as NeutralTool]))
  const names = needed.flatMap(tool => target.platform.neutral[tool] ?? [])
  // A plan is kept with two tools.
  return [...new Set(names.flatMap(name => (name === 'TaskCreate' ? [name, 'TaskUpdate'] : [name])))]
}

/** Claude Code. Facts: code.claude.com/docs (skills, sub-agents, plugins-reference), read 2026-10. */
export const claude: Client = {
  id: 'claude',
  skillDir: `\${CLAUDE_SKILL_DIR}`,
  args: '$ARGUMENTS',
  shell: command => `\`Bash({ command: ${JSON.stringify(command)} })\``,
  skill: (name, args) => `/${name}${args ? ` ${args}` : ''}`,

  frontmatter(entry, lowering) {
    const tools = toolNames(lowering.skill.tools, lowering)
    return keyEdits(entry, {
      tools: tools.length ? `allowed-tools: ${tools.join(', ')}` : null,
      platforms: null,
      downgrades: null,
      invocation: entry.meta.at('invocation')?.value === 'user' ? 'disable-model-invocation: true' : null,
    })
  },

  agent(document, _body, lowering) {
    const { meta } = document
    const name = document.name.slice('agents/'.length, -'.md'.length)
    const tools = meta.at('tools')?.value
    const names = Array.isArray(tools) ? toolNames(tools.map(String), lowering) : []
    const lines = [
      textLine('name', String(meta.at('name')?.value ?? name)),
      textLine('description', descriptionOf(meta, lowering)),
      ...(names.length ? [`tools: ${names.join(', ')}`] : []),
    ]
    return { path: `agents/${name}.md`, head: `---\n${lines.join('\n')}\n---`, tail: '' }
  },

  spawn({ role, name, per, wait, brief }) {
    const code = call('Agent', {
      description: `${role}${per ? `, one ${per}` : ''}`,
      subagent_type: 'general-purpose',
      name: name,
      prompt: brief,
      run_in_background: !wait,
    })
    return `\`\`\`javascript\n${code}\n\`\`\``
  },

  extras: () => [],

  manifests(plugin) {
    const { name, version, description, author, homepage, repository, license, keywords } = plugin
    const manifest = {
      ...{ name, version, description, author: author ? { name: author } : undefined },
      ...{ homepage, repository, license, keywords },
    }
    return [
      {
        path: '.claude-plugin/plugin.json',
        text: `${JSON.stringify(manifest, null, 2)}\n`,
        source: 'maestro-pack',
      },
    ]
  },
}
