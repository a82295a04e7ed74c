import type { Platform } from '../../core/platform.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document, Pack } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'

const textOf = (document: Document, key: string) => {
  const value = document.meta.at(key)?.value
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}

interface Listed {
  name: string
  document: Document
  size: number
}

/** Whether the client keeps a skill from the model: the user alone calls it. */
function isHidden(document: Document, platform: Platform): boolean {
  if (platform.id !== 'codex') return String(document.meta.at('disable-model-invocation')?.value) === 'true'
  const policy = document.skill?.files.find(file => file.path === `${document.skill?.dir}/agents/openai.yaml`)
  return /\ballow_implicit_invocation["']?[ \t]*:[ \t]*false\b/.test(policy?.text ?? '')
}

/** What a client lists to the model: skills, and on Claude Code commands, each with its name and what says when. */
function listOf(pack: Pack, platform: Platform): Listed[] {
  const kinds = platform.id === 'claude' ? ['skill', 'command'] : ['skill']
  return pack.documents
    .filter(document => kinds.includes(document.kind) && !document.generator && !isHidden(document, platform))
    .map(document => {
      const fallback = document.skill?.name ?? document.path.split('/').at(-1)!.replace(/\.md$/, '')
      const name = textOf(document, 'name') || fallback
      const said = ['description', ...(platform.id === 'claude' ? ['when_to_use'] : [])]
      const length = said.reduce((sum, key) => sum + [...textOf(document, key)].length, 0)
      return { name, document, size: [...name].length + Math.min(length, platform.limits.description.max) }
    })
}

export default defineRule({
  id: 'frontmatter/listing-budget',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  platforms: ['claude', 'codex'],
  summary: 'The names and descriptions of all skills fit into what the client lists to the model.',
  why: 'Clients give the list of skills a small share of the context window (1 % in Claude Code, 2 % in Codex). Beyond it they cut descriptions or leave skills out without a word, and the model no longer knows when to use them.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'ADVICE', verified: '2026-10' },
  messages: {
    over: {
      text: 'The list of {count} skills has {total} characters, more than {max}: {effect}.',
      help: 'Shorten the longest first: {worst}. Or keep skills that only users call from the model.',
    },
  },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      characters: {
        type: 'integer',
        minimum: 1,
        description: 'The budget, instead of what the client gives by default.',
      },
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      title: 'Over a budget of 60 characters, at the longest description',
      files: {
        '.claude/commands/ship.md': '---\ndescription: Ships what is ready.\n---\n',
        '.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews a change.\nwhen_to_use: Before a merge.\n---\n',
      },
      reports: ['.claude/skills/review/SKILL.md:3:14 over'],
      options: { characters: 60 },
    },
    {
      title: 'What the model is not shown does not count',
      files: {
        '.claude/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys a version to all machines.\ndisable-model-invocation: true\n---\n',
        '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n',
        '.codex/skills/deploy/SKILL.md': '---\nname: deploy\ndescription: Deploys a version to all machines.\n---\n',
        '.codex/skills/deploy/agents/openai.yaml': 'policy:\n  allow_implicit_invocation: false\n',
        '.codex/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n',
      },
      options: { characters: 30 },
    },
    {
      title: 'Templates of skills do not count',
      files: {
        '.codex/skills/make/SKILL.md': '---\nname: make\ndescription: Makes.\n---\n',
        '.codex/skills/make/templates/SKILL.md': '---\nname: x\ndescription: Says what the new skill does.\n---\n',
      },
      options: { characters: 20 },
    },
  ],

  check(pack, report, { platform, options }) {
    const budget = platform.limits.listing
    if (!budget) return
    const max = Number(options.characters ?? budget.max)
    const list = listOf(pack, platform).sort((a, b) => b.size - a.size || (a.document.path < b.document.path ? -1 : 1))
    const total = list.reduce((sum, { size }) => sum + size, 0)
    if (total <= max) return
    const [worst, ...others] = list.slice(0, 3)
    const placeOf = ({ meta }: Document) => meta.at('description') ?? meta.at('name') ?? meta.span
    const named = [worst!, ...others].map(({ name, size }) => `“${excerpt(name)}” (${size})`)
    report({
      message: 'over',
      in: worst!.document,
      at: placeOf(worst!.document),
      data: { count: list.length, total, max, effect: budget.effect, worst: named.join(', ') },
      related: others.map(({ document, size }) => ({
        in: document,
        at: placeOf(document),
        text: `Takes ${size} characters of the list.`,
      })),
    })
  },
})
