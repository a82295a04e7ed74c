import { defineRule } from '../../core/rule.ts'
import { machinesOf } from '../../model/machine/machine.ts'
import { isJudged, reachOf } from '../../model/machine/reach.ts'
import { wayPlaces, wayText } from '../../model/machine/ways.ts'

export default defineRule({
  id: 'states/no-terminal',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  summary: 'A state machine has an end.',
  why: 'Without an end that the machine names, a model stops when it likes, or never.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'SHOULD', verified: '2026-11' },
  messages: {
    endless: {
      text: 'No transition of the machine leads to an end: {way}.',
      help: 'Write where the run is over, “S_… → END”, and what ends it with an error, “S_… → ERROR(E001)”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\n</states>\n<transitions>\nS_HEAT:\n  → S_HEAT  WHEN: cold\n  → END     WHEN: hot\n</transitions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<state_machine>\n<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT → S_POUR\nS_POUR → S_HEAT\n</transitions>\n</state_machine>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:1:1 endless'],
    },
    {
      title: 'An error, a handler, words, or a last state is an end',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT:\n  → S_HEAT WHEN: cold\n  → ERROR(E001) WHEN: no fire\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_HEAT — heats\n</states>\n<transitions>\nS_HEAT:\n  → S_HEAT WHEN: cold\n  → handleDone WHEN: hot\n</transitions>\n',
        '.codex/skills/c/SKILL.md':
          '<states>\nS_HEAT — heats\nS_AGGREGATE — tells\n</states>\n<transitions>\nS_HEAT → S_AGGREGATE\n</transitions>\n',
        '.codex/skills/d/SKILL.md':
          '<states>\nS_HEAT — 加热\n</states>\n<transitions>\nS_HEAT：\n  → S_HEAT 当：未开\n  → 结束 否则\n</transitions>\n',
      },
    },
    {
      title: 'A watch that runs until somebody stops it',
      files: {
        '.codex/skills/watch/SKILL.md':
          '<states>\nS_LOOK — looks again every minute until the user stops it\n</states>\n<transitions>\nS_LOOK → S_LOOK\n</transitions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      if (!isJudged(machine)) continue
      const { hasEnd, deadEnds, traps } = reachOf(machine)
      // A state without a way out is `state-no-exit`'s finding: that one is the end that nobody named.
      if (hasEnd || deadEnds.length || !traps.length) continue
      const { round } = traps[0]!
      report({
        message: 'endless',
        at: machine.at,
        data: { way: wayText(round) },
        related: wayPlaces(round, ''),
      })
    }
  },
})
