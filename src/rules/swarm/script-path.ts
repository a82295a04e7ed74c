import { defineRule } from '../../core/rule.ts'
import { type CommandLine, commandLinesAround, commandLinesOf } from '../../model/controller-commands.ts'
import { fenceAt, isDenied } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'swarm/script-path',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  fixable: 'safe',
  summary: 'Command lines that are to be run give the path of the swarm controller.',
  why: 'An agent works in the user’s project, not in the folder of the skill: a bare file name is looked up there, and not found.',
  source: { url: 'docs/swarm.md#commands', level: 'SHOULD', verified: '2026-11' },
  messages: {
    bare: {
      text: '“{name}” is run without a path; elsewhere the skill runs “{path}”.',
      help: 'Write “{path}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n1. Bash: `python <skill_root>/scripts/aco.py --session <session> init`\n2. Bash: `python <skill_root>/scripts/aco.py --session <session> report`, then aco.py is done.\n',
      },
    },
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n1. Bash: `python <skill_root>/scripts/aco.py --session <session> init`\n2. Bash: `python aco.py --session <session> report`\n\n```bash\npython aco.py --session s converged\n```\n',
      },
      reports: ['.claude/skills/team-hunt/SKILL.md:7:18 bare', '.claude/skills/team-hunt/SKILL.md:10:8 bare'],
      fixed: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n1. Bash: `python <skill_root>/scripts/aco.py --session <session> init`\n2. Bash: `python <skill_root>/scripts/aco.py --session <session> report`\n\n```bash\npython <skill_root>/scripts/aco.py --session s converged\n```\n',
      },
    },
    {
      title: 'Two paths elsewhere: which one is meant is for an author to say',
      files: {
        '.codex/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`node a/aco.mjs --session s init`, `node b/aco.mjs --session s report`, `node aco.mjs --session s status`\n',
      },
      reports: ['.codex/skills/team-hunt/SKILL.md:6:79 bare'],
    },
    {
      title: 'A drawn overview, a changed folder, a skill without any path',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`python <skill_root>/scripts/aco.py --session s init`\n\n```\nlead\n  └─> python aco.py --session s report\n```\n\n```bash\ncd <skill_root>/scripts\npython aco.py --session s converged\n```\n\n`cd x && python aco.py --session s report`\n',
        '.claude/skills/team-find/SKILL.md':
          '---\nname: team-find\ndescription: Finds.\n---\n\n`python aco.py --session s init`\n',
      },
    },
  ],

  check(document, report) {
    const isBare = ({ script, manifest }: CommandLine) => script.text === manifest.name
    const bare = commandLinesOf(document).filter(line => isBare(line) && !line.isDrawn)
    if (!bare.length) return
    const placed = commandLinesAround(document).filter(line => !isBare(line))
    for (const line of bare) {
      const { manifest, script } = line
      const first = placed.find(other => other.manifest === manifest)
      if (!first || isDenied(document, line.span.start) || isInsideFolder(line)) continue
      const path = first.script.text
      const isOne = !placed.some(other => other.manifest === manifest && other.script.text !== path)
      const edits = [{ path: document.path, span: script.span, text: path }]
      report({
        message: 'bare',
        at: script.span,
        data: { name: manifest.name, path: excerpt(path) },
        related: [{ in: first.document, at: first.script.span, text: 'with a path' }],
        ...(isOne ? { fix: { title: 'Write the path as elsewhere', safe: true, edits } } : {}),
      })
    }
  },
})

/** Whether a line is run in the folder of the scripts: `cd …` stands before it. */
function isInsideFolder({ document, span }: CommandLine): boolean {
  const { text, lines } = document
  const start = fenceAt(document, span.start)?.body.start ?? lines.starts[lines.index(span.start)]!
  return /(?:^|[\s`;&|(])(?:cd|pushd|Set-Location)\s/.test(text.slice(Math.max(start, span.start - 2_000), span.start))
}
