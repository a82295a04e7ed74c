import type { Platform } from '../../core/platform.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { compareVersions } from '../../core/version.ts'
import { toolListOf } from '../../model/allowed-tools.ts'
import { hasSecondAgents } from '../../model/codex-agent.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { isPast, isUnmistakable, mentionsOf, toolUsesOf } from '../../model/tool-uses.ts'

/** The set of collaboration tools that Codex offers by default. */
const FIRST_SET = 'multi_agent_v1'

/** Tools of CSV jobs: whatever sentence names one has it used, since nothing else is called so. */
const ANYWHERE: ReadonlySet<string> = new Set(['spawn_agents_on_csv', 'report_agent_job_result'])

/** The first place where the text has each tool used. */
function usesOf(document: Document, gone: ReadonlySet<string>): Map<string, Span> {
  const { text } = document
  const places = new Map<string, Span>()
  const found = [
    ...toolUsesOf(document, tool => gone.has(tool)).filter(
      // A word such as “shell” is many a program’s function.
      ({ tool, span }) =>
        !isPast(document, span) && (isUnmistakable(tool) || /^\(\s*\{/.test(text.slice(span.end, span.end + 20))),
    ),
    ...[...ANYWHERE].filter(tool => gone.has(tool)).flatMap(tool => mentionsOf(document, tool)),
  ]
  for (const { tool, span } of found.sort((a, b) => a.span.start - b.span.start))
    if (!places.has(tool)) places.set(tool, span)
  return places
}

/** Tools that a version of a client no longer has. */
const goneFrom = ({ tools }: Platform, version: string) =>
  new Set(
    Object.keys(tools).filter(tool => {
      const { removed } = tools[tool]!
      return removed !== undefined && compareVersions(version, removed) >= 0
    }),
  )

export default defineRule({
  id: 'platform/removed-tool',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['claude', 'codex', 'agy'],
  summary: 'No text has the model use a tool that the client, in the version it is for, no longer has.',
  why: 'A model that is told to call what does not exist makes do: it does the work of twenty workers by itself, or says that it has called them. Set the version that your users have under “targets”, or with “--target”.',
  source: { url: 'https://github.com/openai/codex/pull/34413', level: 'MUST', verified: '2026-10' },
  messages: {
    replaced: { text: '{client} {version} has no tool “{tool}” any more.', help: 'Use “{instead}” instead.' },
    gone: { text: '{client} {version} has no tool “{tool}” any more.', help: 'Take it out: nothing replaces it.' },
    other: {
      text: 'With “features.multi_agent_v2”, which config.toml sets, {client} has no tool “{tool}”.',
      help: '{remedy}.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '---\nname: survey\ndescription: Reads.\n---\n\nStart readers via `wave.mjs run`, never with spawn_agents_on_csv.\n',
        '.claude/skills/team/SKILL.md': '```\nAgent({ description: "Read", prompt: "Read." })\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart readers with spawn_agents_on_csv (3 at a time).\n\n```\nspawn_agents_on_csv({ csv_path })\n```\n\n```\nEnd with report_agent_job_result. NEVER skip report_agent_job_result.\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:20 replaced', '.codex/skills/survey/SKILL.md:10:10 replaced'],
    },
    {
      title: 'An older client has them',
      targets: { codex: '0.144', claude: '2.1.172' },
      files: {
        '.codex/skills/survey/SKILL.md': '`spawn_agents_on_csv({ csv_path })` and report_agent_job_result.\n',
        '.claude/skills/team/SKILL.md': '`TeamCreate({ team_name: "x" })`\n',
      },
    },
    {
      title: 'Calls, sentences and lists of Claude Code',
      files: {
        '.claude/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\nallowed-tools: Read, LS, MultiEdit, TeamCreate\n---\n\nChange files using MultiEdit. `TeamCreate({ team_name: "x" })`, later `TeamDelete({ team_name: "x" })`.\n',
      },
      reports: [
        '.claude/skills/team/SKILL.md:4:22 replaced',
        '.claude/skills/team/SKILL.md:7:20 replaced',
        '.claude/skills/team/SKILL.md:7:32 replaced',
        '.claude/skills/team/SKILL.md:7:72 gone',
      ],
    },
    {
      title: 'The first set of collaboration tools, where the second is on',
      files: {
        '.codex/config.toml': '[features]\nmulti_agent_v2 = true\n',
        '.codex/skills/team/SKILL.md':
          '```\nsend_input({ target: "a", message: "b" })\nclose_agent({ target: "a" })\nsend_message({ target: "a", message: "b" })\n```\n',
      },
      reports: ['.codex/skills/team/SKILL.md:2:1 other', '.codex/skills/team/SKILL.md:3:1 other'],
    },
    {
      title: 'Either set, where none is chosen',
      files: {
        '.codex/config.toml': '[features]\nmulti_agent_v2 = false\n# multi_agent_v2 = true\n',
        '.codex/skills/team/SKILL.md':
          '```\nclose_agent({ target: "a" })\nsend_message({ target: "a", message: "b" })\n```\n',
      },
    },
    {
      title: 'Prohibitions, history, words and other programs',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nCodex 无 spawn_agents_on_csv。 Do NOT call spawn_agents_on_csv (no recursion).\n\nspawn_agents_on_csv was removed in 0.145; report_agent_job_result is gone as well. spawn_agents_on_csv is not available.\n\nThe shell `shell("ls")` lists. See spawn_agents_on_csv.md and my_spawn_agents_on_csv.\n',
        '.claude/skills/team/SKILL.md':
          'LS is a command, and Task a word. The MultiEdit of old, TeamCreate too. LS(path)\n\nBefore 2.1.178 teams began with `TeamCreate({ team_name: "x" })`.\n\n```python\nMultiEdit(path="x", edits=[])\n```\n',
        '.codex/README.md': 'Older clients: `spawn_agents_on_csv({ csv_path })`.\n',
        '.codex/skills/skill-generator/SKILL.md': 'Write `spawn_agents_on_csv({ csv_path })` into it.\n',
      },
    },
  ],

  check(document, report, { platform, version }) {
    if (isReference(document)) return
    const gone = goneFrom(platform, version)
    if (platform.id === 'codex' && hasSecondAgents(document.pack))
      for (const tool of Object.keys(platform.tools)) if (platform.tools[tool]!.only === FIRST_SET) gone.add(tool)
    if (!gone.size) return
    const places = usesOf(document, gone)
    const tell = (tool: string, at: Span, severity: 'error' | 'warn' | 'info') => {
      const { instead, only } = platform.tools[tool]!
      if (only === FIRST_SET) {
        const remedy = instead ? `Use “${instead}” instead` : 'Take it out: nothing replaces it'
        return report({ message: 'other', at, data: { client: platform.title, tool, remedy }, severity })
      }
      const data = { client: platform.title, version, tool }
      if (instead) report({ message: 'replaced', at, data: { ...data, instead }, severity })
      else report({ message: 'gone', at, data, severity })
    }
    for (const [tool, span] of places) tell(tool, span, 'error')

    const key = document.kind === 'agent' ? 'tools' : 'allowed-tools'
    const isRead = document.kind === 'agent' || document.kind === 'command' || document.kind === 'skill'
    const list = isRead ? toolListOf(document, key) : undefined
    // A name in a list that nothing uses takes nothing away; where the client ignores the list, even less.
    const weight = platform.frontmatter[document.kind === 'agent' ? 'agent' : 'skill'].read.includes(key)
    for (const { name, span } of list?.entries ?? []) {
      if (!gone.has(name) || places.has(name)) continue
      places.set(name, span)
      tell(name, span, weight ? 'warn' : 'info')
    }
  },
})
