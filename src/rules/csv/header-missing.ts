import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import type { Row } from '../../model/contract/table.ts'
import { codeSpansOf } from '../../model/contract/text.ts'

export default defineRule({
  id: 'csv/header-missing',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  summary: 'A CSV example of tasks has a header, in its fence or above it.',
  why: 'The first row of a table names its columns. When an agent copies rows without a header, the first task becomes the names, and the id column is not found.',
  source: {
    url: 'https://github.com/openai/codex/pull/10935',
    level: 'MUST',
    verified: '2026-10',
  },
  messages: {
    missing: {
      text: 'The table begins with a row of values; nothing names its columns.',
      help: 'Begin the table with the names of its columns, for example “id,title,wave,status”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Start with spawn_agents_on_csv:\n\n```csv\nid,title,wave,status\n"1","Read","1","pending"\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Start with spawn_agents_on_csv:\n\n```csv\n"1","Read all files.","1","pending"\n"2","List them.","1","pending"\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:1 missing'],
    },
    {
      title: 'The header stands above, in another file of the skill, or in code within the text',
      files: {
        '.codex/skills/a/SKILL.md':
          'Start with spawn_agents_on_csv:\n\n```csv\nid,title,wave,status\n```\n\nWith `--deep` add:\n\n```csv\n"1","Read","1","pending"\n```\n',
        '.codex/skills/b/SKILL.md': 'Start with spawn_agents_on_csv.\n\n```csv\n"1","Read","1","pending"\n```\n',
        '.codex/skills/b/specs/table.md': '```csv\nid,title,wave,status\n```\n',
        '.codex/skills/c/SKILL.md':
          'Start with spawn_agents_on_csv. The header is `id,title,wave,status`:\n\n```csv\n"1","Read","1","pending"\n```\n',
      },
    },
    {
      title: 'Headers in capitals, with holes or cut short',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Start with spawn_agents_on_csv:\n\n```csv\nID,Title,Wave\n```\n\n```csv\nid,<column>,{more}\n```\n\n```csv\nid,title,...\n```\n',
      },
    },
    {
      title: 'A skill that starts no workers shows its own data',
      files: { '.codex/skills/log/SKILL.md': 'A line of the log:\n\n```csv\n2026-10-01,12.5,ok\n```\n' },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { csv } = contractsOf(document)
    const bare = csv.find(({ header, open, rows }) => !header && !open && isData(rows[0]))
    if (!bare) return
    const [, ...others] = companionsOf(document)
    const isNamed =
      csv.some(({ header, open, fence }) => (header || open) && fence.span.start < bare.fence.span.start) ||
      codeSpansOf(document).some(({ text }) => /^[a-z_]\w*(?:,[a-z_]\w*){2,}$/.test(text)) ||
      others.some(other => contractsOf(other).csv.some(({ header, open }) => header || open))
    const startsWorkers = companionsOf(document).some(isAboutWorkers)
    if (startsWorkers && !isNamed) report({ message: 'missing', at: bare.rows[0]!.span })
  },
})

/** Whether a row holds values: a cell that is empty, a number, a sentence; none that stands for others. */
function isData(row: Row | undefined): boolean {
  if (!row || row.cells.length < 2) return false
  const values = row.cells.map(({ value }) => value.trim())
  if (values.some(value => /^(?:[<{#]|\.{3}$|…)/.test(value))) return false
  return values.some(value => value === '' || /^\d/.test(value) || /[\s.!?。]/.test(value.slice(1)))
}

function isAboutWorkers(document: Document): boolean {
  const { uses, merges, filters } = contractsOf(document)
  return uses.some(({ negated }) => !negated) || merges.length > 0 || filters.length > 0
}
