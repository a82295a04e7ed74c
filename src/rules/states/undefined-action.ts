import { defineRule } from '../../core/rule.ts'
import { machinesOf } from '../../model/machine/machine.ts'
import { undefinedActions } from '../../model/machine/undeclared.ts'

export default defineRule({
  id: 'states/undefined-action',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'Every action that transitions do is defined.',
  why: 'An action is a procedure that the skill spells out. Where the text is missing, every run does something else under its name.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'SHOULD', verified: '2026-11' },
  messages: {
    undefined: {
      text: 'Transitions do “{name}”, and nothing says what that is.',
      help: 'Write its steps below a heading “### {name}” among the actions, or say it in the line: “DO: {name} — …”.',
    },
    misspelt: {
      text: 'Transitions do “{name}”, and nothing says what that is.',
      help: 'Write “{wanted}”, if that is what is meant.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n\n### A_BOIL\n\nHeat until it bubbles.\n\n</actions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT → S_POUR  DO: A_BOIL\nS_POUR → END : cup is full → A_SERVE\nS_HEAT:\n  GUARD: A_CHEK_FIRE\n</transitions>\n<actions>\n- **A_BOIL**: heat until it bubbles\n- **A_CHECK_FIRE**: look at the flame\n</actions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:7:30 undefined', '.codex/skills/brew/SKILL.md:9:10 misspelt'],
    },
    {
      title: 'Headings of several, bullets, bold, tables, lines, and in the transition itself',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT:\n  → S_POUR  WHEN: a  DO: A_BOIL\n  → S_POUR  WHEN: b  DO: A_STEAM\n  → S_POUR  WHEN: c  DO: A_WAIT\n  → S_POUR  WHEN: d  DO: A_STIR\n  → S_POUR  WHEN: e  DO: A_COOL\n  → S_POUR  WHEN: f  DO: A_NOTE — write the time down\n  → S_POUR  WHEN: g  DO: A_LOG(cup)\n  → S_POUR  WHEN: h  DO: A_POUR\n  → S_POUR  WHEN: i  DO: ring the bell\n  → END     WHEN: j  DO: A_NOTE\n</transitions>\n<actions>\n\n### A_BOIL, A_STEAM\n\nHeat.\n\n**A_WAIT** — do nothing.\n\n| Action | Steps |\n|---|---|\n| A_STIR | turn |\n\nA_COOL：放凉\n\n</actions>\n',
      },
    },
    {
      title: 'In another file of the skill, in a base skill, or nowhere because no action is spelt out',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n',
        '.codex/skills/a/phases/heat.md': '### A_BOIL\n\nHeat.\n',
        '.codex/skills/b/SKILL.md':
          '<state_machine>\nActions that are not listed are shared with the skill `brew-base`.\n<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n<actions>\n### A_STIR\n</actions>\n</state_machine>\n',
        '.codex/skills/c/SKILL.md': '<transitions>\nS_HEAT → END  DO: A_BOIL\n</transitions>\n',
        '.codex/skills/d/SKILL.md':
          '<transitions>\nS_HEAT → S_POUR  DO: A_BOIL (see phases/boil.md)\nS_POUR → END  DO: A_STIR\n</transitions>\n<actions>\n### A_STIR\n</actions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      const related = machine.parts.actions.slice(0, 1).map(at => ({ at, text: 'Actions are defined here.' }))
      for (const { name, uses, wanted } of undefinedActions(machine)) {
        const at = uses[0]!
        if (wanted) report({ message: 'misspelt', at, data: { name, wanted }, related })
        else report({ message: 'undefined', at, data: { name }, related })
      }
    }
  },
})
