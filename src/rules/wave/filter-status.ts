import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { WaveFilter } from '../../model/contract/filter.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'wave/filter-status',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'A wave takes the rows of its number that are pending, not all of them.',
  why: 'Without the status a run that is resumed does all rows of the wave again: finished work is paid for twice, and its results are overwritten.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'Wave {wave} is filtered by its number alone, so rows that are done run again.',
      help: 'Filter by the status as well: “{fixed}”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Filter `wave==N AND status=="pending"`, then write wave-N.csv.\n\nFilter wave == 2 && status == pending.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Filter wave==1 -> write wave-1.csv.\n\nFilter `wave == 2` from the table.\n\n筛选 wave=3 的行。\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:1:8 missing',
        '.codex/skills/survey/SKILL.md:3:9 missing',
        '.codex/skills/survey/SKILL.md:5:4 missing',
      ],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Filter wave==1 AND status=="pending" -> write wave-1.csv.\n\nFilter `wave == 2 AND status == "pending"` from the table.\n\n筛选 wave=3 AND status="pending" 的行。\n',
      },
    },
    {
      title: 'As another filter of the file is spelt',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Filter `wave==1 && status==pending`.\n\n```javascript\nrun({ path: "wave-2.csv" }) // only rows where wave==2\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:48 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Filter `wave==1 && status==pending`.\n\n```javascript\nrun({ path: "wave-2.csv" }) // only rows where wave==2 && status==pending\n```\n',
      },
    },
    {
      title: 'Inside a quoted text',
      files: { '.codex/skills/survey/SKILL.md': '```javascript\nsay("Filter wave==1 first")\n```\n' },
      reports: ['.codex/skills/survey/SKILL.md:2:13 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md': '```javascript\nsay("Filter wave==1 AND status==\'pending\' first")\n```\n',
      },
    },
    {
      title: 'The status in other words, before the wave or on the next line, another status on purpose',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Filter the pending rows of wave==1.\n\nFilter `status=="pending" AND wave==2`.\n\nFilter `wave==3`\nand `status=="pending"`.\n\n筛选 wave==4 且状态为待处理的行。\n\nFilter `wave==5 AND status=="failed"` for the report.\n',
      },
    },
    {
      title: 'What holds for a wave, what is computed, and code that counts',
      files: {
        '.codex/skills/survey/SKILL.md':
          'For each row with wave==1 show a line. Rows of wave==2 wait for wave==1.\n\n```javascript\nconst rows = all.filter(row => row.wave == n)\nif (row.wave == null) stop()\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { filters } = contractsOf(document)
    const model = filters.find(({ pending, isFilter }) => pending && isFilter)
    for (const filter of filters) {
      if (!filter.isFilter || filter.pending || filter.namesStatus) continue
      const { wavePart, wave } = filter
      const condition = conditionFor(document, filter, model)
      const written = document.text.slice(wavePart.start, wavePart.end)
      const edit = { path: document.path, span: { start: wavePart.end, end: wavePart.end }, text: condition }
      report({
        message: 'missing',
        at: wavePart,
        data: { wave, fixed: (written + condition).replaceAll('"', '') },
        fix: { title: 'Filter by the status as well', safe: true, edits: [edit] },
      })
    }
  },
})

/** What is to be added, spelt as another filter of the document, else as the place itself. */
function conditionFor(document: Document, { wavePart }: WaveFilter, model: WaveFilter | undefined): string {
  const { text, lines } = document
  const known = model && text.slice(model.wavePart.end, model.span.end)
  const [, space = '', equals = '=='] = /(\s*)(={1,3})/.exec(text.slice(wavePart.start, wavePart.end)) ?? []
  const condition = known?.trim() ? known : ` AND status${space}${equals}${space}"pending"`
  const before = text.slice(lines.span(lines.index(wavePart.start)).start, wavePart.start)
  const isInQuotes = (before.match(/"/g)?.length ?? 0) % 2 === 1
  return isInQuotes ? condition.replaceAll('"', "'") : condition
}
