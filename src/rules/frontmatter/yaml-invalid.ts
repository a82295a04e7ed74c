import { defineRule } from '../../core/rule.ts'
import { type Misreading, meantText, needsQuotes, quoteScalar } from '../../core/scalar.ts'
import type { Fix } from '../../core/types.ts'
import { type Entry, entriesOf, faultsInOrder, isBroken, isEmptyBlock } from '../../model/entries.ts'
import { excerpt } from '../../model/excerpt.ts'

const CAUSES: Readonly<Partial<Record<Misreading, string>>> = {
  colon: 'a colon with a space after it begins a mapping',
  start: 'it begins with a character that plain text cannot begin with',
  open: 'a quote or bracket does not close',
  rest: 'text follows the closing quote or bracket',
  escape: 'a backslash in double quotes begins no escape',
}

/** Keys whose value is text even where it begins with a bracket. */
const TEXT_KEY = /^(?:name|description|argument-hint|invocation-note|output_tag|when_to_use|compatibility)$/

/** A safe fix where it is clear which text the author meant. */
function quoting(entry: Entry, path: string): { fix?: Fix } {
  const meant = meantText(entry.raw)
  if (!meant || (/^[[{]/.test(entry.raw) && !TEXT_KEY.test(entry.key))) return {}
  const { start } = entry.span
  const edit = { path, span: { start, end: start + meant.length }, text: quoteScalar(meant.text) }
  return { fix: { title: 'Put the value in quotes', safe: true, edits: [edit] } }
}

/** The reader's reason in plain words, without what it quotes from the text. */
function inShort(reason: string): string {
  if (reason.startsWith('Nested')) return CAUSES.colon!
  if (reason.startsWith('Implicit')) return 'this line is not a key, a colon, a space and a value'
  return (reason.charAt(0).toLowerCase() + reason.slice(1)).replace(/["']quote/, 'quote').replace(/[:"].*$/s, '')
}

export default defineRule({
  id: 'frontmatter/yaml-invalid',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent', 'role'],
  fixable: 'safe',
  summary: 'The frontmatter is a YAML mapping that every client can read.',
  why: 'One broken line costs the whole block. Codex and Antigravity leave such a skill out without a word. Claude Code keeps it but drops all of its keys, which is a matter of security: “disable-model-invocation”, “disallowed-tools” and every other restriction are gone too, while the name comes from the folder and the description from the first line of the text.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    value: {
      text: 'The value of “{key}” makes the frontmatter invalid YAML: {cause}.',
      help: 'Put the whole value in quotes; until then clients drop every key, restrictions included.',
    },
    tab: {
      text: 'The frontmatter is invalid YAML: a tab indents this line.',
      help: 'Indent with spaces; until then clients drop every key, restrictions included.',
    },
    aliases: {
      text: 'The frontmatter repeats one value through so many aliases that readers refuse it.',
      help: 'Write the values out, without “*” aliases.',
    },
    invalid: {
      text: 'The frontmatter is invalid YAML: {reason}.',
      help: 'Write “key: value” lines, long text as a block after “>-”; until then clients drop every key.',
    },
    'not-mapping': {
      text: 'The frontmatter is not a mapping of keys to values.',
      help: 'Write one “key: value” on each line.',
    },
    empty: {
      text: 'The frontmatter holds no key.',
      help: 'Write the keys of a {kind} between the two lines of “---”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: "Reviews: one change"\nallowed-tools: [Read]\nmetadata:\n  note: |\n    ---\n    as: text\n---\n',
        '.claude/skills/team/specs/table.md': '---\nA: rule: of dashes\n---\n',
      },
    },
    {
      title: 'Two broken lines, quoted as they stand',
      files: {
        '.agy/skills/retro/SKILL.md':
          '---\nname: retro\ndescription: 复盘：three lenses: git, plan\nargument-hint: [--lens git|plan] [--days N]  # optional\n---\n',
      },
      reports: ['.agy/skills/retro/SKILL.md:3:14 value', '.agy/skills/retro/SKILL.md:4:16 value'],
      fixed: {
        '.agy/skills/retro/SKILL.md':
          '---\nname: retro\ndescription: "复盘：three lenses: git, plan"\nargument-hint: "[--lens git|plan] [--days N]"  # optional\n---\n',
      },
    },
    {
      title: 'A byte order mark and CR LF stay as they are',
      files: { '.claude/commands/plan.md': '\uFEFF---\r\nname: plan\r\ndescription: @team plans\r\n---\r\n' },
      reports: ['.claude/commands/plan.md:3:14 value'],
      fixed: { '.claude/commands/plan.md': '\uFEFF---\r\nname: plan\r\ndescription: "@team plans"\r\n---\r\n' },
    },
    {
      title: 'Quotes within quotes of the same kind',
      files: {
        '.claude/agents/a.md': '---\nname: a\ndescription: \'Don\'t ask\'\nmetadata:\n  say: "be "brief" now"\n---\n',
      },
      reports: ['.claude/agents/a.md:3:14 value', '.claude/agents/a.md:5:8 value'],
      fixed: {
        '.claude/agents/a.md': '---\nname: a\ndescription: Don\'t ask\nmetadata:\n  say: be "brief" now\n---\n',
      },
    },
    {
      title: 'Not clear what was meant: no fix',
      files: {
        '.claude/skills/x/SKILL.md': '---\nname: x\ndescription: "Never closed\nallowed-tools: [Read] [Bash]\n---\n',
      },
      reports: ['.claude/skills/x/SKILL.md:3:14 value', '.claude/skills/x/SKILL.md:4:16 value'],
    },
    {
      title: 'The reader alone sees it',
      files: {
        '.claude/skills/x/SKILL.md': '---\nname: x\nargument-hint: [task [name]]\ndescription: *bold*\n---\n',
        '.claude/skills/y/SKILL.md': '---\nname: y\nallowed-tools:\n  - @all\n  - Read\ndescription: Does y.\n---\n',
      },
      reports: ['.claude/skills/x/SKILL.md:3:16 value', '.claude/skills/y/SKILL.md:4:5 value'],
      fixed: {
        '.claude/skills/x/SKILL.md': '---\nname: x\nargument-hint: "[task [name]]"\ndescription: "*bold*"\n---\n',
        '.claude/skills/y/SKILL.md': '---\nname: y\nallowed-tools:\n  - "@all"\n  - Read\ndescription: Does y.\n---\n',
      },
    },
    {
      title: 'No space after the colon, text over two lines, a tab',
      files: {
        '.codex/skills/x/SKILL.md': '---\nname:x\ndescription: Does x.\n---\n',
        '.codex/skills/y/SKILL.md': '---\nname: y\ndescription: Does y\n  in order: one, two\n---\n',
        '.codex/skills/z/SKILL.md': '---\nname: z\nmetadata:\n\tgroup: a\ndescription: Does z.\n---\n',
      },
      reports: [
        '.codex/skills/x/SKILL.md:2:1 invalid',
        '.codex/skills/y/SKILL.md:3:14 invalid',
        '.codex/skills/z/SKILL.md:4:1 tab',
      ],
    },
    {
      files: {
        '.claude/skills/x/SKILL.md':
          '---\nname: x\ndescription: Does x.\na: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c]\n---\n',
      },
      reports: ['.claude/skills/x/SKILL.md:7:4 aliases'],
    },
    {
      title: 'An empty block is one only where keys are needed; a coordinator needs none',
      files: {
        '.agy/skills/team/SKILL.md': '---\n---\n\n# Team\n',
        '.agy/skills/team/roles/coordinator/role.md': '---\n---\n',
        '.agy/skills/team/roles/writer/role.md': '---\n# none\n---\n',
        '.agy/skills/list/SKILL.md': '---\n- name\n- description\n---\n',
      },
      reports: [
        '.agy/skills/list/SKILL.md:2:1 not-mapping',
        '.agy/skills/team/SKILL.md:2:1 empty',
        '.agy/skills/team/roles/writer/role.md:3:1 empty',
      ],
    },
  ],

  check(document, report) {
    const { meta, kind, path, lines } = document
    if (meta.state !== 'closed') return
    const [fault] = faultsInOrder(meta)
    if (!fault) {
      if (meta.isMap) return
      if (!isEmptyBlock(document))
        return report({ message: 'not-mapping', at: lines.span(lines.index(meta.body.start)) })
      // Of a command or an agent `required-keys` speaks; a coordinator may do without a block.
      if (kind === 'command' || kind === 'agent' || /\/coordinator\/role\.md$/i.test(path)) return
      return report({ message: 'empty', at: { start: meta.span.end - 3, end: meta.span.end }, data: { kind } })
    }

    const entries = entriesOf(document)
    const broken = entries.filter(isBroken)
    const line = lines.index(fault.span.start)
    const home = entries.find(entry => entry.line === line)
    const isBomb = fault.reason.startsWith('Excessive alias')
    // What the reader says of lines after a broken one is an echo of that.
    if (!broken.some(entry => entry.line <= line)) {
      if (home?.raw && home.isOneLine && fault.span.start >= home.span.start && !isBomb) broken.unshift(home)
      else if (isBomb) report({ message: 'aliases', at: fault })
      else if (fault.reason.startsWith('Tabs are not')) report({ message: 'tab', at: fault })
      else report({ message: 'invalid', at: fault, data: { reason: inShort(fault.reason) } })
    }
    for (const entry of broken) {
      const cause = CAUSES[needsQuotes(entry.raw) ?? 'type'] ?? 'YAML takes it for more than text'
      const owner = entry.key ? entry : entries.findLast(other => other.key && !other.raw && other.line < entry.line)
      report({ message: 'value', at: entry, data: { key: excerpt(owner?.key ?? '-'), cause }, ...quoting(entry, path) })
    }
  },
})
