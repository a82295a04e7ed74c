import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { toolListOf } from '../../model/allowed-tools.ts'
import { commandsOf, programOf, shellCodeOf } from '../../model/commands.ts'
import { isDenied } from '../../model/examples.ts'

const NAMES = ['ccw', 'mcp__ccw-tools']

const quoted = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a tool is a name or belongs to a server of that name. */
const isOf = (tool: string, name: string) => tool === name || tool.startsWith(`${name}__`)

/** The tools that a frontmatter grants. */
function granted(document: Document, names: readonly string[]): Span[] {
  const lists = ['allowed-tools', 'tools'].flatMap(key => toolListOf(document, key) ?? [])
  return lists.flatMap(({ entries }) =>
    entries
      .filter(({ name, args }) =>
        names.some(
          own => isOf(name, own) || (name === 'Bash' && new RegExp(`^${quoted(own)}(?![\\w-])`).test(args ?? '')),
        ),
      )
      .map(({ span }) => span),
  )
}

/** Names in code: a tool of a server anywhere, a program where a command begins. */
function used(document: Document, names: readonly string[]): Span[] {
  const { text, fences } = document
  const found: Span[] = []
  const isServer = (name: string) => name.includes('__')
  const search = (span: Span, pattern: RegExp) => {
    for (const match of text.slice(span.start, span.end).matchAll(pattern)) {
      const start = span.start + match.index + match[1]!.length
      found.push({ start, end: start + match[2]!.length })
    }
  }
  const patternsOf = (list: readonly string[], before: string, after: string) =>
    list.length ? [new RegExp(`(${before})((?:${list.map(quoted).join('|')})${after})`, 'gm')] : []
  const servers = patternsOf(names.filter(isServer), '(?<![\\w.@/-])', '(?:__[\\w*]+)?(?![\\w-])')
  const programs = names.filter(name => !isServer(name))
  const whole = patternsOf(programs, '^', '(?=$|[ ({])')
  const strings = patternsOf(programs, '["\'`]', '(?= )')

  const mentions = new RegExp(programs.map(quoted).join('|') || '(?!)')
  for (const { pipelines } of shellCodeOf(document, mentions))
    for (const { command } of commandsOf(pipelines)) {
      const program = programOf(command)
      if (program && programs.includes(program.name)) found.push(program.word.span)
    }
  for (const { body } of fences) for (const pattern of [...servers, ...strings]) search(body, pattern)
  visit(document.tree, 'inlineCode', node => {
    const span = spanOfNode(node)
    const marks = /^`+ ?/.exec(text.slice(span.start, span.end))?.[0].length ?? 0
    const inside = { start: span.start + marks, end: span.end - marks }
    for (const pattern of [...servers, ...strings, ...whole]) search(inside, pattern)
  })
  return found
}

export default defineRule({
  id: 'hygiene/internal-tool-name',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  summary: 'A published skill does not call tools that only its authors have.',
  why: 'Whoever installs the skill has no such program or server: the step fails, and a grant in the frontmatter grants nothing. Skills that explain the tool in prose are not meant.',
  source: { url: 'docs/pack-grammar.md#files', level: 'ADVICE', verified: '2026-11' },
  messages: {
    internal: {
      text: '“{name}” is a tool of the authors’ own, which others do not have.',
      help: 'Name a tool that every client has, or say that the step is optional; the option “names” lists what counts as internal.',
    },
  },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      names: {
        description: 'Programs, and MCP servers with their prefix (`mcp__server`).',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        default: NAMES,
      },
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\nallowed-tools: Read, Bash(git diff:*)\n---\n\nRun `git diff`.\n',
      },
    },
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\nallowed-tools: Read, mcp__ccw-tools__edit_file, Bash(ccw:*)\n---\n\nRun `ccw cli -p "review"`, then `mcp__ccw-tools__read_file(x)`.\n\n```bash\ngit diff | ccw ask\n```\n\n```js\nBash({ command: "ccw issue list" })\n```\n',
      },
      reports: [
        '.claude/skills/review/SKILL.md:3:22 internal',
        '.claude/skills/review/SKILL.md:3:49 internal',
        '.claude/skills/review/SKILL.md:6:6 internal',
        '.claude/skills/review/SKILL.md:6:34 internal',
        '.claude/skills/review/SKILL.md:9:12 internal',
        '.claude/skills/review/SKILL.md:13:18 internal',
      ],
    },
    {
      title: 'Prose, paths, other words, and a ban',
      files: {
        '.claude/skills/review/SKILL.md':
          '# Review\n\nThe ccw project keeps `.ccw/specs` and `~/.ccw`; `ccwrap x` is another tool. Do not call `ccw`.\n\n```bash\ncat .ccw/specs # ccw reads it too\n```\n',
      },
    },
    {
      title: 'Other names',
      files: { '.claude/skills/review/SKILL.md': '# Review\n\nRun `acme review`, or `ccw review`.\n' },
      options: { names: ['acme'] },
      reports: ['.claude/skills/review/SKILL.md:3:6 internal'],
    },
  ],

  check(document, report, { options }) {
    const names = (options['names'] as readonly string[] | undefined) ?? NAMES
    if (!names.some(name => document.text.includes(name))) return
    const places = [...granted(document, names), ...used(document, names)]
    const seen = new Set<number>()
    for (const span of places.sort((a, b) => a.start - b.start)) {
      if (seen.has(span.start) || isDenied(document, span.start)) continue
      seen.add(span.start)
      report({ message: 'internal', at: span, data: { name: document.text.slice(span.start, span.end) } })
    }
  },
})
