import { defineRule } from '../../core/rule.ts'
import type { Document, Pack, PlatformId } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'

/** Who refuses a name outside the charset. Codex and agy load any name (loader of Codex, agy's pages on skills). */
const REFUSAL: Record<PlatformId, string> = {
  claude: 'Claude Code asks for such names, and its uploads refuse others',
  codex: 'Codex loads it, but clients that hold to the specification refuse it',
  agy: 'clients that hold to the Agent Skills specification refuse it',
  agents: 'clients that hold to the Agent Skills specification refuse it',
}

/** What is wrong with the characters of a name; letters of any script are accepted as the reference validator does. */
function faultOf(name: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}-]/u.test(name)) return 'has characters other than letters, digits and hyphens'
  if (name !== name.toLowerCase()) return 'has capital letters'
  if (name.startsWith('-') || name.endsWith('-')) return 'begins or ends with a hyphen'
  if (name.includes('--')) return 'has two hyphens in a row'
  return undefined
}

const properly = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const MANIFEST = /^(|.*\/)\.(?:claude|codex)-plugin\/plugin\.json$/

/** The name of the plugin that a skill is installed with, from the manifest above it. */
function pluginOf(skillDir: string, pack: Pack): { name: string; manifest: Document } | undefined {
  for (const manifest of pack.documents) {
    const root = MANIFEST.exec(manifest.path)?.[1]
    if (root === undefined || !`${skillDir}/`.startsWith(root)) continue
    try {
      const { name } = JSON.parse(manifest.text) as { name?: unknown }
      if (typeof name === 'string' && name) return { name, manifest }
    } catch {
      // A broken manifest installs nothing; saying so is not this rule's business.
    }
  }
  return undefined
}

/** Where a manifest has its name. */
function nameIn({ text }: Document) {
  const start = Math.max(0, text.indexOf('"name"'))
  return { start, end: text.startsWith('"name"', start) ? start + 6 : start }
}

export default defineRule({
  id: 'frontmatter/installed-name',
  scope: 'skill',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  summary: 'A skill’s name is one that every client accepts, with the plugin’s name before it too.',
  why: 'Names are lower-case letters, digits and single hyphens, 64 characters at most. Codex puts the plugin’s name and a colon before the name of a skill that comes with a plugin and drops the skill when both are longer than 64.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    long: {
      text: 'The name has {count} characters, more than {max}: {effect}.',
      help: 'Shorten it to {max} characters.',
    },
    prefixed: {
      text: 'Installed with the plugin “{plugin}” the name has {count} characters, more than {max}: {effect}.',
      help: 'Shorten the name to {room} characters, or the plugin’s.',
    },
    charset: {
      text: 'The name “{name}” {fault}: {refusal}.',
      help: 'Write “{wanted}”, and call the folder so.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      files: {
        '.claude/skills/Code_Review/SKILL.md': '---\nname: Code_Review\ndescription: Reviews a change.\n---\n',
        '.claude/skills/Plan/SKILL.md': '---\nname: Plan\ndescription: Plans a change.\n---\n',
        '.codex/skills/fix--it/SKILL.md': '---\nname: fix--it\ndescription: Fixes a bug.\n---\n',
        '.codex/skills/ship-/SKILL.md': '---\nname: ship-\ndescription: Ships a version.\n---\n',
      },
      reports: [
        '.claude/skills/Code_Review/SKILL.md:2:7 charset',
        '.claude/skills/Plan/SKILL.md:2:7 charset',
        '.codex/skills/fix--it/SKILL.md:2:7 charset',
        '.codex/skills/ship-/SKILL.md:2:7 charset',
      ],
    },
    {
      title: 'Longer than 64 characters',
      files: {
        '.codex/skills/long/SKILL.md': `---\nname: ${'review-'.repeat(9)}it\ndescription: Reviews.\n---\n`,
      },
      reports: ['.codex/skills/long/SKILL.md:2:7 long'],
    },
    {
      title: 'Longer than 64 characters with the plugin’s name',
      files: {
        '.codex/plugins/tools/.codex-plugin/plugin.json': '{ "name": "tools-for-every-project-of-the-team" }\n',
        '.codex/plugins/tools/skills/x/SKILL.md':
          '---\nname: review-the-changes-of-a-branch\ndescription: Reviews.\n---\n',
      },
      reports: ['.codex/plugins/tools/skills/x/SKILL.md:2:7 prefixed'],
    },
    {
      title: 'The same name elsewhere, a plugin with a short name, a manifest that cannot be read',
      files: {
        '.codex/plugins/broken/.codex-plugin/plugin.json': '{ "name": ',
        '.codex/plugins/broken/skills/x/SKILL.md': '---\nname: review-the-changes\ndescription: Reviews.\n---\n',
        '.codex/plugins/tools/.codex-plugin/plugin.json': '{ "name": "tools" }\n',
        '.codex/plugins/tools/skills/x/SKILL.md':
          '---\nname: review-the-changes-of-a-branch\ndescription: Reviews.\n---\n',
        '.codex/skills/x/SKILL.md': '---\nname: review-the-changes-of-a-branch\ndescription: Reviews.\n---\n',
      },
    },
    {
      title: 'Letters of any script',
      files: { '.agents/skills/评审/SKILL.md': '---\nname: 评审-2\ndescription: 评审改动。\n---\n' },
    },
  ],

  check({ entry, dir, pack, name: folder }, report, { platform, platforms, profile }) {
    const field = entry.meta.at('name')
    if (typeof field?.value !== 'string' || !field.value.trim()) return
    const name = field.value.trim().normalize('NFKC')
    const count = [...name].length
    const { max, effect } = (profile === 'spec' ? platforms.agents : platform).limits.name
    // A folder with a proper name tells the name that is meant: `name-matches-dir` repairs it.
    const fault = folder && !faultOf(folder) ? undefined : faultOf(name)
    if (fault) {
      const loads = profile !== 'spec' && (platform.id === 'codex' || platform.id === 'agy')
      const refusal = REFUSAL[profile === 'spec' ? 'agents' : platform.id]
      const data = { name: excerpt(name), fault, refusal, wanted: excerpt(properly(name) || 'my-skill') }
      report({ message: 'charset', at: field, data, severity: loads ? 'warn' : 'error' })
    }
    if (count > max) return report({ message: 'long', at: field, data: { count, max, effect } })

    const plugin = profile === 'spec' ? undefined : pluginOf(dir, pack)
    if (!plugin) return
    const before = [...plugin.name].length + 1
    const codex = platforms.codex.limits.name
    if (before + count <= codex.max) return
    const readsPlugins = platform.id === 'codex' || platform.id === 'agents'
    report({
      message: 'prefixed',
      at: field,
      data: {
        plugin: excerpt(plugin.name),
        count: before + count,
        max: codex.max,
        effect: codex.effect,
        room: Math.max(1, codex.max - before),
      },
      related: [{ in: plugin.manifest, at: nameIn(plugin.manifest), text: 'The plugin is named here.' }],
      severity: readsPlugins ? 'error' : 'warn',
    })
  },
})
