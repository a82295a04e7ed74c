import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { excerpt } from '../../model/excerpt.ts'

/** The one name that was meant; `undefined` where none is near, or two are. */
function meant(name: string, known: readonly string[]): string | undefined {
  const best = nearest(name, known)
  const other =
    best === undefined
      ? undefined
      : nearest(
          name,
          known.filter(id => id !== best),
        )
  return other === undefined ? best : undefined
}

export default defineRule({
  id: 'suppressions/unknown',
  scope: 'suppressions',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  fixable: 'unsafe',
  summary: 'Suppressions name rules or groups that exist.',
  why: 'A misspelt name hides nothing, and the author believes that the finding was accepted.',
  messages: {
    unknown: {
      text: 'There is no rule “{name}”.',
      help: 'Write an id that “--list-rules” shows, or a group such as “hygiene”.',
    },
    misspelt: {
      text: 'There is no rule “{name}”.',
      help: 'Write “{near}”, if that was meant.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '<!-- maestro-lint-disable frontmatter -- a stub, filled by the installer -->\n\nReads the change.\n',
      },
    },
    {
      files: {
        '.claude/skills/review/SKILL.md': '<!-- maestro-lint-disable hygiene/hiden-unicode -->\n\nReads the change.\n',
      },
      reports: ['.claude/skills/review/SKILL.md:1:27 misspelt'],
      fixed: {
        '.claude/skills/review/SKILL.md': '<!-- maestro-lint-disable hygiene/hidden-unicode -->\n\nReads the change.\n',
      },
      unsafe: true,
    },
    {
      title: 'A rule of another linter, in the frontmatter',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\n# maestro-lint-disable-next-line no-such-rule-at-all\nname: review\ndescription: Reviews a change.\n---\n',
      },
      reports: ['.claude/skills/review/SKILL.md:2:34 unknown'],
    },
  ],

  check({ document, unknown, ruleIds }, report) {
    const groups = new Set(ruleIds.map(id => id.split('/')[0]!))
    for (const { id, span } of unknown) {
      const near = meant(id, [...ruleIds, ...groups])
      const name = excerpt(id)
      if (near === undefined) report({ message: 'unknown', at: span, data: { name } })
      else
        report({
          message: 'misspelt',
          at: span,
          data: { name, near },
          fix: { title: `Write ${near}`, safe: false, edits: [{ path: document.path, span, text: near }] },
        })
    }
  },
})
