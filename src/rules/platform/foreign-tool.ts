import { defineRule } from '../../core/rule.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { foreignUsesOf } from '../../model/foreign-tools.ts'
import { counterpartOf, isExactCounterpart } from '../../model/vocabulary.ts'

export default defineRule({
  id: 'platform/foreign-tool',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['claude', 'codex', 'agy'],
  fixable: 'unsafe',
  summary: 'No text has the model use a tool of another client.',
  why: 'A model that is told to call what its client does not have makes do: it asks nobody, starts nobody, keeps no list, and goes on as if it had. Most such names are left over from a conversion that changed some words and not others.',
  source: { url: 'https://github.com/obra/superpowers/issues/1518', level: 'MUST', verified: '2026-10' },
  messages: {
    called: {
      text: '“{tool}” is a tool of {owner}; {client} has none of that name.',
      help: 'Call “{wanted}”, with its own parameters.',
    },
    named: { text: '“{tool}” is a tool of {owner}; {client} has none of that name.', help: 'Write “{wanted}”.' },
    near: {
      text: '“{tool}” is a tool of {owner}; {client} has none of that name.',
      help: 'Rewrite the sentence for “{wanted}”, which comes nearest.',
    },
    none: {
      text: '“{tool}” is a tool of {owner}; {client} has none of that name, and none that does the same.',
      help: '{remedy}.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\n---\n\nAsk with `request_user_input`; keep the list with `update_plan({ plan: [{ step: "Read", status: "pending" }] })`. Read and Bash are words for exec_command.\n',
        '.agy/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\n---\n\nAsk via ask_question. `view_file({ AbsolutePath: "a.md" })`\n',
      },
    },
    {
      files: {
        '.codex/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\nallowed-tools: AskUserQuestion\n---\n\nMust AskUserQuestion before writing; AskUserQuestion again at the end.\n\n```\nTodoWrite({ todos: [] })\nAgent({ subagent_type: "reader", prompt: "Read. Then TodoWrite." })\n```\n\nClear the list: TodoWrite.\n',
      },
      unsafe: true,
      reports: [
        '.codex/skills/plan/SKILL.md:7:6 named',
        '.codex/skills/plan/SKILL.md:10:1 called',
        '.codex/skills/plan/SKILL.md:11:1 called',
      ],
      fixed: {
        '.codex/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\nallowed-tools: AskUserQuestion\n---\n\nMust request_user_input before writing; request_user_input again at the end.\n\n```\nTodoWrite({ todos: [] })\nAgent({ subagent_type: "reader", prompt: "Read. Then TodoWrite." })\n```\n\nClear the list: TodoWrite.\n',
      },
    },
    {
      title: 'What a conversion left in a team',
      files: {
        '.agy/skills/team/roles/coordinator/role.md':
          '# Coordinator\n\n| Tool | For |\n|---|---|\n| TaskCreate / TaskList | the life of a task |\n\n1. TeamCreate with the name of the session\n2. TaskUpdate set owner\n\n```\nTaskUpdate({ taskId: "<id>", owner: "reader" })\nSkill({ skill: "review" })\nRead("notes.md")\n```\n',
      },
      reports: [
        '.agy/skills/team/roles/coordinator/role.md:5:3 none',
        '.agy/skills/team/roles/coordinator/role.md:5:16 none',
        '.agy/skills/team/roles/coordinator/role.md:7:4 near',
        '.agy/skills/team/roles/coordinator/role.md:11:1 none',
        '.agy/skills/team/roles/coordinator/role.md:12:1 none',
        '.agy/skills/team/roles/coordinator/role.md:13:1 called',
      ],
    },
    {
      title: 'Tools of Codex in a text for Claude Code',
      files: {
        '.claude/commands/test.md':
          '---\ndescription: Tests.\n---\n\nStart the workers with spawn_agents_on_csv, then wait_agent for them.\n\n`spawn_agent({ task_name: "a", message: "b" })`\n',
      },
      reports: [
        '.claude/commands/test.md:5:24 none',
        '.claude/commands/test.md:5:50 none',
        '.claude/commands/test.md:7:2 called',
      ],
    },
    {
      title: 'Prohibitions and notes of adaptation',
      files: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\nCodex 无 TaskCreate/TaskUpdate/TodoWrite；不要调用 AskUserQuestion。 Do NOT use SendMessage. AskUserQuestion is not available here. TeamCreate 不存在。\n\n- Instead of TodoWrite, keep the list in a file.\n- TaskUpdate was removed from this text.\n\n<!-- TodoWrite was here, TaskCreate too -->\n',
      },
    },
    {
      title: 'Tables and lists that map, lines and headings with the other client’s name',
      files: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\n| Claude Code | here |\n|---|---|\n| AskUserQuestion | request_user_input |\n| TaskCreate | a file |\n\n- `TodoWrite` → `update_plan`\n- Claude: AskUserQuestion\n- In Claude Code, `Agent({ prompt: "x" })` starts one.\n\nOn Claude Code:\n\n```\nTaskCreate({ subject: "x" })\n```\n\n## Tool mapping\n\nTeamCreate is a folder here.\n\n## Claude Code\n\nUse SendMessage.\n\n### More\n\nUse TodoWrite.\n',
        '.codex/skills/claude-bridge/SKILL.md':
          '---\nname: claude-bridge\ndescription: Hands work over.\n---\n\nIt answers with AskUserQuestion.\n',
      },
    },
    {
      title: 'A text, or the entry of its skill, that says once what a tool is called here',
      files: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\n<!-- Tools: Task/Agent tool -> spawn_agent | TodoWrite -> update_plan -->\n\nStart `Agent({ subagent_type: "reader", prompt: "Read." })`; keep the list with TodoWrite. Use request_user_input instead of AskUserQuestion.\n',
        '.codex/skills/team/roles/lead/role.md': '# Lead\n\nAskUserQuestion first, then TodoWrite.\n',
      },
    },
    {
      title: 'Steps and lists of tools map nothing',
      files: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\n1. TeamCreate → update_plan\n\n| Tools | For |\n|---|---|\n| request_user_input / SendMessage | talk |\n',
      },
      unsafe: true,
      reports: ['.codex/skills/team/SKILL.md:6:4 near', '.codex/skills/team/SKILL.md:10:24 named'],
      fixed: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\n1. TeamCreate → update_plan\n\n| Tools | For |\n|---|---|\n| request_user_input / send_message | talk |\n',
      },
    },
    {
      title: 'Words, other programs, drawings, files about tools, generators, waivers',
      files: {
        '.codex/skills/team/SKILL.md':
          '---\nname: team\ndescription: Runs a team.\n---\n\nThe Agent (see below) reads the Task list; the TaskList component shows it. See TodoWrite.md and x.TaskCreate.\n\n```python\nagent = Agent(prompt="x")\nTodoWrite()\n```\n\n```\nconst agent = Agent({ name: "critic", instructions: "x" })\nTask({ id: 1 })\n```\n\n```\n+-----------+\n| TodoWrite |\n+-----------+\n```\n',
        '.codex/tools.md': 'AskUserQuestion is what others have.\n',
        '.codex/skills/skill-generator/SKILL.md': 'Write TodoWrite into it.\n',
        '.codex/skills/amend/SKILL.md':
          '---\nname: amend\ndescription: Amends.\n---\n\n<!-- maestro-lint-disable platform/foreign-tool -- edits every variant -->\n\nFind AskUserQuestion.\n',
        '.agents/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n\nAsk with AskUserQuestion.\n',
      },
    },
  ],

  check(document, report, { platform, platforms }) {
    if (isReference(document)) return
    const { path } = document
    for (const { tool, owner, called, span, names } of foreignUsesOf(document, platform, platforms)) {
      const wanted = counterpartOf(tool, owner, platform)
      const data = { tool, owner: owner.title, client: platform.title }
      const severity = called ? 'error' : 'warn'
      if (!wanted) {
        report({ message: 'none', at: span, data: { ...data, remedy: remedyFor(tool, platform.invocation) }, severity })
        continue
      }
      if (called) {
        report({ message: 'called', at: span, data: { ...data, wanted }, severity })
        continue
      }
      if (!isExactCounterpart(tool, owner, platform)) {
        report({ message: 'near', at: span, data: { ...data, wanted }, severity })
        continue
      }
      const edits = names.map(name => ({ path, span: name, text: wanted }))
      const fix = { title: `Write “${wanted}”`, safe: false, edits }
      report({ message: 'named', at: span, data: { ...data, wanted }, severity, fix })
    }
  },
})

/** What to do without a tool that does the same. */
function remedyFor(tool: string, prefix: string | null): string {
  if (tool === 'Skill') return prefix ? `Name the skill in the text: “${prefix}its-name”` : 'Name the skill in the text'
  if (/^(?:Task|Todo)/.test(tool)) return 'Keep the list in a file'
  if (/agent|csv/i.test(tool)) return 'Have the text say what the agents are to do and how they end, without it'
  return 'Say what is meant without it'
}
