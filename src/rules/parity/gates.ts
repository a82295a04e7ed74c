import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/gates',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'Variants of a skill have the same phase gates, with as many lines that require and that block.',
  why: 'A gate is there because an agent once went on without what it needed. One that is missing in a variant, or asks less there, lets it happen again in that client.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The gates of this variant differ from those in “{source}”: {what}.',
      help: 'Bring both in line, or give the reason above the section: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'The same gates in other words',
      files: {
        '.claude/commands/move.md':
          '### Phase Gates (MANDATORY, BLOCKING)\n\n**GATE 1: Pack → Load**\n- REQUIRED: every box has a label.\n- BLOCKED if: a box is open (E001).\n\n**GATE 2: Load → Drive**\n- REQUIRED: the door is shut.\n- BLOCKED if missing: the key.\n',
        '.codex/skills/move/SKILL.md':
          '### 阶段门（强制）\n\n**GATE 1：装箱 → 装车**\n- REQUIRED：每个箱子都有标签\n- BLOCKED if：有箱子未封\n\n**GATE 2：装车 → 出发**\n- REQUIRED：车门已关\n- BLOCKED：没有钥匙\n',
      },
    },
    {
      files: {
        '.claude/commands/move.md':
          '### Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: every box has a label.\n- REQUIRED: the list is complete.\n- BLOCKED if: a box is open.\n\n**GATE 2: Load → Drive**\n- REQUIRED: the door is shut.\n- BLOCKED if: the key is missing.\n',
        '.codex/skills/move/SKILL.md':
          '### Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: every box has a label.\n- BLOCKED if: a box is open.\n',
      },
      reports: ['.codex/skills/move/SKILL.md:3:1 differs'],
    },
    {
      title: 'Gates without a number, by their phases; what is lacking alone, at the heading',
      files: {
        '.claude/skills/move/SKILL.md':
          '## Phase Gates\n\n**GATE: Pack → Load**\n- REQUIRED: labels.\n\n**GATE: Load → Drive**\n- REQUIRED: the key.\n',
        '.agy/skills/move/SKILL.md': '## Phase Gates\n\n**GATE: Pack → Load**\n- REQUIRED: labels.\n',
      },
      reports: ['.agy/skills/move/SKILL.md:1:1 differs'],
    },
    {
      title: 'Numbers of another kind, gates of a base skill, a variant without gates',
      files: {
        '.claude/skills/a/SKILL.md':
          '## Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: labels.\n\n**GATE 2: Load → Drive**\n- REQUIRED: the key.\n',
        '.codex/skills/a/SKILL.md': '## Phase Gates\n\n**GATE P0 → P1**: every box has a label.\n',
        '.claude/skills/b/SKILL.md':
          '## Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: labels.\n\n**GATE 2: Load → Drive**\n- REQUIRED: the key.\n',
        '.codex/skills/b/SKILL.md':
          '## Phase Gates\n\nInherits the gates of `move-base`.\n\n**GATE 2: Load → Drive**\n- REQUIRED: the key.\n',
        '.claude/skills/c/SKILL.md': '## Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: labels.\n',
        '.codex/skills/c/SKILL.md': 'Pack, then load.\n',
      },
    },
    {
      title: 'Declared above the section',
      files: {
        '.claude/skills/move/SKILL.md':
          '# Move\n\n## Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: labels.\n- REQUIRED: a list.\n',
        '.codex/skills/move/SKILL.md':
          '# Move\n\n<!-- maestro-variant: the list is kept by the tool itself -->\n## Phase Gates\n\n**GATE 1: Pack → Load**\n- REQUIRED: labels.\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'gates', context))
      report({ message: 'differs', ...findingOf(difference, 'the gates of the source') })
  },
})
