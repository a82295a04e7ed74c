import { defineRule } from '../../core/rule.ts'
import { baseName, parentOf } from '../../model/layout.ts'

/** Folders whose files are read by their own name: `commands/skill.md` is a command called “skill”. */
const OTHER = /^(?:commands|agents|roles|specs|phases|instructions|docs|references?|assets|scripts|rules)$/

export default defineRule({
  id: 'hygiene/entry-file-case',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill'],
  summary: 'A skill’s entry file is called SKILL.md, in capitals.',
  why: 'Where the disk ignores case (macOS, Windows) `skill.md` works for its author; on Linux clients never find the skill.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    case: {
      text: 'The entry file is called “{name}”; clients look for “SKILL.md”.',
      help: 'Rename it to “SKILL.md”; where the disk ignores case, in two steps over another name.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      files: { '.claude/skills/review/skill.md': '---\nname: review\ndescription: Reviews a change.\n---\n' },
      reports: ['.claude/skills/review/skill.md:1:1 case'],
    },
    {
      title: 'In a folder of skills without a client',
      files: { 'skills/review/Skill.md': '---\nname: review\ndescription: Reviews a change.\n---\n' },
      reports: ['skills/review/Skill.md:1:1 case'],
    },
    {
      title: 'Notes about a skill, beside the entry or without frontmatter, are no entry',
      files: {
        '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n',
        '.claude/skills/review/Skill.md': '---\nname: notes\ndescription: Notes on the skill.\n---\n',
        'handbook/writing/skill.md': '# What a skill is\n',
      },
    },
    {
      title: 'A command that is called “skill”',
      files: { '.claude/commands/skill.md': '---\nname: skill\ndescription: Lists the skills.\n---\n' },
    },
  ],

  check({ path, meta, pack }, report) {
    const name = baseName(path)
    const dir = parentOf(path)
    if (name === 'SKILL.md' || OTHER.test(baseName(dir))) return
    if (pack.documents.some(other => other.path === `${dir}/SKILL.md`)) return
    const isInSkills = baseName(parentOf(dir)) === 'skills'
    const isSkill = meta.at('name') !== undefined || meta.at('description') !== undefined
    if (isInSkills || isSkill) report({ message: 'case', at: { start: 0, end: 0 }, data: { name } })
  },
})
