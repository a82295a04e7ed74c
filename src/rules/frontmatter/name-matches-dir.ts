import { defineRule } from '../../core/rule.ts'
import { quoteScalar } from '../../core/scalar.ts'
import type { Field } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'

/** What the specification accepts as a name, and so as a folder of a skill. */
const isProper = (name: string) => name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)

/** The name in the quotes that the value has, or none; new ones where YAML would read something else. */
const written = (name: string, style: Field['style']) =>
  style === 'double' ? `"${name}"` : style === 'single' ? `'${name}'` : quoteScalar(name)

export default defineRule({
  id: 'frontmatter/name-matches-dir',
  scope: 'skill',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  fixable: 'safe',
  summary: 'A skill is called like the folder that it lies in.',
  why: 'The specification demands it, and clients disagree on which of the two counts: a skill with two names is listed under one and called under the other. Where only the case differs, the fault does not show on macOS and Windows and breaks on Linux.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    differs: {
      text: 'The skill is called “{name}”, its folder “{folder}”.',
      help: 'Write “name: {folder}”.',
    },
    case: {
      text: 'The skill is called “{name}”, its folder “{folder}”: they differ in case only.',
      help: 'Write both as “{wanted}”.',
    },
    folder: {
      text: 'The skill is called “{name}”, its folder “{folder}”, which is no name for a skill.',
      help: 'Rename the folder to “{name}”.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': '---\nname: code-review\ndescription: Reviews a change.\n---\n' },
      reports: ['.claude/skills/review/SKILL.md:2:7 differs'],
      fixed: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' },
    },
    {
      title: 'The fix keeps quotes, and adds them where YAML would read a number',
      files: {
        '.claude/skills/plan/SKILL.md': "---\r\nname: 'planner'\r\ndescription: Plans.\r\n---\r\n",
        '.codex/skills/2048/SKILL.md': '---\nname: puzzle\ndescription: Solves the puzzle.\n---\n',
      },
      reports: ['.claude/skills/plan/SKILL.md:2:7 differs', '.codex/skills/2048/SKILL.md:2:7 differs'],
      fixed: {
        '.claude/skills/plan/SKILL.md': "---\r\nname: 'plan'\r\ndescription: Plans.\r\n---\r\n",
        '.codex/skills/2048/SKILL.md': '---\nname: "2048"\ndescription: Solves the puzzle.\n---\n',
      },
    },
    {
      title: 'Only the case differs: the name is at fault',
      files: { '.codex/skills/release/SKILL.md': '---\nname: Release\ndescription: Releases a version.\n---\n' },
      reports: ['.codex/skills/release/SKILL.md:2:7 case'],
      fixed: { '.codex/skills/release/SKILL.md': '---\nname: release\ndescription: Releases a version.\n---\n' },
    },
    {
      title: 'Only the case differs: the folder is at fault, which no edit repairs',
      files: { '.codex/skills/Release/SKILL.md': '---\nname: release\ndescription: Releases a version.\n---\n' },
      reports: ['.codex/skills/Release/SKILL.md:2:7 case'],
    },
    {
      title: 'A folder that cannot be a name',
      files: { '.claude/skills/code_review/SKILL.md': '---\nname: code-review\ndescription: Reviews.\n---\n' },
      reports: ['.claude/skills/code_review/SKILL.md:2:7 folder'],
    },
    {
      title: 'A name that stands twice is another rule’s business',
      files: { '.claude/skills/review/SKILL.md': '---\nname: reviews\nname: review\ndescription: Reviews.\n---\n' },
    },
    {
      title: 'Capitals that agree are another rule’s business',
      files: { '.claude/skills/Review/SKILL.md': '---\nname: Review\ndescription: Reviews a change.\n---\n' },
    },
    {
      title: 'Commands, agents and roles may be called otherwise; a missing name is another rule’s business',
      files: {
        '.claude/agents/critic.md': '---\nname: strict-critic\ndescription: Criticises.\n---\n',
        '.claude/skills/team/SKILL.md': '---\ndescription: Runs a team.\n---\n',
        '.claude/skills/team/roles/writer/role.md': '---\nrole: author\nname: author\n---\n',
      },
    },
    {
      title: 'The folder is not known where the skill is the working directory itself',
      files: { 'SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' },
    },
  ],

  check({ entry, name: folder }, report) {
    const field = entry.meta.at('name')
    // Of two names nobody knows which one counts: `duplicate-key` speaks of them.
    if (entry.meta.fields.filter(({ key }) => key === 'name').length > 1) return
    if (!folder || typeof field?.value !== 'string' || !field.value.trim()) return
    const name = field.value.trim()
    // One letter may be spelled as one character or two; file systems differ in which they hand back.
    const [left, right] = [name.normalize('NFKC'), folder.normalize('NFKC')]
    // Where neither can stay, `installed-name` says what to call both.
    if (left === right || (!isProper(name) && !isProper(folder))) return
    const data = { name: excerpt(name), folder: excerpt(folder) }
    const edit = { path: entry.path, span: field.span, text: written(folder, field.style) }
    const fix = isProper(folder) ? { title: `Call the skill “${folder}”`, safe: true, edits: [edit] } : undefined
    const finding = fix ? { at: field, fix } : { at: field }
    if (left.toLowerCase() === right.toLowerCase())
      return report({
        message: 'case',
        ...finding,
        data: { ...data, wanted: excerpt(fix ? folder : name.toLowerCase()) },
      })
    report({ message: fix || !isProper(name) ? 'differs' : 'folder', ...finding, data })
  },
})
