import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { FAN_OUT } from '../../model/contract/spawn.ts'
import { excerpt } from '../../model/excerpt.ts'

/** What authors take for arguments, and what does it instead. */
const NEVER: Readonly<Record<string, string>> = {
  model: 'Remove it: workers run with the session’s model',
  reasoning_effort: 'Remove it: workers run with the session’s effort',
  agent_type: 'Say in the instruction what kind of worker it is',
  instruction_path: 'Put the text itself into “instruction”',
}

export default defineRule({
  id: 'spawn/unknown-arg',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'A call that starts workers from a CSV has no argument that the tool never had.',
  why: 'The tool’s schema is closed: a call with an argument that it does not know is refused, and no worker starts. “model”, “agent_type”, “reasoning_effort” and “instruction_path” were wished for and never came.',
  source: { url: 'https://github.com/openai/codex/issues/22639', level: 'MUST', verified: '2026-10' },
  messages: {
    never: { text: '“{name}” was never an argument of spawn_agents_on_csv.', help: '{instead}.' },
    misspelt: {
      text: 'spawn_agents_on_csv has no argument “{name}”.',
      help: 'Write “{wanted}”, if that is what is meant.',
    },
    unknown: { text: 'spawn_agents_on_csv has no argument “{name}”.', help: 'Remove it. Arguments are {known}.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```javascript\nspawn_agents_on_csv({\n  csv_path, id_column: "id", "instruction": ASK, max_workers: 2, max_concurrency: 2,\n  max_runtime_seconds: 60, output_csv_path, output_schema: { type: "object", model: {} }\n})\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, instruction_path: "ask.md", model: "small", agent_type: "reader", reasoning_effort })\n```\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:2:33 never',
        '.codex/skills/survey/SKILL.md:2:61 never',
        '.codex/skills/survey/SKILL.md:2:77 never',
        '.codex/skills/survey/SKILL.md:2:99 never',
      ],
    },
    {
      title: 'Misspelt, and in a call that leaves something out',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csvPath: "wave-1.csv", ... })` `spawn_agents_on_csv({ csv_path, retries: 3 })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:24 misspelt', '.codex/skills/survey/SKILL.md:1:88 unknown'],
    },
    {
      title: 'Placeholders, other tools, forbidden calls and prose',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ <arguments>: "x", ... })`, `spawn_agent({ model: "small" })`. Do not call spawn_agents_on_csv({ model: "small" }). spawn_agents_on_csv (model: as is).\n',
      },
    },
  ],

  check(document, report, { platforms }) {
    if (isReference(document)) return
    const args = platforms.codex.tools[FAN_OUT]?.args
    if (!args) return
    const known = [...args.required, ...args.optional]
    for (const use of contractsOf(document).uses) {
      if (use.negated) continue
      for (const { key, keySpan } of use.args?.entries ?? []) {
        if (known.includes(key) || !/^[A-Za-z_]\w*$/.test(key)) continue
        const name = excerpt(key)
        const instead = Object.hasOwn(NEVER, key) ? NEVER[key] : undefined
        const wanted = nearest(key, known)
        if (instead) report({ message: 'never', at: keySpan, data: { name, instead } })
        else if (wanted) report({ message: 'misspelt', at: keySpan, data: { name, wanted } })
        else report({ message: 'unknown', at: keySpan, data: { name, known: known.join(', ') } })
      }
    }
  },
})
