import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf, type SpawnUse } from '../../model/contract/spawn.ts'

const REQUIRED = ['csv_path', 'id_column', 'instruction', 'max_runtime_seconds', 'output_csv_path', 'output_schema']

/** Words that lend a call the arguments of another one. */
const INHERITS =
  /\b(?:same|other|remaining|further)\b[^.\n]{0,40}\b(?:arguments?|args|parameters?|options|shape|call)\b|\b(?:as|like)\s+(?:above|before|in (?:the )?(?:wave|call|step|first|previous))|其余|其他参数|同上|与上(?:面|文|述)?相同/i

/** Whether the call, its comments or its line say that the rest is as in another call. */
function inherits({ lines, text }: Document, { whole }: SpawnUse): boolean {
  const first = lines.index(whole.start)
  const last = lines.index(whole.end)
  const around = text.slice(
    lines.starts[Math.max(0, first - 3)],
    lines.span(Math.min(last + 2, lines.starts.length - 1)).end,
  )
  return INHERITS.test(around)
}

export default defineRule({
  id: 'spawn/required-args',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'A call that starts workers from a CSV says everything that decides what they are and what comes back.',
  why: 'What a call leaves out is filled in without a word: rows are named by their number, a worker is stopped after half an hour, the results go to a file whose name nobody knows and have whatever shape each worker likes. The merge that follows reads a file that is not there.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'SHOULD', verified: '2026-10' },
  messages: {
    missing: { text: 'The call does not say {names}.', help: 'Add {names}.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n```javascript\nspawn_agents_on_csv({\n  csv_path: `${dir}/wave-1.csv`, // rows of this wave\n  id_column: "id",\n  instruction: SURVEY_INSTRUCTION,\n  max_concurrency: 4,\n  max_runtime_seconds: 900,\n  output_csv_path: `${dir}/wave-1-results.csv`,\n  output_schema: SURVEY_SCHEMA\n})\n```\n',
      },
    },
    {
      title: 'One finding for each call',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n```\nspawn_agents_on_csv({ csv_path: "wave-1.csv", max_concurrency: 3 })\n```\n\nThen `spawn_agents_on_csv({ csv_path, max_concurrency })`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:1 missing', '.codex/skills/survey/SKILL.md:7:7 missing'],
    },
    {
      title: 'All but one, with shorthand and a sum',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Run `spawn_agents_on_csv({ csv_path, id_column:"id", instruction: ASK + END, max_runtime_seconds: 60, output_csv_path })`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:6 missing'],
    },
    {
      title: 'An ellipsis, prose, a prohibition, and a bare name are no calls',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart with `spawn_agents_on_csv({ max_runtime_seconds: 3600, ... })`, which takes csv_path, max_concurrency.\n\nWorkers do NOT call spawn_agents_on_csv({ csv_path }) (no recursion).\n\nOne agent via spawn_agents_on_csv (max_concurrency: 1). `spawn_agents_on_csv({})` `spawn_agents_on_csv({ ...wave })`\n',
      },
    },
    {
      title: 'A call that takes the rest from another one',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nAll other arguments as in wave 1:\n\n```\nspawn_agents_on_csv({ csv_path: "wave-2.csv", instruction: CHECK_INSTRUCTION })\n```\n\n```\nspawn_agents_on_csv({ csv_path: "wave-3.csv" /* 其余参数同上 */ })\n```\n',
      },
    },
    {
      title: 'A description of the tool at the top of the pack',
      files: {
        '.codex/tools.md': 'Shortest form: `spawn_agents_on_csv({ csv_path, instruction })`.\n',
        '.codex/skills/survey/SKILL.md': '# Survey\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const use of contractsOf(document).uses) {
      if (use.form !== 'call' || use.negated || !use.args?.entries.length) continue
      const missing = REQUIRED.filter(name => !argumentOf(use, name))
      if (!missing.length || inherits(document, use)) continue
      report({ message: 'missing', at: use.span, data: { names: missing.map(name => `“${name}”`).join(', ') } })
    }
  },
})
