import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { controllerOf } from '../../model/controller.ts'
import { configsIn, driftOf } from '../../model/controller-config.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'swarm/config-drift',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  summary: 'Settings of a swarm configuration are settings that its controller reads.',
  why: 'A setting that no code reads looks like a limit and is none: a budget that nobody checks is spent, and the user hears of it from the bill.',
  source: { url: 'docs/swarm.md', level: 'MUST', verified: '2026-11' },
  messages: {
    key: {
      text: '{controller} reads no “{path}”.',
      help: 'Take it out, or begin its name with “_” to make it a comment.',
    },
    misspelt: {
      text: '{controller} reads no “{path}”.',
      help: 'Write “{meant}”.',
    },
    value: {
      text: '“{path}” is “{value}”, which {controller} does not take.',
      help: 'Write one of {known}.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `scripts/aco.py`.\n',
        '.claude/skills/team-hunt/specs/config.json':
          '{\n  "_comment": "a template",\n  "swarm": { "n_ants": 5, "team": "red" },\n  "aco": { "_why": "defaults", "rho": 0.2 },\n  "task_space": { "nodes": ["a", "b"] },\n  "scoring": { "mode": "fallback", "rubric": "…" },\n  "convergence": { "max_iterations": 4, "stagnation": { "enabled": true, "patience": 2 } }\n}\n',
      },
    },
    {
      title: 'Settings that aco.py does not read, in a template and in a fence',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `scripts/aco.py`.\n\n```json\n{ "convergence": { "budget_tokens": { "enabled": true, "max": 9000 }, "target_score": { "value": 0.9 } } }\n```\n',
        '.claude/skills/team-hunt/specs/config.json':
          '{ "aco": { "rh0": 0.2 }, "task_space": { "nodes": [] }, "scoring": { "mode": "vote" } }\n',
      },
      reports: [
        '.claude/skills/team-hunt/SKILL.md:9:20 key',
        '.claude/skills/team-hunt/specs/config.json:1:12 misspelt',
        '.claude/skills/team-hunt/specs/config.json:1:78 value',
      ],
    },
    {
      title: 'Our own controller knows more, and every section of it',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`node scripts/aco.mjs --session s init`\n\n```json\n{\n  "swarm": { "n_ants": 5, "ants": 3 },\n  "aco": { "gamma": 1, "hints": { "sources": 8, "depth": 2 }, "matrix_type": "dense" },\n  "task_space": { "eta": { "nodes": { "parser.ts": 2 } } },\n  "convergence": { "budget_tokens": { "assume_per_ant": 900 } }\n}\n```\n',
      },
      reports: [
        '.codex/skills/team-hunt/SKILL.md:10:27 key',
        '.codex/skills/team-hunt/SKILL.md:11:49 key',
        '.codex/skills/team-hunt/SKILL.md:11:78 value',
      ],
    },
    {
      title: 'Other JSON, other skills, two controllers, a template with holes',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `scripts/aco.py`.\n\n```json\n{ "scoring": { "mode": "vote" }, "team": "red" }\n```\n\n```json\n{ "convergence": { "max_iterations": <k>, ... }, "scoring": { "mode": "script" | "llm" } }\n```\n\n```json\n{ "session": "s", "convergence": { "reached": true } }\n```\n',
        '.claude/skills/team-hunt/specs/state.json': '{ "convergence": { "reached": true }, "swarm": "red" }\n',
        '.claude/skills/review/specs/config.json': '{ "aco": { "x": 1 }, "task_space": { "y": 2 } }\n',
        '.claude/skills/team-both/SKILL.md':
          '---\nname: team-both\ndescription: Both.\n---\n\nFrom aco.py to aco.mjs.\n\n```json\n{ "aco": { "gamma": 1 } }\n```\n',
      },
    },
  ],

  check(document, report) {
    const manifest = controllerOf(document)
    if (!manifest) return
    const controller = manifest.name
    for (const config of configsIn(document))
      for (const { path, span, value, known } of driftOf(config, manifest)) {
        const data = { controller, path: excerpt(path) }
        if (value !== undefined) {
          const list = known.map(text => `“${text}”`).join(', ')
          report({ message: 'value', at: span, data: { ...data, value: excerpt(value), known: list } })
          continue
        }
        const meant = nearest(path.slice(path.lastIndexOf('.') + 1), known)
        if (meant) report({ message: 'misspelt', at: span, data: { ...data, meant } })
        else report({ message: 'key', at: span, data })
      }
  },
})
