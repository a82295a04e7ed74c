import { defineRule } from '../../core/rule.ts'
import { staleNames } from '../../model/machine/mentions.ts'

/** Further mentions that a finding names. */
const MANY = 8

export default defineRule({
  id: 'states/dead-ref-after-removal',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  summary: 'States and actions that prose names exist.',
  why: 'When a state is taken out of a machine, actions, criteria and error tables go on sending runs to it.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'ADVICE', verified: '2026-11' },
  messages: {
    state: {
      text: 'The text names the state “{name}”, which the machine does not have.',
      help: 'Name the state that took its place, or take the sentence out.',
    },
    action: {
      text: 'The text names the action “{name}”, which nothing defines.',
      help: 'Name the action that took its place, or take the sentence out.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n### A_BOIL\n\nHeat, and when it is cold again go back to S_HEAT.\n</actions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n### A_BOIL\n\nHeat, 然后进入 S_WAIT_STEAM. If that fails, go to `S_WAIT_STEAM` once more.\n\n```\nif cold: -> S_STIR\n```\n</actions>\n<success_criteria>\n- [ ] A_TASTE has run\n</success_criteria>\n',
      },
      reports: [
        '.codex/skills/brew/SKILL.md:10:12 state',
        '.codex/skills/brew/SKILL.md:13:13 state',
        '.codex/skills/brew/SKILL.md:17:7 action',
      ],
    },
    {
      title: 'Transitions are other rules’ business; other skills, the past, files of the skill, comments, code',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\nS_WAVE_{N} — a wave\n</states>\n<transitions>\nS_HEAT → S_LOST  DO: A_LOST\n\nS_GONE was here once.\n</transitions>\n<actions>\n### A_BOIL\n\nS_LOST and A_LOST come next, S_WAVE_1 as well, then S_LATER. A_HEAT is what the state says.\n\nThe skill `tea-base` goes on with S_TEA. S_OLD was removed. S_POT is the tea skill’s.\n\n<!-- S_HIDDEN -->\n\n```json\n{ "state": "S_OK" }\n```\n</actions>\n',
        '.codex/skills/brew/phases/later.md': '<states>\nS_LATER — later\n</states>\n',
        '.codex/skills/tea/SKILL.md': '<states>\nS_POT — fills the pot\n</states>\n',
      },
    },
    {
      title: 'A text without a machine of its own',
      files: { '.codex/skills/brew/SKILL.md': 'Go to S_HEAT.\n' },
    },
  ],

  check(document, report) {
    for (const { kind, name, uses } of staleNames(document)) {
      const [at, ...others] = uses
      const related = others.slice(0, MANY).map(span => ({ at: span, text: 'It is named here as well.' }))
      report({ message: kind, at: at!, data: { name }, related })
    }
  },
})
