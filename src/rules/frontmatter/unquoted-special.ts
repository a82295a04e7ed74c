import { defineRule } from '../../core/rule.ts'
import { meantText, needsQuotes, quoteScalar } from '../../core/scalar.ts'
import { entriesOf, faultsInOrder, isBroken, trustedFields } from '../../model/entries.ts'

/** Keys whose value is running text. */
const TEXT_KEYS = ['argument-hint', 'description', 'invocation-note', 'output_tag']

export default defineRule({
  id: 'frontmatter/unquoted-special',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'agent', 'role'],
  fixable: 'safe',
  summary: 'Text in frontmatter that means something to YAML is quoted.',
  why: 'YAML gives “ #”, “&”, “!” and “*” a meaning: what follows is a comment, an anchor, a tag or an alias. The block stays valid, and the client reads a text that is shorter than the one in the file. Values that break the block belong to `frontmatter/yaml-invalid`, lists and mappings to `frontmatter/scalar-type`.',
  source: { url: 'https://yaml.org/spec/1.2.2/', level: 'MUST', verified: '2026-08' },
  messages: {
    cut: {
      text: 'YAML reads “{key}” only up to “#”.',
      help: 'Put the value in quotes, or set the comment on a line of its own.',
    },
    property: {
      text: 'YAML takes the beginning of “{key}” for {what}, which is no part of the value.',
      help: 'Put the value in quotes.',
    },
    key: {
      text: 'YAML takes the brackets of “{key}” for a key, so their text and the rest part.',
      help: 'Put the value in quotes.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/triage/SKILL.md':
          '---\nname: triage\ndescription: "Sorts #bug reports: all"\nargument-hint: \'[#id] &c\' # one id\ninvocation-note: Used in C# and F#, see a#b, x&y\noutput_tag: # none\n---\n',
      },
    },
    {
      title: 'Lists are legal where lists are meant; a block scalar needs no quotes',
      files: {
        '.claude/skills/team/SKILL.md': '---\nname: team\ndescription: >-\n  Fixes #12\nallowed-tools: [Read]\n---\n',
        '.claude/skills/team/roles/dev/role.md':
          '---\nrole: dev\nmessage_types: [done]\nadditional_prefixes: [DEV, FIX] # both\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/fix.md':
          '---\nname: fix\ndescription: 修复 issue #12 and “#13”\nargument-hint: &id <issue>\n---\n',
      },
      reports: ['.claude/commands/fix.md:3:23 cut', '.claude/commands/fix.md:4:16 property'],
      fixed: {
        '.claude/commands/fix.md':
          '---\nname: fix\ndescription: "修复 issue #12 and “#13”"\nargument-hint: "&id <issue>"\n---\n',
      },
    },
    {
      title: 'A space after “#”: a comment or text, an author has to say',
      files: { '.codex/skills/x/SKILL.md': '---\r\nname: x\r\ndescription: Reads # of rows\r\n---\r\n' },
      reports: ['.codex/skills/x/SKILL.md:3:20 cut'],
      unsafe: true,
      fixed: { '.codex/skills/x/SKILL.md': '---\r\nname: x\r\ndescription: "Reads # of rows"\r\n---\r\n' },
    },
    {
      title: 'Brackets as a key',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [id]: the issue\ndescription: Does x.\n---\n' },
      reports: ['.agy/skills/x/SKILL.md:3:16 key'],
      fixed: {
        '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: "[id]: the issue"\ndescription: Does x.\n---\n',
      },
    },
    {
      title: 'What breaks the block is reported there',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [a] [b] #c\ndescription: *bold*\n---\n' },
    },
  ],

  check(document, report) {
    const { meta, lines, path } = document
    if (meta.state !== 'closed') return
    const faultLines = new Set(faultsInOrder(meta).map(({ span }) => lines.index(span.start)))
    const trusted = trustedFields(document)
    for (const entry of entriesOf(document)) {
      const { key, raw, span } = entry
      if (!entry.isTop || !entry.isOneLine || !TEXT_KEYS.includes(key)) continue
      if (meta.faults.length && (isBroken(entry) || faultLines.has(entry.line))) continue
      const misreading = needsQuotes(raw)
      if (misreading === undefined || misreading === 'collection' || misreading === 'type') continue
      // Of a value that is no text at all `scalar-type` speaks, of a description that is missing `required-keys`.
      const value = trusted.find(field => field.key === key)?.value
      if (value !== undefined && value !== null && typeof value !== 'string' && !isBroken(entry)) continue
      if (key === 'description' && (value === null || value === '') && !meta.faults.length) continue

      const quoted = (text: string, safe: boolean) => {
        const edits = [{ path, span: { start: span.start, end: span.start + text.length }, text: quoteScalar(text) }]
        return { fix: { title: 'Put the value in quotes', safe, edits } }
      }
      const meant = meantText(raw)?.text ?? raw
      if (misreading === 'comment') {
        const mark = /(?:^|[ \t])#/.exec(raw)!
        const at = { start: span.start + mark.index + mark[0].length - 1, end: span.end }
        // “#12” is text; what follows “# ” may well be a comment.
        const isText = /^#\S/.test(raw.slice(at.start - span.start))
        if (mark.index === 0 && !isText) continue
        if (isText) report({ message: 'cut', at, data: { key }, ...quoted(meant, true) })
        else report({ message: 'cut', at, data: { key }, severity: 'warn', ...quoted(raw, false) })
      } else if (misreading === 'property') {
        // An alias that resolves and a type written out are meant.
        if (/^(?:\*|!!(?:str|int|float|bool|null)(?![\w-]))/.test(raw)) continue
        const what = raw.startsWith('&') ? 'an anchor' : 'a tag'
        report({ message: 'property', at: entry, data: { key, what }, ...quoted(meant, true) })
      } else report({ message: 'key', at: entry, data: { key }, ...quoted(meant, true) })
    }
  },
})
