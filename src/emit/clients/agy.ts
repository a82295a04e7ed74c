import type { NeutralTool } from '../../core/platform.ts'
import { call } from '../call.ts'
import type { Client } from '../client.ts'
import { descriptionOf, keyEdits, listLine, textLine } from '../frontmatter.ts'

/** Antigravity CLI. Facts: antigravity.google/docs (skills, subagents), read 2026-10. */
export const agy: Client = {
  id: 'agy',
  skillDir: '<skill_dir>',
  args: 'the text after the skill’s name',
  shell: command => `\`run_command({ CommandLine: ${JSON.stringify(command)} })\``,
  skill: (name, args) => `/${name}${args ? ` ${args}` : ''}`,

  frontmatter(entry, lowering) {
    const invocation = entry.meta.at('invocation')
    if (invocation?.value === 'user')
      lowering.cannot(
        invocation.span,
        'invocation',
        'Antigravity CLI lets its model call every skill; this one is meant for users only.',
      )
    return keyEdits(entry, { tools: null, platforms: null, downgrades: null, invocation: null })
  },

  agent({ name: file, meta }, _body, lowering) {
    const { target } = lowering
    const name = file.slice('agents/'.length, -'.md'.length)
    const tools = meta.at('tools')?.value
    const names = (Array.isArray(tools) ? tools : []).flatMap(
      tool => target.platform.neutral[(tool === 'wave' ? 'shell' : String(tool)) as NeutralTool] ?? [],
    )
    const lines = [
      textLine('name', String(meta.at('name')?.value ?? name)),
      textLine('description', descriptionOf(meta, lowering)),
      ...(names.length ? [listLine('tools', [...new Set(names)])] : []),
    ]
    return { path: `agents/${name}.md`, head: `---\n${lines.join('\n')}\n---`, tail: '' }
  },

  spawn({ role, brief }) {
    const code = call('invoke_subagent', {
      Subagents: [{ TypeName: 'self', Role: role, Prompt: brief, Workspace: 'inherit' }],
    })
    return `\`\`\`javascript\n${code}\n\`\`\``
  },

  extras: () => [],
  manifests: () => [],
}
