import { defineRule } from '../../core/rule.ts'
import { commandLinesOf } from '../../model/controller-commands.ts'
import { faultsOf, unknownCommandOf, usageOf } from '../../model/controller-faults.ts'
import { isDenied } from '../../model/examples.ts'

export default defineRule({
  id: 'swarm/cli-flags',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'Command lines of a swarm controller have the commands and flags that it takes.',
  why: 'An agent copies the command line that it is shown. One that the controller refuses ends with a usage message instead of numbers, and the agent makes the numbers up.',
  source: { url: 'docs/swarm.md#commands', level: 'MUST', verified: '2026-11' },
  messages: {
    command: {
      text: '{controller} has no command “{name}”.',
      help: 'Write {known}.',
    },
    flags: {
      text: '{controller} refuses this call of “{command}”: {faults}.',
      help: 'Write “{usage}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n1. Bash: `python scripts/aco.py --session <session> init`\n2. Bash: `python scripts/aco.py --session=<session> --run-dir <run> select --iter <k>`\n\n```\nBash: python3 scripts/aco.py --session "${session}" update --iter ${k} > out.json\n```\n',
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```bash\nnode scripts/aco.mjs init --session "$S" --config hunt.json --force\nnode scripts/aco.mjs --session "$S" select --iter 3 --seed x # the third\nnode scripts/aco.mjs validate found.json\nnode scripts/aco.mjs --help\n```\n',
      },
    },
    {
      title: 'A missing session, spelt as elsewhere in the skill; a flag that never was',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nBash: `python scripts/aco.py --session <session> report`\n',
        '.claude/skills/team-hunt/specs/protocol.md':
          '```\n[Lead] begin\n  └─> python aco.py init --config <session>/swarm-config.json\n  ├─> python aco.py select --iter k → assignments\n  └─> python aco.py update --round k\n```\n',
      },
      reports: [
        '.claude/skills/team-hunt/specs/protocol.md:3:26 flags',
        '.claude/skills/team-hunt/specs/protocol.md:4:21 flags',
        '.claude/skills/team-hunt/specs/protocol.md:5:28 flags',
      ],
      fixed: {
        '.claude/skills/team-hunt/specs/protocol.md':
          '```\n[Lead] begin\n  └─> python aco.py --session <session> init\n  ├─> python aco.py --session <session> select --iter k → assignments\n  └─> python aco.py --session <session> update --round k\n```\n',
      },
    },
    {
      title: 'aco.py takes the session before the command only, aco.mjs anywhere',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```bash\npython scripts/aco.py select --session <session> --iter 1\n```\n',
        '.agy/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```bash\nnode scripts/aco.mjs select --session <session> --iter 1\n```\n',
      },
      reports: ['.claude/skills/team-hunt/SKILL.md:7:30 flags'],
      fixed: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```bash\npython scripts/aco.py --session <session> select --iter 1\n```\n',
      },
    },
    {
      title: 'Commands that do not exist',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`node scripts/aco.mjs --session s selcet --iter 2`, then `node scripts/aco.mjs --session s evaporate`.\n',
      },
      reports: ['.codex/skills/team-hunt/SKILL.md:6:35 command', '.codex/skills/team-hunt/SKILL.md:6:92 command'],
    },
    {
      title: 'Calls of tools that hold a command line; no session is known to write',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```\nBash({ command: "python scripts/aco.py converged", timeout: 9 })\nBash({ command: `python scripts/aco.py --session ${s} select` })\n```\n',
      },
      reports: ['.claude/skills/team-hunt/SKILL.md:7:40 flags', '.claude/skills/team-hunt/SKILL.md:8:55 flags'],
      fixed: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n```\nBash({ command: "python scripts/aco.py --session ${s} converged", timeout: 9 })\nBash({ command: `python scripts/aco.py --session ${s} select` })\n```\n',
      },
    },
    {
      title: 'Prose that names a command, boxes, calls that are cut short, patterns, what must not be run',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nCall `aco.py select`, then aco.py update. If `python aco.py update fails`, stop. See scripts/aco.py.\n\n```\n+----------------------------+\n| python aco.py select       |\n| (scripts/aco.py)           |\n+----------------------------+\n```\n\n- `python aco.py init|select|update`\n- `python aco.py <command>`\n- `python aco.py select ...`\n- `python aco.py --session <session>`\n- Never run `python aco.py select --all`.\n- Run python aco.py to see more.\n',
      },
    },
  ],

  check(document, report) {
    for (const line of commandLinesOf(document)) {
      if (isDenied(document, line.span.start)) continue
      const { manifest, command } = line
      const controller = manifest.name
      const unknown = unknownCommandOf(line)
      if (unknown) {
        const names = Object.keys(manifest.commands).map(name => `“${name}”`)
        const known = unknown.meant ? `“${unknown.meant}”` : `one of ${names.join(', ')}`
        report({ message: 'command', at: command.span, data: { controller, name: command.name, known } })
        continue
      }
      const faults = faultsOf(line)
      if (!faults.length) continue
      const edits = faults.flatMap(fault => fault.edits ?? [])
      report({
        message: 'flags',
        at: faults[0]!.at,
        data: {
          controller,
          command: command.name,
          faults: faults.map(({ text }) => text).join(', '),
          usage: usageOf(manifest, command.name),
        },
        ...(edits.length ? { fix: { title: 'Write the command line that it takes', safe: true, edits } } : {}),
      })
    }
  },
})
