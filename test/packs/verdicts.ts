/** Findings that were read by a person, with what was seen there. */
export interface Verdict {
  package: string
  rule: string
  /** `path:line` in the package. */
  at: string
  right: boolean
  why: string
}

const SPARC =
  'the commands lie in commands/sparc/, so that Claude Code calls them /sparc:architect and the like; no command has the hyphenated name'

export const read: readonly Verdict[] = [
  {
    package: 'claude-flow@3.43.0',
    rule: 'references/unknown-skill',
    at: '.claude/commands/sparc.md:25',
    right: true,
    why: SPARC,
  },
  {
    package: 'claude-flow@3.43.0',
    rule: 'references/unknown-skill',
    at: '.claude/commands/sparc.md:27',
    right: true,
    why: SPARC,
  },
]

/**
 * Findings that were wrong when they were first seen; each is an example of its rule or a fixture by now.
 *
 * - agentic-qe, pair/commands.md: `/test-gen`, `/test-watch` are commands of the program that the page describes under
 *   headings of their own (references/unknown-skill, example).
 * - ecc-universal, skill-create.md: `/skill-creator analyze` is a comment for a GitHub App whose address is on the line
 *   before (references/unknown-skill, example).
 * - oh-my-claude-sisyphus, commands/skill.md: a command called “skill” was taken for a skill's entry file
 *   (test/model/layout.test.ts).
 * - 272 commands without frontmatter or without a name were errors; Claude Code runs them all, so they are warnings and
 *   infos now (frontmatter/missing, frontmatter/required-keys).
 */
