import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document, Skill } from '../../core/types.ts'
import { baseName } from '../../model/layout.ts'
import { type Role, roleOf } from '../../model/roles.ts'
import { listedCommandsOf } from '../../model/roles-commands.ts'

export default defineRule({
  id: 'roles/command-ref',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['role'],
  summary: 'The toolbox of a role lists commands that exist, and every command of a role is named somewhere.',
  why: 'A role reads its procedures from files when it needs them. One that does not exist is improvised; one that nothing names is never read.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The toolbox lists “{path}”, which does not exist.',
      help: 'Write {what}.',
    },
    unnamed: {
      text: 'Nothing names the command “{name}” of the role “{role}”.',
      help: 'List “commands/{name}.md” in the toolbox of roles/{role}/role.md, or delete the file.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Toolbox\n\n| Tool | Purpose |\n|---|---|\n| commands/dispatch.md | hand out areas |\n\nThen run the `watch` command.\n',
        '.claude/skills/team-maps/roles/coordinator/commands/dispatch.md': '# Dispatch\n',
        '.claude/skills/team-maps/roles/coordinator/commands/watch.md': '# Watch\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Toolbox\n\n| Tool | Purpose |\n|---|---|\n| `commands/dispach.md` | hand out areas |\n| `commands/bind.md` | bind |\n',
        '.claude/skills/team-maps/roles/coordinator/commands/dispatch.md': '# Handing out\n',
      },
      reports: [
        '.claude/skills/team-maps/roles/coordinator/commands/dispatch.md:1:1 unnamed',
        '.claude/skills/team-maps/roles/coordinator/role.md:5:4 missing',
        '.claude/skills/team-maps/roles/coordinator/role.md:6:4 missing',
      ],
    },
    {
      title: 'Named from SKILL.md, from another command, or by a word; files that could not be read exist',
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\nSee roles/coordinator/commands/open.md.\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Toolbox\n\n- `commands/open.md`\n- `roles/coordinator/commands/close.md`\n- `commands/lost.md`\n\n## Phase 3: Watch\n\nwatch every area\n',
        '.claude/skills/team-maps/roles/coordinator/commands/open.md': 'Then @commands/close.md.\n',
        '.claude/skills/team-maps/roles/coordinator/commands/close.md': '# Close\n',
        '.claude/skills/team-maps/roles/coordinator/commands/watch.md': '# Watch\n',
      },
      unread: [
        {
          path: '.claude/skills/team-maps/roles/coordinator/commands/lost.md',
          reason: 'unreadable',
          detail: 'EACCES',
        },
      ],
    },
    {
      title: 'Placeholders, commands of another role, files outside of the toolbox',
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Toolbox\n\n- `commands/<name>.md`\n- `commands/{name}.md`\n- `roles/surveyor/commands/measure.md`\n\n## Notes\n\nThe user may keep commands/own.md.\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '# Surveyor\n',
        '.claude/skills/team-maps/roles/surveyor/commands/measure.md': '# Measuring\n',
      },
    },
  ],

  check(document, report) {
    const { skill } = document
    const role = roleOf(document)
    // Without its SKILL.md a folder is a part of a skill, and nobody knows what else there is.
    if (!skill || !role) return
    const others = role.commands.map(command => baseName(command.path))
    for (const { path, file, span } of listedCommandsOf(document)) {
      if (exists(skill, file)) continue
      const other = nearest(baseName(file), others)
      const what = other ? `“commands/${other}”` : 'the file, or take the entry out of the toolbox'
      report({ message: 'missing', at: span, data: { path, what } })
    }
    for (const command of role.commands) {
      const name = baseName(command.path).replace(/\.md$/i, '')
      if (isNamed(skill, role, command, name)) continue
      const at = command.headings[0]?.span ?? command.lines.span(0)
      report({ message: 'unnamed', in: command, at, data: { name, role: role.name } })
    }
  },
})

/** Whether a file is there; of a difference in case `references/case-mismatch` tells. */
const exists = ({ files, pack }: Skill, path: string): boolean =>
  [...files, ...pack.unread].some(file => file.path.toLowerCase() === path.toLowerCase())

/** Whether a file of the skill names a command: by its file, or in the role’s own texts by its name alone. */
function isNamed({ files }: Skill, role: Role, command: Document, name: string): boolean {
  const pattern = name.replace(/[^\w]/g, '\\$&')
  const file = new RegExp(`(?<![\\w-])${pattern}\\.md(?!\\w)`, 'i')
  const word = new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'i')
  const own = [role.document, ...role.commands]
  return files.some(other => other !== command && (own.includes(other) ? word : file).test(other.text))
}
