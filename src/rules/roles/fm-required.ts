import { defineRule } from '../../core/rule.ts'
import { isWorker } from '../../model/roles.ts'

/** What a coordinator looks up in the role file of a worker. */
const REQUIRED = ['role', 'prefix', 'inner_loop', 'message_types']

export default defineRule({
  id: 'roles/fm-required',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['role'],
  summary: 'The frontmatter of a worker’s role has “role”, “prefix”, “inner_loop” and “message_types”.',
  why: 'A coordinator reads these keys: which tasks are the worker’s, whether it takes one after the other, what it sends when it is done. A worker without them gets no task, or its answer is waited for in vain.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The role has no {keys}.',
      help: 'Add {keys} to the frontmatter, as the other workers have them.',
    },
    empty: {
      text: '“{key}” has no value.',
      help: 'Write the value of “{key}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nprefix: SURVEY\ninner_loop: false\nmessage_types:\n  success: area_measured\n  error: error\n---\n\n# Surveyor\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nprefix: SURVEY\n---\n\n# Surveyor\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nprefix:\ninner_loop: true\nmessage_types: [sheet_printed]\n---\n\n# Printer\n',
      },
      reports: [
        '.claude/skills/team-maps/roles/printer/role.md:3:1 empty',
        '.claude/skills/team-maps/roles/surveyor/role.md:1:1 missing',
      ],
    },
    {
      title: 'A worker that has only its name, beside workers that have the keys',
      files: {
        '.agy/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\r\nrole: surveyor\r\n---\r\n',
        '.agy/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nprefix: PRINT\ninner_loop: dynamic\nmessage_types: [sheet_printed]\n---\n',
      },
      reports: ['.agy/skills/team-maps/roles/surveyor/role.md:1:1 missing'],
    },
    {
      title: 'Coordinators are free, and so are roles of skills that do not work with these keys',
      files: {
        '.claude/skills/team-maps/roles/coordinator/role.md': '---\nrole: coordinator\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nprefix: PRINT\ninner_loop: dynamic\nmessage_types: [sheet_printed]\n---\n',
        '.claude/skills/panel/roles/sceptic/role.md': '---\nrole: sceptic\ndescription: Doubts.\n---\n',
      },
    },
    {
      title: 'No frontmatter, and frontmatter that cannot be read, are other rules’ business',
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '# Surveyor\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nrole: printer\nprefix: PRINT: SHEET\n---\n',
      },
    },
  ],

  check(document, report) {
    const { meta } = document
    if (meta.state !== 'closed' || !meta.isMap || meta.faults.length || !isWorker(document)) return
    const missing = REQUIRED.filter(key => !meta.at(key))
    if (missing.length) {
      const keys = missing.map(key => `“${key}”`).join(', ')
      report({ message: 'missing', at: { start: 0, end: 3 }, data: { keys } })
    }
    for (const key of REQUIRED) {
      const field = meta.at(key)
      // Of an empty “message_types” its own rule tells.
      const isEmpty = field && (field.value === null || field.value === '') && key !== 'message_types'
      if (isEmpty) report({ message: 'empty', at: field.keySpan, data: { key } })
    }
  },
})
