import { defineRule } from '../../core/rule.ts'
import type { Document, Field } from '../../core/types.ts'
import { toolListOf } from '../../model/allowed-tools.ts'

/** Values that say what holds without the key. */
const DEFAULTS: Readonly<Record<string, unknown>> = { 'disable-model-invocation': false, 'user-invocable': true }

const saysNothing = ({ key, value }: Field) => value === null || value === '' || value === DEFAULTS[key]

/** Whether a list of tools keeps its meaning under another key: what stands in parentheses may not. */
const isPlainList = (document: Document, key: string) =>
  toolListOf(document, key)?.entries.every(({ args }) => args === undefined) ?? !key.endsWith('tools')

export default defineRule({
  id: 'platform/ignored-key',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command', 'agent'],
  fixable: 'safe',
  summary: 'The frontmatter has no key that the client ignores although its author counts on it.',
  why: 'Each client reads its own keys and passes over the others in silence. An agent of Claude Code whose tools stand under “allowed-tools” has every tool; a skill of Codex with “disable-model-invocation” is called by the model all the same.',
  source: { url: 'https://code.claude.com/docs/en/sub-agents', level: 'SHOULD', verified: '2026-10' },
  messages: {
    ignored: { text: '{client} ignores “{key}” in this file.', help: '{instead}.' },
    placeholder: {
      text: '{client} fills in no “$ARGUMENTS”: the model reads the word itself.',
      help: 'Write what is meant: “the user’s request”, “the arguments after the name”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/agents/critic.md': '---\nname: critic\ndescription: Criticises.\ntools: Read, Grep\n---\n',
        '.claude/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\ndisable-model-invocation: true\nallowed-tools: Read\n---\n\nDeploy $ARGUMENTS.\n',
      },
    },
    {
      title: 'Agents of Claude Code have “tools”',
      files: {
        '.claude/agents/critic.md':
          '---\nname: critic\ndescription: Criticises.\nallowed-tools:\n  - Read\n  - Grep\n---\n',
      },
      reports: ['.claude/agents/critic.md:4:1 ignored'],
      fixed: {
        '.claude/agents/critic.md': '---\nname: critic\ndescription: Criticises.\ntools:\n  - Read\n  - Grep\n---\n',
      },
    },
    {
      title: 'No fix over a key that is there, and none that is safe for patterns',
      files: {
        '.claude/agents/both.md':
          '---\nname: both\ndescription: Has both.\ntools: Read\nallowed-tools: Read, Grep\n---\n',
        '.claude/agents/git.md': '---\nname: git\ndescription: Reads history.\nallowed-tools: Bash(git log:*)\n---\n',
      },
      reports: ['.claude/agents/both.md:5:1 ignored', '.claude/agents/git.md:4:1 ignored'],
    },
    {
      title: 'Codex reads neither key',
      files: {
        '.codex/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\nallowed-tools: Read\ndisable-model-invocation: true\n---\n',
      },
      reports: ['.codex/skills/deploy/SKILL.md:4:1 ignored', '.codex/skills/deploy/SKILL.md:5:1 ignored'],
    },
    {
      title: 'Keys by which nothing is lost, values that say what holds anyway, a note that Codex does not read',
      files: {
        '.codex/agents/critic.md': '---\nname: critic\ndescription: Criticises.\ntools: Read\n---\n',
        '.codex/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\nargument-hint: "[version]"\nlicense: MIT\ndisable-model-invocation: false\nuser-invocable: true\n---\n\nThe version is $ARGUMENTS.\n',
      },
    },
    {
      title: 'agy has no placeholders',
      files: {
        '.agy/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\n---\n\nDeploy $ARGUMENTS.\n\nThen tag $ARGUMENTS.\n',
      },
      reports: ['.agy/skills/deploy/SKILL.md:6:8 placeholder'],
    },
    {
      title: 'A note that says so, and a shell’s own variable',
      files: {
        '.agy/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\n---\n\nHere `$ARGUMENTS` is not filled in.\n\n```bash\necho "$ARGUMENTS"\n```\n',
      },
    },
  ],

  check(document, report, { platform }) {
    const { meta, path, kind } = document
    // Roles of Codex are TOML files; what it says of their keys does not hold for a Markdown file beside them.
    if (platform.id === 'codex' && kind === 'agent') return
    const keys = platform.frontmatter[kind as 'skill' | 'command' | 'agent']
    for (const field of meta.fields) {
      const known = Object.hasOwn(keys.ignored, field.key) ? keys.ignored[field.key]! : undefined
      if (!known || known.harmless || saysNothing(field)) continue
      const { rename, instead } = known
      const isFree = rename !== undefined && !meta.at(rename) && meta.at(field.key) === field
      const edit = { path, span: field.keySpan, text: rename ?? '' }
      const fix = { title: `Call the key “${rename}”`, safe: isPlainList(document, field.key), edits: [edit] }
      // In a skill the key only spares questions (rules of permission decide); without it nothing is allowed that was not.
      const severity = field.key === 'allowed-tools' && kind !== 'agent' ? 'info' : 'warn'
      const data = { client: platform.title, key: field.key, instead: instead.replace(/\.$/, '') }
      report({ message: 'ignored', at: field.keySpan, data, severity, ...(isFree ? { fix } : {}) })
    }
    if (platform.id !== 'agy' || kind === 'agent') return
    const at = placeholderIn(document)
    if (at) report({ message: 'placeholder', at, data: { client: platform.title }, severity: 'info' })
  },
})

/** The first `$ARGUMENTS` that is put to the model, not explained to it and not a shell's. */
function placeholderIn({ text, meta, fences, lines }: Document) {
  const word = /\$ARGUMENTS\b/g
  word.lastIndex = meta.span.end
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const start = match.index
    const isFenced = fences.some(({ span }) => span.start <= start && start < span.end)
    if (isFenced || /\b(?:not?|never|cannot)\b|n't\b|不|无|没/i.test(lines.text(lines.index(start)))) continue
    return { start, end: start + match[0].length }
  }
  return undefined
}
