import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { isDenied } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'

/** Hidden folders at home that packs live in. */
const DIRS = '\\.(?:maestro|claude|codex|agy|agents|gemini)(?![\\w-])'

/** A path behind a placeholder: `<project>/.claude/skills/x`, with its holes. */
const PLACE = '(?:<[\\w -]{1,40}>|\\{[\\w -]{1,40}\\}|\\$\\w{1,40}|\\.)'
const PATH = '[\\w./<>{}*$@+-]'

/** What path rewriting leaves, from the `~` on. */
const SHAPES = {
  half: new RegExp(`~(?<gap>[ \\t]+(?:or|或|或者)[ \\t]+)(?<place>${PLACE})(?<rest>/${PATH}*)?`, 'y'),
  doubled: new RegExp(`~/(?:${DIRS}/)?@?(?=~/\\.)`, 'y'),
  unslashed: new RegExp(`~(?=${DIRS}/)`, 'y'),
  spaced: new RegExp(`~[ \\t]+/(?=${DIRS}/)|~/[ \\t]+(?=${DIRS}/)`, 'y'),
  slashes: new RegExp(`~(?:/{2,}(?=${DIRS})|/${DIRS}(?:/[\\w.-]+)*//+(?=[\\w.]))`, 'y'),
}

interface Mangled {
  span: Span
  /** What was there, where that is plain. */
  text?: string
}

