import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { isDenied } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'
import { cliMentionsOf } from '../../model/references-cli.ts'

const CLIS = { kettle: ['boil', 'lid open', 'lid close', 'clean'] }

export default defineRule({
  id: 'references/unknown-cli',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  summary: 'Programs are run with commands that they have.',
  why: 'Commands are renamed and removed, texts stay. The run ends with a usage message in the middle of a skill, and the model looks for a way around it.',
  source: { url: 'docs/pack-grammar.md#references', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unknown: {
      text: '“{program}” has no command “{command}”.',
      help: 'Run one of: {known}.',
    },
    misspelt: {
      text: '“{program}” has no command “{command}”.',
      help: 'Write “{meant}”, if that is meant.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/tea.md':
          'Run `kettle boil --to 90`, then `kettle lid open`.\n\n```bash\nkettle clean && kettle lid close\n```\n',
      },
      references: { clis: CLIS },
    },
    {
      files: {
        '.claude/commands/tea.md':
          'Run `kettle boill --to 90`, then `Bash("kettle lid lift now")`.\n\n```bash\nsudo kettle whistle | cat\n```\n',
      },
      references: { clis: CLIS },
      reports: [
        '.claude/commands/tea.md:1:13 misspelt',
        '.claude/commands/tea.md:1:52 unknown',
        '.claude/commands/tea.md:4:13 unknown',
      ],
    },
    {
      title: 'Options, texts, placeholders, prose, what is forbidden, and what follows the last command',
      files: {
        '.claude/commands/tea.md':
          'The kettle sings. Run `kettle --version`, `kettle "two cups"`, `kettle <command>`, `kettle boil water`, `kettle lid open|close`.\n\nNever run `kettle drop`; `my-kettle sing` and `kettle.boil` are others.\n',
      },
      references: { clis: CLIS },
    },
    {
      title: 'Nothing is known of programs that the configuration does not list',
      files: { '.claude/commands/tea.md': 'Run `maestro whistle`.\n' },
    },
  ],

  check(document, report, { references }) {
    for (const [program, lines] of Object.entries(references.clis)) {
      const commands = lines.map(line => line.trim().split(/\s+/))
      for (const { words } of cliMentionsOf(document, program)) {
        const wrong = firstUnknown(words, commands)
        if (!wrong || isDenied(document, wrong.span.start)) continue
        const { at, known, span } = wrong
        const command = excerpt(
          words
            .slice(0, at + 1)
            .map(({ text }) => text)
            .join(' '),
        )
        const meant = nearest(words[at]!.text, known)
        const data = { program, command }
        if (meant) report({ message: 'misspelt', at: span, data: { ...data, meant } })
        else report({ message: 'unknown', at: span, data: { ...data, known: excerpt(known.join(', ')) } })
      }
    }
  },
})

/** The first word of a line that no command has in its place, and the words that stand there instead. */
function firstUnknown(
  words: readonly { text: string; span: { start: number; end: number } }[],
  commands: readonly (readonly string[])[],
) {
  let open = commands
  for (const [at, { text, span }] of words.entries()) {
    const known = [...new Set(open.map(command => command[at]).filter(word => word !== undefined))]
    if (!known.length) return undefined
    if (!known.includes(text)) return { at, span, known }
    open = open.filter(command => command[at] === text)
  }
  return undefined
}
