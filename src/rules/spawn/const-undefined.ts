import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { isDefined } from '../../model/contract/names.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { labelsOf } from '../../model/contract/text.ts'

const NAME = /\b(?:[A-Z][A-Z0-9]*_)+(?:INSTRUCTIONS?|CONTRACT|SCHEMA|PROMPT)\b/g

/** The names that headings, labels and declarations give. */
function definedIn(documents: readonly Document[]): Set<string> {
  const names = new Set<string>()
  for (const document of documents) {
    for (const { text } of labelsOf(document)) for (const [name] of text.matchAll(NAME)) names.add(name)
    for (const [, name] of document.text.matchAll(/\b(?:const|let|var)\s+([A-Z][A-Z0-9_]+)\s*=/g)) names.add(name!)
  }
  return names
}

export default defineRule({
  id: 'spawn/const-undefined',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'Instructions, contracts and schemas that a call names are written somewhere in the skill.',
  why: 'A name in capitals is no variable that anything fills in: the agent that makes the call has to find the text under that name. Where there is none it makes one up, and every run has another one.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    undefined: {
      text: 'The skill says nowhere what “{name}” is.',
      help: 'Write its text below a heading that ends in “({name})”.',
    },
    misspelt: {
      text: 'The skill says nowhere what “{name}” is.',
      help: 'Write “{wanted}”, if that is what is meant.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, instruction: READER_INSTRUCTION })`\n\n#### What readers are told (READER_INSTRUCTION)\n\n```\nYou read one file.\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, instruction: READER_INSTRUCTION + EXIT_CONTRACT, output_schema: NOTES_SCHEMA })`\n\nAgain with `READER_INSTRUCTION + EXIT_CONTRACT`.\n\n**Reader agent**: reads one file.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:68 undefined', '.codex/skills/survey/SKILL.md:1:98 undefined'],
    },
    {
      title: 'Another spelling',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, instruction: REEDER_INSTRUCTION })\n```\n\n## Reading (READER_INSTRUCTION)\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:46 misspelt'],
    },
    {
      title: 'Labels in words, declarations, a comment that says where, another file of the skill',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nconst NOTES_SCHEMA = { type: "object" }\nspawn_agents_on_csv({\n  instruction: CHECK_INSTRUCTION + SHARED_TERMINATION_CONTRACT, // see "How to check"\n  output_schema: NOTES_SCHEMA\n})\n```\n\n**Shared termination contract** (put into each instruction):\n\n### How to check\n\nSpawn with `WRITER_INSTRUCTION + SHARED_TERMINATION_CONTRACT`.\n',
        '.codex/skills/survey/instructions/writer.md': '# Writer (WRITER_INSTRUCTION)\n\nYou write.\n',
      },
    },
    {
      title: 'Variables of a template, values made by code, and names outside of calls',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, instruction: buildInstruction(row), output_schema: schema })\nspawn_agents_on_csv({ csv_path, instruction: `Read. {DEPTH_INSTRUCTION} ${STYLE_PROMPT}` })\n```\n\nThe text has `{DEPTH_INSTRUCTION}` in it. Set `SYSTEM_PROMPT` first. Never spawn_agents_on_csv({ instruction: X_INSTRUCTION }).\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { constants } = contractsOf(document)
    if (!constants.length) return
    const documents = companionsOf(document)
    const seen = new Set<string>()
    let known: Set<string> | undefined
    for (const use of constants) {
      const { name, span } = use
      if (seen.has(name)) continue
      seen.add(name)
      if (documents.some(other => isDefined(other, use))) continue
      known ??= definedIn(documents)
      const wanted = nearest(name, known)
      if (wanted && wanted !== name) report({ message: 'misspelt', at: span, data: { name, wanted } })
      else report({ message: 'undefined', at: span, data: { name } })
    }
  },
})