function mangledAt({ text }: Document, start: number): Mangled | undefined {
  const before = text[start - 1] ?? ''
  if (/[\w~/]/.test(before)) return undefined
  const read = (shape: keyof typeof SHAPES) => {
    SHAPES[shape].lastIndex = start
    return SHAPES[shape].exec(text)
  }
  const spanOf = (match: RegExpExecArray) => ({ start, end: start + match[0].length })
  const half = read('half')
  if (half) {
    const { gap = '', place = '', rest = '' } = half.groups!
    // “~ or $HOME” is a sentence on homes; what was cut out leaves two blanks, or one side without its path.
    if (rest.length < 2 && !/[ \t]{2}/.test(gap)) return undefined
    const path = rest.replace(/[.,]+$/, '')
    // Where a call takes one path, two are no repair.
    const plain =
      new RegExp(`^/${DIRS}(?:/|$)`).test(path) && !/\(\s*["'`]$/.test(text.slice(Math.max(0, start - 4), start))
    const end = start + half[0].length - (rest.length - path.length)
    return { span: { start, end }, ...(plain ? { text: `~${path}${gap.replace(/[ \t]+/g, ' ')}${place}${path}` } : {}) }
  }
  const doubled = read('doubled')
  if (doubled) return { span: spanOf(doubled), text: '' }
  const unslashed = read('unslashed')
  if (unslashed) return { span: spanOf(unslashed), text: '~/' }
  const spaced = read('spaced')
  if (spaced) return { span: spanOf(spaced), text: '~/' }
  const slashes = read('slashes')
  return slashes ? { span: spanOf(slashes), text: slashes[0].replace(/\/{2,}/g, '/') } : undefined
}

export default defineRule({
  id: 'references/mangled-path',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'No path is left half rewritten.',
  why: 'Converters that rewrite folders of clients by pattern cut paths in two (`~  or <project>/…`). The model gets a home folder where a file was meant, and no tool complains.',
  source: { url: 'docs/pack-grammar.md#references', level: 'ADVICE', verified: '2026-11' },
  messages: {
    mangled: {
      text: '“{path}” is a path that lost a part.',
      help: 'Write the whole path on both sides, or the one that is meant.',
    },
    doubled: {
      text: '“{path}” is a path with a part too much, or a slash too few.',
      help: 'Write “{meant}” there.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/brew/SKILL.md':
          '---\nname: brew\ndescription: Brews tea.\n---\n\nRead `~/.claude/skills/brew/tea.md` or `<project>/.claude/skills/brew/tea.md`. Home is ~ or $HOME, about ~ 5 or more cups.\n',
      },
    },
    {
      files: {
        '.claude/skills/brew/SKILL.md':
          '---\nname: brew\ndescription: Brews tea.\n---\n\n```\nrole_spec: ~  or <project>/.claude/skills/brew/roles/<role>/role.md\n```\n\n根目录：`~ 或 <project>/.claude/skills/brew`。 Look in ~  or <project>.\n',
      },
      reports: [
        '.claude/skills/brew/SKILL.md:7:12 mangled',
        '.claude/skills/brew/SKILL.md:10:6 mangled',
        '.claude/skills/brew/SKILL.md:10:50 mangled',
      ],
      fixed: {
        '.claude/skills/brew/SKILL.md':
          '---\nname: brew\ndescription: Brews tea.\n---\n\n```\nrole_spec: ~/.claude/skills/brew/roles/<role>/role.md or <project>/.claude/skills/brew/roles/<role>/role.md\n```\n\n根目录：`~/.claude/skills/brew 或 <project>/.claude/skills/brew`。 Look in ~  or <project>.\n',
      },
    },
    {
      title: 'Doubled homes, lost and doubled slashes, blanks',
      files: {
        '.codex/skills/brew/SKILL.md':
          '@~/.maestro/~/.maestro/workflows/tea.md\n\n`~.maestro/a.md`, `~ /.codex/b.md`, `~//.maestro/c.md`, `~/.maestro/workflows//d.md`\n',
      },
      reports: [
        '.codex/skills/brew/SKILL.md:1:2 doubled',
        '.codex/skills/brew/SKILL.md:3:2 doubled',
        '.codex/skills/brew/SKILL.md:3:20 doubled',
        '.codex/skills/brew/SKILL.md:3:38 doubled',
        '.codex/skills/brew/SKILL.md:3:58 doubled',
      ],
      fixed: {
        '.codex/skills/brew/SKILL.md':
          '@~/.maestro/workflows/tea.md\n\n`~/.maestro/a.md`, `~/.codex/b.md`, `~/.maestro/c.md`, `~/.maestro/workflows/d.md`\n',
      },
    },
    {
      title: 'In a call and in a cell of a table',
      files: {
        '.codex/skills/brew/SKILL.md':
          '```js\nspawn({ instruction: Read("~  or <project>/.codex/skills/brew/tea.md") })\n```\n\n| Role | File |\n|---|---|\n| pourer | `~  or <project>/.codex/skills/brew/pour.md` |\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:2:28 mangled', '.codex/skills/brew/SKILL.md:7:13 mangled'],
      fixed: {
        '.codex/skills/brew/SKILL.md':
          '```js\nspawn({ instruction: Read("~  or <project>/.codex/skills/brew/tea.md") })\n```\n\n| Role | File |\n|---|---|\n| pourer | `~/.codex/skills/brew/pour.md or <project>/.codex/skills/brew/pour.md` |\n',
      },
    },
    {
      title: 'Where the fault is shown as one',
      files: { '.codex/skills/brew/SKILL.md': 'Never write `~  or <project>/.codex/skills/brew`.\n' },
    },
  ],

  check(document, report) {
    const { text, path, meta, kind } = document
    if (kind === 'data') return
    for (let at = text.indexOf('~', meta.span.end); at >= 0; at = text.indexOf('~', at + 1)) {
      const mangled = mangledAt(document, at)
      if (!mangled || isDenied(document, at)) continue
      const { span, text: meant } = mangled
      const written = text.slice(span.start, span.end)
      const isHalf = /^~[ \t]+\w|^~[ \t]+或/.test(written)
      const fix =
        meant === undefined
          ? {}
          : { fix: { title: 'Write the path in full', safe: true, edits: [{ path, span, text: meant }] } }
      if (isHalf) report({ message: 'mangled', at: span, data: { path: excerpt(written) }, ...fix })
      else
        report({
          message: 'doubled',
          at: span,
          data: { path: excerpt(written), meant: excerpt(meant || '~/') },
          ...fix,
        })
    }
  },
})
