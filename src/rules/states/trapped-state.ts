import { defineRule } from '../../core/rule.ts'
import { machinesOf } from '../../model/machine/machine.ts'
import { isJudged, reachOf } from '../../model/machine/reach.ts'
import { wayPlaces, wayText } from '../../model/machine/ways.ts'

export default defineRule({
  id: 'states/trapped-state',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  summary: 'From every state that a run can reach, an end can be reached.',
  why: 'A loop that nothing leaves runs until the context is full or the money is gone.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'SHOULD', verified: '2026-11' },
  messages: {
    trapped: {
      text: 'From “{name}” no end can be reached: {way} leads into the loop {round}.',
      help: 'Give a state of the loop a way out: a condition that ends it, a number of rounds, an error.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_TASTE — tastes\n</states>\n<transitions>\nS_HEAT → S_TASTE\nS_TASTE:\n  → S_HEAT  WHEN: too cold, at most 3 rounds\n  → END     OTHERWISE\n</transitions>\n',
      },
    },
    {
      title: 'A loop of two is told once, with the way into it',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_TASTE — tastes\nS_FIX — mends the stove\nS_TRY — tries again\n</states>\n<transitions>\nS_HEAT → S_TASTE\nS_TASTE:\n  → END    WHEN: good\n  → S_FIX  WHEN: cold\nS_FIX → S_TRY\nS_TRY → S_FIX\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:4:1 trapped'],
    },
    {
      title: 'A state that only leads to itself',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_WAIT — waits\n</states>\n<transitions>\nS_HEAT → S_WAIT : cold → A_WAIT\nS_HEAT → END : hot → A_TELL\nS_WAIT → S_WAIT : still cold → A_WAIT\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:3:1 trapped'],
    },
    {
      title: 'Two traps are two findings; a state without a way out is another rule’s',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats\nS_ONE — one\nS_TWO — two\nS_NONE — none\n</states>\n<transitions>\nS_HEAT:\n  → S_ONE   WHEN: a\n  → S_TWO   WHEN: b\n  → S_NONE  WHEN: c\n  → END     WHEN: d\nS_ONE → S_ONE\nS_TWO → S_TWO\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:3:1 trapped', '.codex/skills/brew/SKILL.md:4:1 trapped'],
    },
    {
      title: 'A way out for every state, waves that count up, what another file says, what runs until it is stopped',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_HEAT — heats\nS_WAIT — waits\n</states>\n<transitions>\nS_HEAT → S_WAIT\nS_WAIT → S_HEAT\nANY → END  WHEN: the user says stop\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_PLAN — plans\nS_WAVE_{N} — a wave\n</states>\n<transitions>\nS_PLAN → END : nothing to do → A_TELL\nS_PLAN → S_WAVE_1 : rows → A_RUN\nS_WAVE_{N} → S_WAVE_{N+1}\n</transitions>\n',
        '.codex/skills/c/SKILL.md':
          '<states>\nS_PLAN — plans\nS_STEP — follow workflows/step.md\n</states>\n<transitions>\nS_PLAN → END (empty)\nS_PLAN → S_STEP\nS_STEP → S_STEP\n</transitions>\n',
        '.codex/skills/d/SKILL.md':
          '<states>\nS_PLAN — plans\nS_WATCH — keeps watching the folder\n</states>\n<transitions>\nS_PLAN → END (empty)\nS_PLAN → S_WATCH\nS_WATCH → S_WATCH\n</transitions>\n',
      },
    },
    {
      title: 'No end anywhere is another rule’s finding',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_HEAT — heats\nS_WAIT — waits\n</states>\n<transitions>\nS_HEAT → S_WAIT\nS_WAIT → S_HEAT\n</transitions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      if (!isJudged(machine)) continue
      const { traps, hasEnd, deadEnds } = reachOf(machine)
      if (!hasEnd && !deadEnds.length) continue
      for (const { nodes, way, round } of traps) {
        const { name, span } = way.nodes.at(-1) ?? nodes[0]!
        report({
          message: 'trapped',
          at: span,
          data: { name, way: wayText(way), round: wayText(round) },
          related: [...wayPlaces(way, name), ...loopPlaces(round, name)],
        })
      }
    }
  },
})

/** The other states of a loop, but for those that are named as the way into it. */
const loopPlaces = (round: Parameters<typeof wayPlaces>[0], except: string) =>
  wayPlaces({ nodes: round.nodes, omitted: 0 }, except).map(({ at }) => ({ at, text: 'Part of the loop.' }))
