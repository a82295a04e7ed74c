import { defineRule } from '../../core/rule.ts'
import { controllerOf } from '../../model/controller.ts'
import { missingScriptsOf } from '../../model/controller-scripts.ts'
import { isDenied } from '../../model/examples.ts'

export default defineRule({
  id: 'swarm/script-missing',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  summary: 'Scripts that a swarm skill speaks of are in its “scripts” folder, or commands of its controller.',
  why: 'An agent that is told of a script looks for it and, when there is none, writes one: with other rules than those of the controller.',
  source: { url: 'docs/swarm.md#commands', level: 'MUST', verified: '2026-11' },
  messages: {
    missing: {
      text: 'There is no “{name}” in the scripts of the skill.',
      help: 'Add the script, or name one that exists: {known}.',
    },
    command: {
      text: 'There is no script “{name}”: “{command}” is a command of {controller}.',
      help: 'Write “{controller} {command}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `python <skill_root>/scripts/aco.py --session s init`; the rule is in `scripts/rule.py`, pheromone.py is a part of it.\n',
        '.claude/skills/team-hunt/scripts/aco.py': '',
        '.claude/skills/team-hunt/scripts/rule.py': '',
      },
    },
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun aco.py. `select.py` draws the starts.\n\n```bash\npython <skill_root>/scripts/judge.py --all\n```\n',
        '.claude/skills/team-hunt/scripts/aco.py': '',
      },
      reports: ['.claude/skills/team-hunt/SKILL.md:6:14 command', '.claude/skills/team-hunt/SKILL.md:9:29 missing'],
    },
    {
      title: 'Without a single script nobody knows what is there; a name that is a command’s is none in any case',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun `python scripts/aco.py --session s init`; init.py lays out the graph.\n\n```bash\npython scripts/judge.py\n```\n',
      },
      reports: ['.claude/skills/team-hunt/SKILL.md:6:47 command'],
    },
    {
      title:
        'Scripts of the user, of other folders, with holes, denied; a skill without a controller; a path in the text, which is another rule’s business',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nRun aco.py. Nodes are files such as src/parser.py and main.py; `../my-rule.py`, `scripts/<rule>.py`, `scripts/judge.py`. There is no init.py.\n\n```json\n{ "path": ["update.py", "src/select.py"] }\n```\n',
        '.claude/skills/team-hunt/scripts/aco.py': '',
        '.claude/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\n---\n\ninit.py, `scripts/gone.py`\n',
        '.claude/skills/review/scripts/other.py': '',
      },
    },
  ],

  check(document, report) {
    const manifest = controllerOf(document)
    if (!manifest) return
    const controller = manifest.name
    for (const { name, span, command, known } of missingScriptsOf(document, manifest)) {
      if (isDenied(document, span.start)) continue
      if (command) report({ message: 'command', at: span, data: { name, command, controller } })
      else report({ message: 'missing', at: span, data: { name, known: known.map(text => `“${text}”`).join(', ') } })
    }
  },
})
