import { defineRule } from '../../core/rule.ts'
import { toldWritesOf } from '../../model/controller-effects.ts'
import { isDenied } from '../../model/examples.ts'

export default defineRule({
  id: 'swarm/side-effects',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  summary: 'A command of a swarm controller is said to write the files that it writes.',
  why: 'Whoever believes that a report writes the best path calls it to get the file, and finds an old one, or none.',
  source: { url: 'docs/swarm.md#files', level: 'MUST', verified: '2026-11' },
  messages: {
    other: {
      text: '“{command}” of {controller} does not write “{file}”: {writers}.',
      help: 'Say that “{command}” reads it, or move it to the command that writes it.',
    },
    none: {
      text: '“{command}” of {controller} does not write “{file}”: no command does.',
      help: 'Say who writes it.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```\npython scripts/aco.py --session <session> init\n  └─> writes pheromone/current.json + task-space.json\n├─> python scripts/aco.py --session <session> update --iter k\n│    └─> reads artifacts/ant-k-*.json\n│    └─> writes trails/k.jsonl, history/k.json and best.json\npython scripts/aco.py --session <session> report → final report (best.json has the path)\n```\n\n| Command | Side effects |\n|---|---|\n| update | writes best.json |\n| report | none |\n',
      },
    },
    {
      title: 'An arrow, a redirection, a line of a tree, a table',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```\n├─> python scripts/aco.py --session <session> report → best.json\n└─> python scripts/aco.py --session <session> select --iter k\n     └─> writes trails/k.jsonl\n```\n\n`python scripts/aco.py --session s converged > <session>/best.json`\n\n| Command | Side effects |\n|---|---|\n| update | writes scores/iter-k-scores.json |\n| report | writes best.json from history/ |\n',
      },
      reports: [
        '.claude/skills/team-hunt/SKILL.md:7:56 other',
        '.claude/skills/team-hunt/SKILL.md:9:17 other',
        '.claude/skills/team-hunt/SKILL.md:12:48 other',
        '.claude/skills/team-hunt/SKILL.md:16:19 none',
        '.claude/skills/team-hunt/SKILL.md:17:19 other',
      ],
    },
    {
      title: 'Output that goes into files of others, what is only read, what must not be written',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```bash\nnode scripts/aco.mjs --session s report > report.json\nnode scripts/aco.mjs --session s select --iter 1 > assignments.json\nnode scripts/aco.mjs --session s converged → reads best.json\nnode scripts/aco.mjs --session s init --config hunt.json → swarm-config.json\n```\n\nNever run `node scripts/aco.mjs --session s report > best.json`.\n',
      },
    },
  ],

  check(document, report) {
    for (const { manifest, command, file, span } of toldWritesOf(document)) {
      if (manifest.commands[command]!.writes.includes(file) || isDenied(document, span.start)) continue
      const data = { controller: manifest.name, command, file }
      const writers = Object.entries(manifest.commands).flatMap(([name, { writes }]) =>
        writes.includes(file) ? [`“${name}”`] : [],
      )
      if (!writers.length) report({ message: 'none', at: span, data })
      else {
        const told = `${writers.join(' and ')} ${writers.length > 1 ? 'do' : 'does'}`
        report({ message: 'other', at: span, data: { ...data, writers: told } })
      }
    }
  },
})
