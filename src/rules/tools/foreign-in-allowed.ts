import { defineRule, type RuleContext } from '../../core/rule.ts'
import { toolListOf, withoutEntry } from '../../model/allowed-tools.ts'
import { excerpt } from '../../model/excerpt.ts'
import { counterpartOf, ownerOf } from '../../model/vocabulary.ts'

/** Whether listing a tool lets it run unasked: where the client reads the key, a shell is nothing to grant by a fix. */
const grantsShell = (
  tool: string | undefined,
  key: string,
  kind: 'skill' | 'command' | 'agent',
  context: RuleContext,
) => tool === context.platform.neutral.shell && context.platform.frontmatter[kind].read.includes(key)

export default defineRule({
  id: 'tools/foreign-in-allowed',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'agent'],
  platforms: ['claude', 'codex', 'agy'],
  fixable: 'safe',
  summary: 'Tools listed in the frontmatter are tools of the client that the file is for.',
  why: 'A list with another client’s tools shows that the file was copied and not converted: the names mean nothing here, and what they stood for is neither granted nor, in most such files, rewritten in the body.',
  source: { url: 'https://code.claude.com/docs/en/tools-reference', level: 'MUST', verified: '2026-10' },
  messages: {
    mapped: { text: '“{tool}” is a tool of {owner}, not of {client}.', help: 'Write “{wanted}”.' },
    listed: { text: '“{tool}” is a tool of {owner}, not of {client}.', help: 'Remove it: “{wanted}” is listed too.' },
    none: { text: '“{tool}” is a tool of {owner}, not of {client}.', help: 'Remove it: {client} has no such tool.' },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '---\ndescription: Reviews.\nallowed-tools: Read, Bash(git:*), AskUserQuestion\n---\n',
      },
    },
    {
      files: {
        '.codex/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: Read, AskUserQuestion, TodoWrite, TeamCreate\n---\n',
      },
      reports: [
        '.codex/skills/review/SKILL.md:4:22 mapped',
        '.codex/skills/review/SKILL.md:4:39 mapped',
        '.codex/skills/review/SKILL.md:4:50 mapped',
      ],
      fixed: {
        '.codex/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: Read, request_user_input, update_plan, spawn_agent\n---\n',
      },
    },
    {
      title: 'A YAML list, a tool without a counterpart, and two that become one',
      files: {
        '.agy/skills/team/SKILL.md':
          '---\r\nname: team\r\ndescription: Runs a team.\r\nallowed-tools:\r\n  - view_file\r\n  - "Read"\r\n  - TaskUpdate\r\n  - Bash(npm run test, npm run lint)\r\n---\r\n',
      },
      reports: [
        '.agy/skills/team/SKILL.md:6:6 listed',
        '.agy/skills/team/SKILL.md:7:5 none',
        '.agy/skills/team/SKILL.md:8:5 mapped',
      ],
      fixed: {
        '.agy/skills/team/SKILL.md':
          '---\r\nname: team\r\ndescription: Runs a team.\r\nallowed-tools:\r\n  - view_file\r\n  - run_command\r\n---\r\n',
      },
    },
    {
      title: 'Codex packs may use these six names',
      files: {
        '.codex/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: Read, Write, Edit, Bash, Glob, Grep, spawn_agent\n---\n',
      },
    },
    {
      title: 'Removed, unknown and MCP tools are not foreign',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: MultiEdit Frobnicate mcp__tracker__list_issues\n---\n',
        '.codex/skills/wave/SKILL.md':
          '---\nname: wave\ndescription: Runs waves.\nallowed-tools: spawn_agents_on_csv, Read\n---\n',
      },
    },
    {
      title: 'Granting the shell needs an author’s eye',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: [Read, exec_command, spawn_agents_on_csv]\n---\n',
      },
      reports: ['.claude/skills/review/SKILL.md:4:23 mapped', '.claude/skills/review/SKILL.md:4:37 none'],
      fixed: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\nallowed-tools: [Read, exec_command]\n---\n',
      },
    },
    {
      title: 'Agents list theirs under “tools”',
      files: {
        '.claude/agents/critic.md': '---\nname: critic\ndescription: Criticises.\ntools: Read, ask_question\n---\n',
      },
      reports: ['.claude/agents/critic.md:4:14 mapped'],
      fixed: {
        '.claude/agents/critic.md': '---\nname: critic\ndescription: Criticises.\ntools: Read, AskUserQuestion\n---\n',
      },
    },
  ],

  check(document, report, context) {
    const { platform, platforms } = context
    const { path } = document
    const kind = document.kind as 'skill' | 'command' | 'agent'
    for (const key of kind === 'agent' ? ['tools', 'allowed-tools'] : ['allowed-tools']) {
      const list = toolListOf(document, key)
      if (!list) continue
      const names = new Set(list.entries.map(({ name }) => name))
      for (const entry of list.entries) {
        const owner = ownerOf(entry.name, platform, platforms)
        if (!owner) continue
        const wanted = counterpartOf(entry.name, owner, platform)
        const isListed = wanted !== undefined && names.has(wanted)
        const isNew = wanted !== undefined && !isListed
        const edit = isNew ? { path, span: entry.span, text: wanted } : withoutEntry(document, list, entry)
        const safe = !isNew || !grantsShell(wanted, key, kind, context)
        const title = isNew ? `Write “${wanted}”` : `Remove “${excerpt(entry.name)}”`
        const fix = edit ? { fix: { title, safe, edits: [edit] } } : {}
        const data = { tool: excerpt(entry.name), owner: owner.title, client: platform.title }
        if (!wanted) report({ message: 'none', at: entry, data, ...fix })
        else report({ message: isListed ? 'listed' : 'mapped', at: entry, data: { ...data, wanted }, ...fix })
        if (wanted) names.add(wanted)
      }
    }
  },
})
