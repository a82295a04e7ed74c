import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { controllerOf, familyOf } from '../../model/controller.ts'
import { sessionFilesIn } from '../../model/controller-files.ts'
import { isDenied } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'swarm/file-names',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  summary: 'A file of a swarm session has one path wherever it is named.',
  why: 'One agent writes the file, another program reads it. Under two names the scores of a scorer are never found, and the controller falls back to what the ants say of themselves, without a word.',
  source: { url: 'docs/swarm.md#files', level: 'MUST', verified: '2026-11' },
  messages: {
    other: {
      text: '“{name}” is “{own}” in {place}.',
      help: 'Write “{own}”: the controller reads no other name.',
    },
    unknown: {
      text: 'The controller has no “{name}”: it reads and writes “{own}”.',
      help: 'Write “{own}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun aco.py. Scores are in `<session>/scores/iter-<k>-scores.json`, also `scores/iter-{iter}-scores.json`; ants write artifacts/ant-k-id.json and `artifacts/ant-*.json`, then `history/3.json`, best.json.\n',
      },
    },
    {
      title: 'Two names for one file in a skill',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nThe scorer writes `scores/iter-<k>-scores.json`, which aco.py reads.\n',
        '.claude/skills/team-hunt/specs/protocol.md':
          '| Command | Input |\n|---|---|\n| update | optional final_scores.json |\n\nWinners are in `best.json`; `trails/best.json` is a copy.\n',
      },
      reports: [
        '.claude/skills/team-hunt/specs/protocol.md:3:21 other',
        '.claude/skills/team-hunt/specs/protocol.md:5:30 other',
      ],
    },
    {
      title: 'Our own controller reads one name only, in whatever way a skill agrees with itself',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`node scripts/aco.mjs --session s init` reads swarm_config.json and writes task_space.json.\n',
      },
      reports: ['.codex/skills/team-hunt/SKILL.md:6:47 unknown', '.codex/skills/team-hunt/SKILL.md:6:76 unknown'],
    },
    {
      title: 'Files of others, patterns, denied names, a skill that agrees with itself, no controller',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\naco.py reads scores/iter-<k>-scores.json, not verified_scores.json. Others: package.json, `lighthouse-scores.json`, best-solution.json, swarm-config-template.json, `*-scores.json`, notes.jsonl.\n',
        '.claude/skills/team-find/SKILL.md':
          '---\nname: team-find\ndescription: Finds.\n---\n\nOur aco.py reads all_scores.json.\n',
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\n---\n\nscores.json, best.json, x/best.json\n',
      },
    },
  ],

  check(document, report) {
    const controller = controllerOf(document)
    if (!controller) return
    for (const { text, span, file } of sessionFilesIn(document)) {
      if (file.isOwn || isDenied(document, span.start)) continue
      const data = { name: excerpt(text), own: file.name }
      const other = placeOf(document, file.name)
      if (other) {
        const place = other.home === document ? 'this file, too' : other.home.inner
        const related = [{ in: other.home, at: other.at, text: 'the other name' }]
        report({ message: 'other', at: span, data: { ...data, place }, related })
      } else if (controller.name === 'aco.mjs') report({ message: 'unknown', at: span, data })
    }
  },
})

/** Where a skill names a file as controllers do, this document last. */
function placeOf(document: Document, name: string) {
  const homes = familyOf(document).filter(({ kind }) => kind !== 'data')
  for (const home of [...homes.filter(other => other !== document), document]) {
    const mention = sessionFilesIn(home).find(({ file }) => file.isOwn && file.name === name)
    if (mention) return { home, at: mention.span }
  }
  return undefined
}
