import { defineRule } from '../../core/rule.ts'
import { unusedActions } from '../../model/machine/mentions.ts'

export default defineRule({
  id: 'states/unreferenced-action',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  summary: 'Every action that is defined is used.',
  why: 'An action that no transition does is a leftover, or one whose transition was forgotten. Either way a model may run it at the wrong time.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unused: {
      text: 'Nothing does “{name}”.',
      help: 'Write the transition that does it, or take it out.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n### A_BOIL\n\nHeat.\n</actions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n### A_BOIL\n\nHeat.\n\n### A_STEAM\n\nSteam.\n</actions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:12:5 unused'],
    },
    {
      title: 'Called by another action, from prose, from another file; of a state’s name; ranges; shared',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\nS_POUR — pours\n</states>\n<transitions>\nS_HEAT → S_POUR  DO: A_BOIL, A_RUN_1..3\nS_POUR → END  DO: A_STEP_{N}\n</transitions>\n<actions>\n### A_BOIL\n\nHeat, then A_STIR.\n\n### A_STIR\n\nTurn.\n\n### A_POUR\n\nPour.\n\n### A_RUN_1\n\n### A_RUN_2\n\n### A_RUN_3\n\n### A_STEP_1\n\n### A_SERVE\n\nServe.\n\n### A_LOG (shared with the skill `tea-base`)\n\nWrite a line.\n</actions>\n',
        '.codex/skills/brew/phases/end.md': 'At the end: A_SERVE.\n',
      },
    },
    {
      title: 'No transitions to look at, or a machine that goes on with another skill’s',
      files: {
        '.codex/skills/a/SKILL.md': '<states>\nS_HEAT — heats\n</states>\n<actions>\n### A_BOIL\n</actions>\n',
        '.codex/skills/b/SKILL.md':
          '<state_machine>\nTransitions that are not listed are inherited from the skill `tea-base`.\n<transitions>\nS_HEAT → END\n</transitions>\n<actions>\n### A_BOIL\n</actions>\n</state_machine>\n',
      },
    },
  ],

  check(document, report) {
    for (const { name, span } of unusedActions(document)) report({ message: 'unused', at: span, data: { name } })
  },
})
