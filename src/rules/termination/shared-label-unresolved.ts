import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { labelsOf, passagesOf } from '../../model/contract/text.ts'

const NAME = /termination contract|终止(?:契约|协议|约定)|退出(?:契约|协议|约定)/i
const SAME =
  /\bsame\b[^.。\n]{0,80}?\btermination contract\b(?:[^.。\n]{0,20}\babove\b)?|\btermination contract\s+above\b|\babove\s+termination contract\b/i
const SAME_CN =
  /(?:相同|同样|同一|上述|上面|以上|前述)的?[^.。\n]{0,20}(?:终止|退出)(?:契约|协议|约定)|(?:终止|退出)(?:契约|协议|约定)[^.。\n]{0,6}(?:同上|见上)/
const ABOVE = /\babove\b|上/

/** Whether a file writes a contract down, as a block or below a heading, before an offset. */
const hasContract = (document: Document, end = document.text.length) =>
  contractsOf(document).terminations.some(({ span }) => span.start < end) ||
  labelsOf(document).some(({ span, text }) => span.end < end && NAME.test(text)) ||
  document.sections.some(({ tag, open }) => open.start < end && /^(?:spawn|termination)_contract$/.test(tag))

export default defineRule({
  id: 'termination/shared-label-unresolved',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: '“The same termination contract” has one to be the same as.',
  why: 'The coordinator copies the contract into each instruction. Where the text it is sent to does not exist, workers start without any word about how to end.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    above: {
      text: 'No termination contract stands above.',
      help: 'Write it out before this place, or say where it stands.',
    },
    nowhere: {
      text: 'The skill has no termination contract that this one could be the same as.',
      help: 'Write the contract out.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Termination contract**:\n\n```\nCall report_agent_job_result exactly once.\n- Success → done\n- Timeout → failed\n```\n\nA second round with the same `output_schema` and termination contract above.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'A second round, with the same schema + termination contract above.\n\n```\nCall report_agent_job_result exactly once.\n- Success → done\n- Timeout → failed\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:26 above'],
    },
    {
      title: 'In no file of the skill; Chinese',
      files: {
        '.codex/skills/survey/SKILL.md': '# Survey\n\n- Readers run under the same termination contract.\n',
        '.codex/skills/plan/SKILL.md': '# 计划\n\n使用上述终止契约。\n',
      },
      reports: ['.codex/skills/plan/SKILL.md:3:3 above', '.codex/skills/survey/SKILL.md:3:25 nowhere'],
    },
    {
      title: 'Written as a list, in a section, or in another file; a code block that says so',
      files: {
        '.codex/skills/a/SKILL.md':
          '## Termination contract\n\n- Success: report it.\n\nThen the same termination contract above.\n',
        '.codex/skills/b/SKILL.md': '<spawn_contract>\nAs agreed.\n</spawn_contract>\n\n同样的终止契约见上。\n',
        '.codex/skills/c/SKILL.md': 'Workers have the same termination contract.\n',
        '.codex/skills/c/roles/reader/role.md':
          '```\nCall report_agent_job_result exactly once.\n- Success → done\n- Timeout → failed\n```\n',
        '.codex/skills/d/SKILL.md':
          '```\nthe same termination contract above\n```\n\nEach file has a termination contract of its own.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const { span, text } of passagesOf(document)) {
      const match = SAME.exec(text) ?? SAME_CN.exec(text)
      if (!match) continue
      const at = { start: span.start + match.index, end: span.start + match.index + match[0].length }
      if (ABOVE.test(match[0])) {
        if (!hasContract(document, at.start)) report({ message: 'above', at })
      } else if (!companionsOf(document).some(other => hasContract(other))) report({ message: 'nowhere', at })
    }
  },
})
