import { defineRule } from '../../core/rule.ts'
import type { Document, Fix, Span, Suppression } from '../../core/types.ts'
import { withoutComment, withoutNames } from '../../model/comments.ts'
import { excerpt } from '../../model/excerpt.ts'

const namesOf = ({ rules }: Suppression) => rules.map(({ id }) => id).join(' ')

/** The `enable` that ends a `disable` and nothing else, so that it goes with it: no other may be open before. */
function enableFor({ suppressions }: Document, suppression: Suppression): Suppression | undefined {
  const first = suppressions.findIndex(({ kind }) => kind === 'disable')
  const next = suppressions[first + 1]
  if (suppressions[first] !== suppression || next?.kind !== 'enable') return undefined
  return namesOf(next) === namesOf(suppression) ? next : undefined
}

/** Takes a comment out, with what ends it. */
function removalOf(document: Document, suppression: Suppression): Fix {
  const enable = enableFor(document, suppression)
  const removed = [suppression, ...(enable ? [enable] : [])].map(comment => withoutComment(document, comment))
  return {
    title: 'Remove the comment',
    safe: removed.every(({ safe }) => safe),
    edits: removed.map(({ edit }) => edit),
  }
}

export default defineRule({
  id: 'suppressions/unused',
  scope: 'suppressions',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  fixable: 'safe',
  summary: 'Every suppression hides a finding.',
  why: 'A comment that hides nothing will hide the next fault of its kind, and says of the text that something is wrong with it.',
  source: { url: 'README.md#suppressions-and-baseline', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unused: {
      text: 'The suppression hides nothing.',
      help: 'Remove the comment.',
    },
    name: {
      text: '“{rule}” has nothing to hide here.',
      help: 'Remove the name.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '<!-- maestro-lint-disable frontmatter/missing -- a stub, filled by the installer -->\n\nReads the change.\n',
      },
    },
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews a change.\n---\n\nReads.\n\n<!-- maestro-lint-disable-next-line -->\nThe change.\n',
      },
      reports: ['.claude/skills/review/SKILL.md:8:1 unused'],
      fixed: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews a change.\n---\n\nReads.\n\nThe change.\n',
      },
    },
    {
      title: 'One name of several',
      files: {
        '.claude/skills/review/SKILL.md':
          '<!-- maestro-lint-disable hygiene/bom, frontmatter/missing, frontmatter/duplicate-key -- a stub -->\n\nReads the change.\n',
      },
      reports: ['.claude/skills/review/SKILL.md:1:27 name', '.claude/skills/review/SKILL.md:1:61 name'],
      fixed: {
        '.claude/skills/review/SKILL.md':
          '<!-- maestro-lint-disable frontmatter/missing -- a stub -->\n\nReads the change.\n',
      },
    },
    {
      title: 'Quoted in code, and explained in a fence',
      files: {
        '.claude/skills/review/notes.md':
          'Write `<!-- maestro-lint-disable hygiene/bom -->`, or:\n\n```markdown\n<!-- maestro-lint-disable -->\n```\n',
      },
    },
  ],

  check({ document, unused }, report) {
    const names = new Map<Suppression, { id?: string; span: Span }[]>()
    for (const item of unused) names.set(item.suppression, [...(names.get(item.suppression) ?? []), item])
    for (const [suppression, items] of names) {
      if (items.length >= suppression.rules.length) {
        report({ message: 'unused', at: suppression, fix: removalOf(document, suppression) })
        continue
      }
      // One edit for all names: two would leave a comment without names, which suppresses everything.
      const gone = new Set(items.map(({ id = '' }) => id))
      const edits = [withoutNames(document, suppression, gone)]
      const fix = { title: 'Remove the names that hide nothing', safe: true, edits }
      for (const { id = '', span } of items) report({ message: 'name', at: span, data: { rule: excerpt(id) }, fix })
    }
  },
})
