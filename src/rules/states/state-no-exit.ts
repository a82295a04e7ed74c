import { defineRule } from '../../core/rule.ts'
import { machinesOf } from '../../model/machine/machine.ts'
import { isJudged, reachOf } from '../../model/machine/reach.ts'
import { wayPlaces, wayText } from '../../model/machine/ways.ts'

export default defineRule({
  id: 'states/state-no-exit',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  summary: 'A state that a run can reach leads on, or says that the run ends there.',
  why: 'A model in a state without a way out guesses: it stops in the middle, or begins again.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'SHOULD', verified: '2026-11' },
  messages: {
    stuck: {
      text: 'No transition leaves “{name}”: {way}.',
      help: 'Write where it leads, “{name} → …” with a condition, or “{name} → END”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT → S_POUR\nS_POUR → END\n</transitions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_DRIP — lets it drip\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT:\n  → S_DRIP  WHEN: a filter is there\n  → S_POUR  OTHERWISE\nS_POUR → END\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:3:1 stuck'],
    },
    {
      title: 'Ends by convention: the last state, reports, loops that another file describes',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_READ — reads\nS_SERVE — serves the cups\n</states>\n<transitions>\nS_READ → S_SERVE\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_READ — reads\nS_REPORT — tells\nS_AGGREGATE — adds up\nS_LEAVE — ends the run\nS_REST — sorts\n</states>\n<transitions>\nS_READ:\n  → S_REPORT WHEN: a\n  → S_AGGREGATE WHEN: b\n  → S_LEAVE WHEN: c\n  → S_REST WHEN: d\nS_REST → END\n</transitions>\n',
        '.codex/skills/c/SKILL.md':
          '<states>\nS_READ — reads\nS_RUN_LOOP — execute run-loop.md\nS_TELL — tells\n</states>\n<transitions>\nS_READ → S_RUN_LOOP\nS_TELL → END\n</transitions>\n',
      },
    },
    {
      title: 'Ways that are told in passing: a remark in the block, an action, a table, any state, an unknown handler',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_READ — reads\nS_ASK — asks\nS_SORT — sorts\nS_TELL — tells\n</states>\n<transitions>\nS_READ → S_ASK  DO: A_ASK\nS_ASK:\n  GUARD: one question at a time\nS_SORT → handleRest\nS_TELL:\n\n| Answer | Next |\n|---|---|\n| yes | S_SORT |\n</transitions>\n<actions>\n### A_ASK\n\nAsk, then go to S_SORT. Without an answer go to S_TELL.\n</actions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_READ — reads\nS_ASK — asks\n</states>\n<transitions>\nS_READ → S_ASK\nANY → S_READ  WHEN: the file has changed\nS_READ → END\n</transitions>\n',
      },
    },
    {
      title: 'Too little is written down to judge',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_READ — reads\nS_ASK — asks\nS_SORT — sorts\nS_TELL — tells\n</states>\n<transitions>\nS_READ → S_ASK\n</transitions>\n',
        '.codex/skills/b/SKILL.md': '<states>\nS_READ — reads\nS_ASK — asks\n</states>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      if (!isJudged(machine)) continue
      const { deadEnds, wayTo } = reachOf(machine)
      for (const node of deadEnds) {
        const way = wayTo(node)
        report({
          message: 'stuck',
          at: node.span,
          data: { name: node.name, way: wayText(way) },
          related: wayPlaces(way, node.name),
        })
      }
    }
  },
})
