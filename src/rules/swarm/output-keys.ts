import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { shownOutputsOf, unknownKeysOf } from '../../model/controller-outputs.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'swarm/output-keys',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'What is shown as the output of a swarm controller has the keys that it prints.',
  why: 'A coordinator reads the keys that it was told of. One that the controller never prints is undefined at run time, and a decision that rests on it goes the same way every time.',
  source: { url: 'docs/swarm.md#commands', level: 'MUST', verified: '2026-11' },
  messages: {
    unknown: {
      text: '“{command}” of {controller} prints no “{name}”.',
      help: 'Take it out: printed are {known}.',
    },
    misspelt: {
      text: '“{command}” of {controller} prints no “{name}”.',
      help: 'Write “{meant}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n### Ask for assignments\n\n```\nBash: python scripts/aco.py --session <session> select --iter <k>\n```\n\nParse stdout JSON. Expected:\n\n```json\n{ "status": "ok", "iteration": <k>, "assignments": [ { "ant_id": "ANT-<k>-<i>", "edge_preferences": {"a::b": 0.4, ...} }, ... ] }\n```\n\n| Subcommand | Output (stdout JSON) |\n|---|---|\n| `update --iter k` | `{iteration, best_score, delta}` |\n| `report` | all of it: `{best, top_k, ...}` |\n',
      },
    },
    {
      title: 'In a fence below a heading that names the command, in nested objects too',
      files: {
        '.claude/skills/team-hunt/specs/end.md':
          '## Output (aco.py converged)\n\n```json\n{\n  "converged": true,\n  "because": "flat",\n  "metrics": { "entropy": 1.2, "tokens": 9 }\n}\n```\n',
        '.claude/skills/team-hunt/SKILL.md': '---\nname: team-hunt\ndescription: Hunts.\n---\n',
      },
      reports: [
        '.claude/skills/team-hunt/specs/end.md:6:3 unknown',
        '.claude/skills/team-hunt/specs/end.md:7:32 unknown',
      ],
    },
    {
      title: 'In a table of commands, in a code span behind a command line, in a row of assignments',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n| Command | Output |\n|---|---|\n| `select` | `{iteration, assignments: [{ant_id, hints}]}` |\n| `report` | `{best, curve}` |\n\n1. Bash: `python scripts/aco.py --session <session> update --iter <k>`\n   -> returns `{mean_score, best_scores, ...}`\n',
      },
      reports: [
        '.claude/skills/team-hunt/SKILL.md:8:50 unknown',
        '.claude/skills/team-hunt/SKILL.md:9:22 unknown',
        '.claude/skills/team-hunt/SKILL.md:12:29 misspelt',
      ],
    },
    {
      title: 'Our own controller prints more',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `node scripts/aco.mjs --session s converged`. It prints:\n\n```json\n{ "converged": false, "metrics": { "total_tokens_used": 9, "iterations_completed": 2 }, "warnings": [], "verdict": "go" }\n```\n',
      },
      reports: ['.codex/skills/team-hunt/SKILL.md:9:105 unknown'],
    },
    {
      title: 'Objects that are no outputs: a state, a message, a row, an error, what shares no key',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`python scripts/aco.py --session s update --iter 1`\n\n### State Update\n\n```json\n{ "task_id": "T-1", "status": "completed", "iteration": 1 }\n```\n\n### Hints\n\n`aco.py select` returns hints for one ant:\n\n```json\n{ "ant_id": "ANT-1-1", "start_node": "a", "max_path_length": 4, "iteration": 1 }\n```\n\n### Failure of `aco.py update`: output\n\n```json\n{ "status": "error", "message": "no artifacts", "iteration": 1 }\n```\n\n### Output of aco.py report goes into\n\n```json\n{ "title": "Report" }\n```\n',
      },
    },
  ],

  check(document, report) {
    for (const output of shownOutputsOf(document))
      for (const { name, span, known } of unknownKeysOf(output)) {
        const key = name.slice(name.lastIndexOf('.') + 1)
        const meant = nearest(key, known)
        const data = { command: output.command, controller: output.manifest.name, name: excerpt(name) }
        if (meant) report({ message: 'misspelt', at: span, data: { ...data, meant } })
        else report({ message: 'unknown', at: span, data: { ...data, known: known.join(', ') } })
      }
  },
})
