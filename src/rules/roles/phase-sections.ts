import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { labelsOf } from '../../model/contract/text.ts'
import { isWorker, roleOf, roleStart, teamOf } from '../../model/roles.ts'

/** The phases of a worker that are its role’s own; it begins and ends like every other worker. */
const PHASES = [2, 3, 4]

const PHASE =
  /(?:phases?|阶段)\s*(\d)(?:\.\d+)?(?:\s*(?:[-–—~至到]|to)\s*(?:phase\s*)?(\d))?|第?\s*([一二三四五\d])\s*阶段|阶段\s*([一二三四五])/giu
const DIGITS = '〇一二三四五'

const numberIn = (text: string) => (DIGITS.includes(text) ? DIGITS.indexOf(text) : Number(text))

export default defineRule({
  id: 'roles/phase-sections',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['role'],
  summary: 'A worker’s role describes its phases 2, 3 and 4 under headings.',
  why: 'Workers take a task in phase 1 and report in phase 5 alike; what lies between is read from the role. Where a phase has no heading, a worker that is told to go on with it finds nothing and improvises.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The role describes no phase {phases}.',
      help: 'Add “## Phase {first}: …”: context in phase 2, the work in phase 3, the check of it in phase 4.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nprefix: SURVEY\n---\n\n# Surveyor — Phase 2-4\n\n## Phase 2: Read the brief\n\n## Phase 3: Measure\n\n## Phase 4: Check\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nprefix: SURVEY\n---\n\n# Surveyor — Phase 2-4\n\n## Phase 2: Read the brief\n\n## Phase 3: Measure\n\n### 3.2 Twice\n',
      },
      reports: ['.claude/skills/team-maps/roles/surveyor/role.md:6:1 missing'],
    },
    {
      title: 'A role without phases in a team that has them',
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nprefix: SURVEY\n---\n\n## Phase 2: Read\n\n## Phase 3: Measure\n\n## Phase 4: Check\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nprefix: PRINT\n---\n\n# Printer\n\nPrint.\n',
      },
      reports: ['.claude/skills/team-maps/roles/printer/role.md:6:1 missing'],
    },
    {
      title: 'Ranges, Chinese numbers, bold labels, phases in the commands of the role',
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/a/role.md':
          '---\nprefix: A\n---\n\n## Phase 2-3: Read and measure\n\n**Phase 4**: check\n',
        '.claude/skills/team-maps/roles/b/role.md':
          '---\nprefix: B\n---\n\n## 第二阶段：读\n\n## 阶段 3：量\n\n## 阶段四：核对\n',
        '.claude/skills/team-maps/roles/c/role.md':
          '---\nprefix: C\n---\n\n## Phase 2: Read\n\nThen commands/measure.md.\n',
        '.claude/skills/team-maps/roles/c/commands/measure.md':
          '# Measure\n\n## Phase 3: Measure\n\n## Phase 4: Check\n',
      },
    },
    {
      title: 'Coordinators, teams without phases, roles that are no workers',
      files: {
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '---\nrole: coordinator\nprefix: X\n---\n\n## Phase 0: Resume\n',
        '.claude/skills/team-songs/roles/singer/role.md':
          '---\nrole: singer\nprefix: SING\n---\n\n## Steps\n\n1. Sing.\n',
        '.claude/skills/panel/roles/sceptic/role.md': '---\nrole: sceptic\n---\n\n## Phase 2: Doubt\n',
      },
    },
  ],

  check(document, report) {
    if (!isWorker(document)) return
    const found = phasesOf(document)
    const missing = PHASES.filter(phase => !found.has(phase))
    if (!missing.length) return
    // A team that does not work in phases owes none.
    const others = teamOf(document).filter(({ isCoordinator }) => !isCoordinator)
    const isPhased =
      found.size > 0 ||
      others.some(role => phasesOf(role.document).size > 0) ||
      document.headings.slice(0, 1).some(({ text }) => text.slice(0, 200).search(PHASE) >= 0)
    if (!isPhased) return
    const phases = missing.length > 1 ? `${missing.slice(0, -1).join(', ')} or ${missing.at(-1)}` : String(missing[0])
    report({ message: 'missing', at: roleStart(document), data: { phases, first: missing[0]! } })
  },
})

const known = new WeakMap<Document, ReadonlySet<number>>()

/** The phases that a role describes, in its own file or in those of its commands; its title does not count. */
function phasesOf(document: Document): ReadonlySet<number> {
  const before = known.get(document)
  if (before) return before
  const { commands = [] } = roleOf(document) ?? {}
  const title = document.headings[0]?.depth === 1 ? document.headings[0].span : undefined
  const found = new Set<number>()
  for (const file of [document, ...commands])
    for (const { text, span } of labelsOf(file)) {
      if (file === document && span === title) continue
      for (const [, from, to, chinese, after] of text.slice(0, 200).matchAll(PHASE)) {
        const first = numberIn(from ?? chinese ?? after ?? '')
        for (let phase = first; phase <= (to ? Number(to) : first); phase++) found.add(phase)
      }
    }
  known.set(document, found)
  return found
}
