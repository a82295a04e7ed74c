import { defineRule } from '../../core/rule.ts'
import type { Edit, Fix, Span } from '../../core/types.ts'
import { declarationEdit } from '../../model/machine/declare.ts'
import { type Machine, machinesOf } from '../../model/machine/machine.ts'
import { undeclaredStates } from '../../model/machine/undeclared.ts'

export default defineRule({
  id: 'states/undeclared-state',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'unsafe',
  summary: 'Every state that transitions name is declared.',
  why: 'A model that is sent to a state nobody describes makes up what happens there, or stops. Most often the state was renamed or removed and one transition was forgotten.',
  source: { url: 'docs/pack-grammar.md#state-machines', level: 'SHOULD', verified: '2026-11' },
  messages: {
    undeclared: {
      text: '“{name}” is used in transitions and is not among the states.',
      help: 'Declare it: “{name} — what happens there”. If it was removed, take out the transition.',
    },
    misspelt: {
      text: '“{name}” is used in transitions and is not among the states.',
      help: 'Write “{wanted}”, if that is what is meant.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT — heats the water\nS_POUR — pours it\n</states>\n\n<transitions>\nS_HEAT:\n  → S_POUR  WHEN: hot\n  → END     WHEN: no water\nS_POUR → END\n</transitions>\n',
      },
    },
    {
      files: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT  — heats the water   PERSIST: —\nS_POUR  — pours it          PERSIST: cup.json\n</states>\n\n<transitions>\nS_HEAT:\n  → S_POUR      WHEN: hot\n  → S_COLD_BREW WHEN: no fire\nS_COLD_BREW:\n  → END\nS_POUR → S_RINSE\n</transitions>\n',
      },
      reports: ['.codex/skills/brew/SKILL.md:9:5 undeclared', '.codex/skills/brew/SKILL.md:12:10 undeclared'],
      unsafe: true,
      fixed: {
        '.codex/skills/brew/SKILL.md':
          '<states>\nS_HEAT  — heats the water   PERSIST: —\nS_POUR  — pours it          PERSIST: cup.json\nS_COLD_BREW — to be described  PERSIST: —\nS_RINSE — to be described   PERSIST: —\n</states>\n\n<transitions>\nS_HEAT:\n  → S_POUR      WHEN: hot\n  → S_COLD_BREW WHEN: no fire\nS_COLD_BREW:\n  → END\nS_POUR → S_RINSE\n</transitions>\n',
      },
    },
    {
      title: 'A slip of the pen, in Chinese and with the other arrow',
      files: {
        '.claude/commands/brew.md':
          '## 状态机\n\n### 状态\n\n- **S_HEAT**：烧水\n- **S_POUR**：倒水\n\n### 转换\n\nS_HEAT -> S_PUOR 当：水开\nS_POUR -> 结束\n',
      },
      reports: ['.claude/commands/brew.md:10:11 misspelt'],
      unsafe: true,
      fixed: {
        '.claude/commands/brew.md':
          '## 状态机\n\n### 状态\n\n- **S_HEAT**：烧水\n- **S_POUR**：倒水\n\n### 转换\n\nS_HEAT -> S_POUR 当：水开\nS_POUR -> 结束\n',
      },
    },
    {
      title: 'A table of states takes another row, a list another bullet',
      files: {
        '.claude/commands/brew.md':
          '<states>\n\n| State | What | Persist |\n|---|---|---|\n| S_HEAT | heats the water | — |\n\n</states>\n<transitions>\nS_HEAT → S_GRIND (beans are whole)\nS_GRIND → END\n</transitions>\n',
        '.claude/commands/rinse.md':
          '<states>\n- `S_FILL`: fills the sink\n</states>\n<transitions>\nS_FILL → S_SCRUB → END\n</transitions>\n',
      },
      reports: ['.claude/commands/brew.md:9:10 undeclared', '.claude/commands/rinse.md:5:10 undeclared'],
      unsafe: true,
      fixed: {
        '.claude/commands/brew.md':
          '<states>\n\n| State | What | Persist |\n|---|---|---|\n| S_HEAT | heats the water | — |\n| S_GRIND | to be described | — |\n\n</states>\n<transitions>\nS_HEAT → S_GRIND (beans are whole)\nS_GRIND → END\n</transitions>\n',
        '.claude/commands/rinse.md':
          '<states>\n- `S_FILL`: fills the sink\n- `S_SCRUB`: to be described\n</states>\n<transitions>\nS_FILL → S_SCRUB → END\n</transitions>\n',
      },
    },
    {
      title: 'Parametric names, families, states declared by a chain or in another file of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '<states>\nS_WAVE_{N} — a wave\nS_EVAL_W{N} — its result\nS_TELL — tells\n</states>\n<transitions>\nS_WAVE_1 → S_EVAL_W1\nS_EVAL_W{N}:\n  → S_WAVE_{N+1} WHEN: more\n  → S_TELL WHEN: last\nS_TELL → END\nS_WAVE_* → S_TELL : stopped → A_SAVE\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<states>\nS_READ → S_SORT → S_TELL → END\n</states>\n<transitions>\nS_READ → S_SORT : all read → A_SORT\nS_SORT → S_TELL\n</transitions>\n',
        '.codex/skills/c/SKILL.md':
          '<states>\nS_READ — reads\n</states>\n<transitions>\nS_READ → S_LATER\n</transitions>\n',
        '.codex/skills/c/phases/later.md': '<states>\nS_LATER — waits\n</states>\n',
      },
    },
    {
      title: 'No declarations to compare with; states of a base skill; comments, fences, prose',
      files: {
        '.codex/skills/a/SKILL.md': '<transitions>\nS_READ → S_TELL\n</transitions>\n',
        '.codex/skills/b/SKILL.md':
          '<state_machine>\nStates and actions not listed here are inherited from the skill `brew-base`.\n<states>\nS_READ — reads\n</states>\n<transitions>\nS_READ → S_TELL\n</transitions>\n</state_machine>\n',
        '.codex/skills/c/SKILL.md':
          '<states>\nS_READ — reads\n</states>\n<transitions>\n# === S_OLD → S_OLDER ===\n// S_OLD: gone\n<!-- S_OLD → S_OLDER -->\nS_READ → END\n\n```text\nS_READ → S_DRAWN\n```\n\nA run that S_ONCE began ends here.\n</transitions>\n',
      },
    },
  ],

  check(document, report) {
    for (const machine of machinesOf(document)) {
      const missing = undeclaredStates(machine)
      const fresh = missing.filter(({ wanted }) => !wanted).map(({ name }) => name)
      const edit = fresh.length ? declarationEdit(machine, fresh) : undefined
      const related = [{ at: machine.parts.states[0] ?? machine.at, text: 'The states are declared here.' }]
      for (const { name, uses, wanted } of missing) {
        const at = uses[0]!
        if (wanted)
          report({ message: 'misspelt', at, data: { name, wanted }, related, fix: rename(machine, uses, wanted) })
        else report({ message: 'undeclared', at, data: { name }, related, ...(edit && { fix: declare(edit) }) })
      }
    }
  },
})

const declare = (edit: Edit): Fix => ({ title: 'Declare the states that are missing', safe: false, edits: [edit] })

const rename = ({ document }: Machine, uses: readonly Span[], wanted: string): Fix => ({
  title: `Write “${wanted}”`,
  safe: false,
  edits: uses.map(span => ({ path: document.path, span, text: wanted })),
})
