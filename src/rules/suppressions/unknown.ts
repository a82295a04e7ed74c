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
  source: { url: 'README.md#suppressions-and-baseline', level: 'ADVICE', verified: '2026-11' },
  messages: {
    directive: {
      text: '“{written}” is no directive, so the comment does nothing.',
      help: 'Write “maestro-lint-disable”, “maestro-lint-disable-next-line” or “maestro-lint-enable” in small letters, in a comment on one line.',
    },
    reason: {
      text: 'None of “{words}” is a rule.',
      help: 'Write “--” before the reason: “RULE -- why”.',
    },
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
    {
      title: 'Directives that do not exist',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews a change.\n---\n\n<!-- maestro-lint-disable-line hygiene -->\n\n<!-- maestro-lint disable hygiene -->\n',
      },
      reports: ['.claude/skills/review/SKILL.md:6:1 directive', '.claude/skills/review/SKILL.md:8:1 directive'],
    },
    {
      title: 'A comment over several lines, or in capitals; prose about the linter is none',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\n# Maestro-lint runs in CI.\n# MAESTRO-LINT-DISABLE hygiene\nname: review\ndescription: Reviews a change.\n---\n\n<!--\nmaestro-lint-disable hygiene\n-->\n\nText <!-- maestro-lint-disable\nhygiene -->\n\n<!-- maestro-lint-DISABLE hygiene -->\n\n<!--\nmaestro-lint runs in CI.\n-->\n\nWrite `<!-- maestro-lint-disable`.\n',
      },
      reports: [
        '.claude/skills/review/SKILL.md:3:1 directive',
        '.claude/skills/review/SKILL.md:8:1 directive',
        '.claude/skills/review/SKILL.md:12:6 directive',
        '.claude/skills/review/SKILL.md:15:1 directive',
      ],
    },
    {
      title: 'A reason without its dashes',
      files: {
        '.claude/skills/review/SKILL.md':
          '<!-- maestro-lint-disable frontmatter a stub from the installer -->\n\nReads the change.\n',
      },
      reports: ['.claude/skills/review/SKILL.md:1:39 reason'],
    },
  ],

  check({ document, unknown, ruleIds }, report) {
    for (const { kind, span } of document.suppressions)
      if (kind === 'unknown')
        report({
          message: 'directive',
          at: span,
          data: { written: excerpt(document.text.slice(span.start, span.end)) },
        })
    const groups = new Set(ruleIds.map(id => id.split('/')[0]!))
    for (const [index, { id, span, suppression }] of unknown.entries()) {
      // Several words after a name are a reason whose dashes were forgotten.
      const words = unknown.filter(other => other.suppression === suppression)
      if (words.length > 1 && !suppression.reason && words.every(word => !word.id.includes('/'))) {
        const at = { start: span.start, end: words.at(-1)!.span.end }
        if (words[0] === unknown[index])
          report({ message: 'reason', at, data: { words: excerpt(document.text.slice(at.start, at.end)) } })
        continue
      }
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
