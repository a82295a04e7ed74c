import { defineRule } from '../../core/rule.ts'
import { machinesOf } from '../../model/machine/machine.ts'
import { isJudged, reachOf } from '../../model/machine/reach.ts'
import { undeclaredStates } from '../../model/machine/undeclared.ts'
import { wayText } from '../../model/machine/ways.ts'

/** States behind an unreachable one that a finding names as well. */
const MANY = 6

export default defineRule({
  id: 'states/unreachable-state',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  summary: 'Every declared state can be reached from the start.',
  why: 'What nothing leads to never runs: a transition was forgotten, or the state is a leftover that costs every reader time.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unreachable: {
      text: 'Nothing leads from “{start}” to “{name}”; {way} stands apart.',
      help: 'Write the transition that leads to “{name}”, or take the state out.',
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
      title: 'What is only reached from there is told with it',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\nS_GRIND — grinds\nS_SIFT — sifts\n</states>\n<transitions>\nS_HEAT → S_POUR\nS_POUR → END\nS_GRIND → S_SIFT\nS_SIFT → S_POUR\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:4:1 unreachable'],
    },
    {
      title: 'Prose, tables, actions and other files lead to states, too',
      files: {
        '.codex/skills/a/SKILL.md':
          '<context>\nWith `--resume` go straight to S_LOAD.\n</context>\n<states>\nS_HEAT — heats\nS_LOAD — loads\nS_ASK — asks\nS_BACK — the entry point of a second run\nS_WORK — works\nS_SLOW — goes slowly\n</states>\n<transitions>\nS_HEAT → END  DO: A_HEAT\nS_LOAD:\n\n| Found | Next |\n|---|---|\n| nothing | S_ASK |\n\nS_ASK → END\nS_BACK → END\nS_WORK → END\nS_SLOW → END\n</transitions>\n<actions>\n### A_HEAT\n\n1. Without fire → S_ASK.\n</actions>\n\n| Code | Recovery |\n|---|---|\n| W001 | 转 S_WORK |\n',
        '.codex/skills/a/phases/slow.md': 'When it takes long, switch to S_SLOW.\n',
      },
    },
    {
      title: 'Parametric states, shared ones, machines whose rest is elsewhere',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_PLAN — plans\nS_WAVE_1 — one\nS_WAVE_2 — two\n# === shared with brew-base ===\nS_STOP — stops\n</states>\n<transitions>\nS_PLAN → S_WAVE_{N}\nS_WAVE_1 → END\nS_WAVE_2 → END\nS_STOP → END\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_PLAN — plans\nS_RUN_LOOP — execute run-loop.md\nS_STEP — a step\n</states>\n<transitions>\nS_PLAN → S_RUN_LOOP\nS_STEP → END\n</transitions>\n',
      },
    },
    {
      title: 'A misspelt target is one finding, not two',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n<transitions>\nS_HEAT → S_PUOR\nS_POUR → END\n</transitions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      const reach = isJudged(machine) ? reachOf(machine) : undefined
      if (!reach || reach.isOpen) continue
      const start = reach.graph.nodes[reach.graph.starts[0] ?? 0]!.name
      const meant = new Set(undeclaredStates(machine).map(({ wanted }) => wanted))
      for (const { nodes, behind, way } of reach.islands) {
        const first = nodes.find(({ state }) => state && !state.isShared)
        if (!first || nodes.some(({ state, name }) => !state || meant.has(name))) continue
        const others = [...nodes, ...behind].filter(({ name, state }) => state && name !== first.name).slice(0, MANY)
        report({
          message: 'unreachable',
          at: first.span,
          data: { name: first.name, start, way: wayText(way) },
          related: others.map(({ span, name }) => ({ at: span, text: `“${name}” is only reached from there.` })),
        })
      }
    }
  },
})
