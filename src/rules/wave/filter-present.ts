import { defineRule } from '../../core/rule.ts'
import type { Document, Edit } from '../../core/types.ts'
import { toValue } from '../../markdown/literal.ts'
import { taskTablesOf } from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf } from '../../model/contract/scope.ts'
import { argumentOf, type SpawnUse } from '../../model/contract/spawn.ts'

/** Pending rows and a wave in one sentence, in other words than `wave==N`. */
const IN_WORDS =
  /\bpending\b[^.。\n]{0,80}\bwaves?\b|\bwaves?\b[^.。\n]{0,80}\bpending\b|(?:待处理|pending)[^。\n]{0,40}波|波[^。\n]{0,40}(?:待处理|pending)/i

export default defineRule({
  id: 'wave/filter-present',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['skill'],
  platforms: ['codex', 'agents'],
  fixable: 'unsafe',
  summary: 'A skill that starts workers wave by wave says which rows make up a wave.',
  why: 'When nothing says how the rows of a wave are chosen, an agent hands over the whole table: later waves start before the results that they build on exist.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'Workers start from the file of a wave, and nothing says which rows go into it.',
      help: 'Say before the call: “Filter wave==N AND status==pending”, with the file that the rows are written to.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Filter `wave==N AND status=="pending"` into wave-N.csv.\n\n```javascript\nspawn_agents_on_csv({ csv_path: `${dir}/wave-${n}.csv`, instruction: "…" })\n```\n',
      },
    },
    {
      unsafe: true,
      files: {
        '.codex/skills/survey/SKILL.md':
          '1. Start the workers:\n\n   ```javascript\n   spawn_agents_on_csv({ csv_path: "wave-1.csv", instruction: "…" })\n   ```\n\n2. Merge.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:4 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '1. Start the workers:\n\n   Filter the master rows to `wave==N AND status=="pending"` and write them to the file of the wave.\n\n   ```javascript\n   spawn_agents_on_csv({ csv_path: "wave-1.csv", instruction: "…" })\n   ```\n\n2. Merge.\n',
      },
    },
    {
      title: 'A call within a sentence',
      unsafe: true,
      files: {
        '.codex/skills/survey/SKILL.md': 'Read.\r\n\r\nCall `spawn_agents_on_csv({ csv_path: "wave-1.csv" })`.\r\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:7 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Read.\r\n\r\nFilter the master rows to `wave==N AND status=="pending"` and write them to the file of the wave.\r\n\r\nCall `spawn_agents_on_csv({ csv_path: "wave-1.csv" })`.\r\n',
      },
    },
    {
      title: 'A filter in a comment, in other words, or in another file of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '```javascript\nspawn_agents_on_csv({\n  csv_path: `${dir}/wave-${n}.csv`, // only rows where wave==n AND status=="pending"\n})\n```\n',
        '.codex/skills/b/SKILL.md':
          'Write the pending rows of the wave to its file.\n\n`spawn_agents_on_csv({ csv_path: "wave-1.csv" })`\n',
        '.codex/skills/c/SKILL.md':
          '把本波状态为 pending 的行写入文件。\n\n`spawn_agents_on_csv({ csv_path: "wave-1.csv" })`\n',
        '.codex/skills/d/SKILL.md': '`spawn_agents_on_csv({ csv_path: "wave-1.csv" })`\n',
        '.codex/skills/d/specs/waves.md': 'Filter `wave==N AND status=="pending"`.\n',
      },
    },
    {
      title: 'A single wave, a table without waves, the master itself, a call that is forbidden or cut short',
      files: {
        '.codex/skills/a/SKILL.md':
          '```csv\nid,wave,status\n1,1,pending\n2,1,pending\n```\n\n`spawn_agents_on_csv({ csv_path: "wave-1.csv" })`\n',
        '.codex/skills/b/SKILL.md': '`spawn_agents_on_csv({ csv_path: "files.csv" })`\n',
        '.codex/skills/c/SKILL.md': '`spawn_agents_on_csv({ csv_path: "waves/tasks.csv" })`\n',
        '.codex/skills/d/SKILL.md':
          'Do NOT call `spawn_agents_on_csv({ csv_path: "wave-1.csv" })`.\n\n`spawn_agents_on_csv({ csv_path: "wave-1.csv", ... })`\n',
      },
    },
  ],

  check(document, report) {
    const use = contractsOf(document).uses.find(startsWave)
    if (!use) return
    const companions = companionsOf(document)
    const says = companions.some(other => contractsOf(other).filters.length > 0 || IN_WORDS.test(other.text))
    if (says || hasSingleWave(companions)) return
    report({
      message: 'missing',
      at: use.span,
      fix: { title: 'Say which rows make up a wave', safe: false, edits: [sentenceBefore(document, use)] },
    })
  },
})

function startsWave(use: SpawnUse): boolean {
  const path = argumentOf(use, 'csv_path')?.value
  if (use.negated || use.form !== 'call' || path?.kind !== 'string') return false
  const file = String(toValue(path) ?? path.value)
  return /wave/i.test(file) && !/tasks\.csv$/i.test(file)
}

/** Whether all rows that the skill shows belong to one wave. */
function hasSingleWave(companions: readonly Document[]): boolean {
  const waves = companions.flatMap(taskTablesOf).flatMap(({ header, rows }) => {
    const at = header.findIndex(({ value }) => value.trim() === 'wave')
    return at < 0 ? [] : rows.map(({ cells }) => cells[at]?.value.trim() ?? '')
  })
  return waves.length > 0 && new Set(waves).size === 1 && waves[0] !== ''
}

/** The sentence as a paragraph before the fence or the line of a call. */
function sentenceBefore({ path, text, lines, fences }: Document, { span }: SpawnUse): Edit {
  const fence = fences.find(({ body }) => body.start <= span.start && span.start < body.end)
  const line = lines.span(lines.index(fence?.span.start ?? span.start))
  const indent = /^[ \t]*/.exec(text.slice(line.start, line.end))![0]
  const eol = /\r?\n/.exec(text.slice(line.end))?.[0] ?? '\n'
  const sentence = 'Filter the master rows to `wave==N AND status=="pending"` and write them to the file of the wave.'
  return { path, span: { start: line.start, end: line.start }, text: `${indent}${sentence}${eol}${eol}` }
}
