import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/states',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'The state machines of a skill’s variants have the same states and transitions.',
  why: 'A session that one client began may be resumed in another: a state that it does not know ends the run, and a way that it does not have is never taken.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The state machine of this variant differs from that in “{source}”: {what}.',
      help: 'Bring both in line, or give the reason above the section: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'The same machine in another form, its conditions in other words',
      files: {
        '.claude/commands/brew.md':
          '<state_machine>\n<states>\nS_FILL — water and beans\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_FILL:\n  → S_HEAT   WHEN: both are in\n  → ERROR(E001)   OTHERWISE\nS_HEAT:\n  → END   WHEN: hot\n</transitions>\n</state_machine>\n',
        '.codex/skills/brew/SKILL.md':
          '<state_machine>\n<states>\n- S_HEAT: 加热\n- S_FILL: 加水\n</states>\n<transitions>\nS_FILL -> S_HEAT  WHEN: 已加满\nS_FILL -> ERROR(E001)  OTHERWISE\nS_HEAT -> END  WHEN: 水已热\n</transitions>\n</state_machine>\n',
      },
    },
    {
      title: 'A way that is gone, and one more; what belongs to a state that is gone is not told as well',
      files: {
        '.claude/commands/brew.md':
          '<state_machine>\n<states>\nS_FILL — water\nS_GRIND — beans\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_FILL → S_GRIND\nS_GRIND → S_HEAT\nS_HEAT → END\nS_HEAT → S_FILL  WHEN: dry\n</transitions>\n</state_machine>\n',
        '.codex/skills/brew/SKILL.md':
          '<state_machine>\n<states>\nS_FILL — water\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_FILL → S_HEAT\nS_HEAT → END\n</transitions>\n</state_machine>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:7:10 differs'],
    },
    {
      title: 'A state that is gone alone, at the machine',
      files: {
        '.claude/skills/brew/SKILL.md':
          '<state_machine>\n<states>\nS_FILL — water\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_FILL → S_HEAT\nS_HEAT → END\n</transitions>\n</state_machine>\n',
        '.agy/skills/brew/SKILL.md':
          'Brew.\n\n<state_machine>\n<states>\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_HEAT → END\n</transitions>\n</state_machine>\n',
      },
      reports: ['.agy/skills/brew/SKILL.md:3:1 differs'],
    },
    {
      title: 'Parametric states, what another file describes, a variant without a machine',
      files: {
        '.claude/skills/a/SKILL.md':
          '<state_machine>\n<states>\nS_CUP_{N} — one cup after the other\n</states>\n<transitions>\nS_CUP_{N} → S_CUP_{N+1}  WHEN: a guest waits\nS_CUP_{N} → END\n</transitions>\n</state_machine>\n',
        '.codex/skills/a/SKILL.md':
          '<state_machine>\n<states>\nS_CUP_1 — the first\nS_CUP_2 — the second\n</states>\n<transitions>\nS_CUP_1 → S_CUP_2\nS_CUP_2 → END\n</transitions>\n</state_machine>\n',
        '.claude/skills/b/SKILL.md':
          '<state_machine>\n<states>\nS_RUN — brew\n</states>\n<transitions>\nS_RUN → S_RUN  WHEN: a guest waits\nS_RUN → END\n</transitions>\n</state_machine>\n',
        '.codex/skills/b/SKILL.md':
          '<state_machine>\n<states>\nS_RUN — execute brew-loop.md\n</states>\n<transitions>\nS_RUN → END\n</transitions>\n</state_machine>\n',
        '.claude/skills/c/SKILL.md':
          '<state_machine>\n<states>\nS_RUN — brew\n</states>\n<transitions>\nS_RUN → END\n</transitions>\n</state_machine>\n',
        '.codex/skills/c/SKILL.md': 'Brew.\n',
      },
    },
    {
      title: 'Declared above the machine',
      files: {
        '.claude/skills/brew/SKILL.md':
          '<purpose>\nBrews.\n</purpose>\n\n<state_machine>\n<states>\nS_FILL — water\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_FILL → S_HEAT\nS_HEAT → END\n</transitions>\n</state_machine>\n',
        '.codex/skills/brew/SKILL.md':
          '<purpose>\nBrews.\n</purpose>\n\n<!-- maestro-variant: it has no hands\n     to fill in water -->\n\n<state_machine>\n<states>\nS_HEAT — up to 92 degrees\n</states>\n<transitions>\nS_HEAT → END\n</transitions>\n</state_machine>\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'states', context))
      report({ message: 'differs', ...findingOf(difference, 'the state machine of the source') })
  },
})
