import { defineRule } from '../../core/rule.ts'
import { type Machine, machinesOf, type Transition } from '../../model/machine/machine.ts'

export default defineRule({
  id: 'states/duplicate-transition',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  summary: 'No transition stands twice.',
  why: 'Two lines for one step go apart with time: one gets a new action, the other keeps the old one, and a model takes either.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'ADVICE', verified: '2026-11' },
  messages: {
    twice: {
      text: 'The transition from “{from}” to “{to}” stands twice with the same condition.',
      help: 'Delete one, or write what tells them apart.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<transitions>\nS_HEAT:\n  → S_POUR  WHEN: hot\n  → S_POUR  WHEN: the user is in a hurry\n</transitions>\n',
      },
    },
    {
      title: 'Whatever form the condition has',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<transitions>\nS_HEAT:\n  → S_POUR  WHEN: hot  DO: A_TELL\n  → END     OTHERWISE\nS_HEAT → S_POUR : Hot → A_POUR\nS_POUR -> END\nS_POUR -> END\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:5:10 twice', '.codex/skills/brew/SKILL.md:7:11 twice'],
    },
    {
      title: 'Other conditions in every form, guards, groups of their own, chains, other actions without a condition',
      files: {
        '.codex/skills/brew/SKILL.md':
          '<transitions>\n# === quick ===\nS_HEAT → S_POUR : hot → A_POUR\nS_HEAT → S_POUR : warm → A_POUR\nS_HEAT → S_POUR (cold)\nS_HEAT --tea--> S_POUR\nS_HEAT → S_POUR  WHEN: hot  GUARD: once\nS_HEAT → S_POUR  OTHERWISE\nS_POUR → END  DO: A_TELL\nS_POUR → END  DO: A_RINSE\nS_GRIND → S_HEAT → S_SIFT\nS_GRIND → S_HEAT → END\n# === slow ===\nS_HEAT → S_POUR : hot → A_POUR\n</transitions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document))
      for (const [first, second] of duplicatesIn(machine))
        report({
          message: 'twice',
          at: second.toSpan,
          data: { from: second.from, to: second.to.name },
          related: [{ at: first.span, text: 'The other one.' }],
        })
  },
})

const folded = (text = '') =>
  text
    .replace(/[\s`*"“”。.]+/g, ' ')
    .trim()
    .toLowerCase()

/** What has to differ for two transitions to be two; without a condition, what they do counts as one. */
function keyOf({ from, to, when, guard, entry, gate, otherwise, note, do: what, group }: Transition): string {
  const condition = [when, guard, entry, gate].map(folded)
  const hasCondition = otherwise || condition.some(Boolean)
  const rest = hasCondition ? [] : [folded(what), folded(note)]
  return JSON.stringify([group, from, to.kind, to.name, otherwise, ...condition, ...rest])
}

function duplicatesIn({ transitions }: Machine): [Transition, Transition][] {
  const seen = new Map<string, Transition>()
  const found: [Transition, Transition][] = []
  for (const transition of transitions) {
    if (transition.form === 'chain' || transition.to.kind === 'text') continue
    const key = keyOf(transition)
    const first = seen.get(key)
    if (!first) seen.set(key, transition)
    else if (first.span.start !== transition.span.start) found.push([first, transition])
  }
  return found
}
