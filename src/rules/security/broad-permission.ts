import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { toolListOf } from '../../model/allowed-tools.ts'
import { commandsOf, programOf, shellCodeOf } from '../../model/commands.ts'
import { isDenied } from '../../model/examples.ts'
import { pipelinesIn, type ShellCommand } from '../../model/shell.ts'

const MENTIONS = /--dangerously-|--yolo\b|bypassPermissions|danger-full-access/
/** Tools that run programs, by the names that clients give them. */
const SHELL = /^(?:Bash|PowerShell|Shell|run_command|command|unsandboxed)$/
/** Arguments that any command fits. */
const ANY = /^[*:\s]+$/
const CLIENTS = /(?:^|[/@])(?:claude|claude-code|codex|agy|gemini|gemini-cli|qwen|opencode)(?:@[\w.]+)?$/
/** Words before a command in prose that tell to run it. */
const ORDER = /\b(?:run|start|launch|execute|invoke|call|spawn|use|with|via)\b|运行|执行|启动|使用|调用/i

/** The word of a client's command that switches its questions or its sandbox off. */
function switchOf(command: ShellCommand): { text: string; span: Span } | undefined {
  const program = programOf(command)
  if (!program || !command.words.some(word => CLIENTS.test(word.text))) return undefined
  return program.args.find(({ text }, index) => {
    const before = program.args[index - 1]?.text ?? ''
    return (
      /^--dangerously-(?:skip-permissions|bypass-approvals-and-sandbox)$|^--yolo$/.test(text) ||
      /^--(?:permission-mode=bypassPermissions|sandbox=danger-full-access)$/.test(text) ||
      (text === 'bypassPermissions' && before === '--permission-mode') ||
      (text === 'danger-full-access' && /^(?:-s|--sandbox)$/.test(before))
    )
  })
}

/** Commands that the document tells to run: in shell code, and in code spans behind a word like “run”. */
function* orders(document: Document): Generator<ShellCommand> {
  const { text, lines } = document
  if (!MENTIONS.test(text)) return
  for (const { pipelines } of shellCodeOf(document, MENTIONS))
    for (const { command } of commandsOf(pipelines)) yield command
  const spans: Span[] = []
  visit(document.tree, 'inlineCode', node => {
    if (MENTIONS.test(node.value)) spans.push(spanOfNode(node))
  })
  for (const { start, end } of spans) {
    const line = lines.span(lines.index(start)).start
    if (!ORDER.test(text.slice(line, start))) continue
    const marks = /^`*/.exec(text.slice(start, end))![0].length
    for (const { command } of commandsOf(pipelinesIn(text.slice(start + marks, end - marks), start + marks)))
      yield command
  }
}

export default defineRule({
  id: 'security/broad-permission',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  summary: 'Grants name what they allow, and no client is started without its questions.',
  why: 'A pack is installed by people who did not write it. A grant for any command, or a client started without questions or sandbox, lets one bad line of any file that the agent reads act with the user’s own rights.',
  source: { url: 'https://code.claude.com/docs/en/permissions', level: 'ADVICE', verified: '2026-08' },
  messages: {
    shell: {
      text: '“{entry}” grants every command without a question.',
      help: 'Grant the commands that are needed, such as “Bash(git diff:*)”.',
    },
    everything: {
      text: '“*” grants every tool.',
      help: 'List the tools that are needed.',
    },
    mode: {
      text: 'The agent runs in “bypassPermissions”: it asks for nothing.',
      help: 'Write “acceptEdits” or leave the key out, and list the tools that are needed.',
    },
    flag: {
      text: '“{flag}” lets the client do anything without a question.',
      help: 'Start it with the permissions that the step needs, or let the user decide.',
    },
  },
  examples: [
    {
      files: {
        '.claude/agents/tester.md':
          '---\nname: tester\ndescription: Runs the tests.\ntools: Read, Bash(npm test:*), Bash(git *)\npermissionMode: acceptEdits\n---\n\nRun `claude -p "test" --permission-mode plan`.\n',
      },
    },
    {
      files: {
        '.claude/skills/test/SKILL.md': '---\nname: test\nallowed-tools: Read, Bash(*)\n---\n',
        '.claude/commands/test.md': '---\ndescription: Tests.\nallowed-tools:\n  - Read\n  - Bash(:*)\n---\n',
        '.claude/agents/tester.md': '---\nname: tester\ntools: ["*"]\npermissionMode: bypassPermissions\n---\n',
      },
      reports: [
        '.claude/agents/tester.md:3:10 everything',
        '.claude/agents/tester.md:4:17 mode',
        '.claude/commands/test.md:5:5 shell',
        '.claude/skills/test/SKILL.md:3:22 shell',
      ],
    },
    {
      title: 'Clients that are started without questions',
      files: {
        '.claude/skills/test/SKILL.md':
          '```bash\nclaude -p "test" --dangerously-skip-permissions\ncodex exec \\\n  --yolo "test"\nnpx @openai/codex exec -s danger-full-access\n```\n\nThen run `agy --dangerously-skip-permissions -p "test"`.\n',
      },
      reports: [
        '.claude/skills/test/SKILL.md:2:18 flag',
        '.claude/skills/test/SKILL.md:4:3 flag',
        '.claude/skills/test/SKILL.md:5:27 flag',
        '.claude/skills/test/SKILL.md:8:15 flag',
      ],
    },
    {
      title: 'Flags that are explained or forbidden',
      files: {
        '.claude/skills/test/SKILL.md':
          '`--yolo` is short for `--dangerously-bypass-approvals-and-sandbox`.\n\nNever run `codex --yolo`.\n\n```bash\n# ❌ no questions asked\nclaude --dangerously-skip-permissions\ngrep -rn -- --yolo .\n```\n\n| `codex --yolo` | off |\n|---|---|\n',
      },
    },
    {
      title: 'The shell as a tool, and what is taken away',
      files: {
        '.claude/skills/test/SKILL.md':
          '---\nname: test\nallowed-tools: Bash, Read(*)\ndisallowed-tools: Bash(*)\n---\n',
      },
    },
  ],

  check(document, report) {
    for (const key of ['allowed-tools', 'tools'])
      for (const { name, args, span } of toolListOf(document, key)?.entries ?? []) {
        if (name === '*') report({ message: 'everything', at: span })
        else if (SHELL.test(name) && args !== undefined && ANY.test(args))
          report({ message: 'shell', at: span, data: { entry: document.text.slice(span.start, span.end) } })
      }
    const mode = document.meta.at('permissionMode')
    if (mode?.value === 'bypassPermissions') report({ message: 'mode', at: mode })
    for (const command of orders(document)) {
      const flag = switchOf(command)
      if (flag && !isDenied(document, flag.span.start))
        report({ message: 'flag', at: flag.span, data: { flag: flag.text } })
    }
  },
})
