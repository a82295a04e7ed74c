import { defineRule } from '../../core/rule.ts'
import { excerpt } from '../../model/excerpt.ts'
import { fieldOf, isCoordinator, teamOf, textsOf } from '../../model/roles.ts'
import { bare, columnAt, tablesOf } from '../../model/roles-tables.ts'

const LABEL = /message types?|types of messages?|消息类型/i
const TYPE_HEAD = /^(?:(?:message )?types?|messages?|消息(?:类型)?|类型)$/i
const TYPE = /[A-Za-z_*{<][\w*<>{}-]*/g

/** A type as the table writes it, with holes (`<role>_done`, `*_done`) as a pattern. */
function patternOf(text: string): RegExp {
  const parts = text.split(/(?:\*|<[^<>]*>|\{[^{}]*\})+/)
  // So many holes say nothing, and would take for ever.
  return parts.length > 3 ? /^/ : new RegExp(`^${parts.map(part => part.replace(/\W/g, '\\$&')).join('[\\w-]+')}$`)
}

export default defineRule({
  id: 'roles/message-type-routed',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['role'],
  summary: 'The coordinator’s table of message types has every type that its workers send.',
  why: 'The table is what a coordinator looks up when a message comes in. One that is not there is answered by guesswork, mostly by going on waiting.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unrouted: {
      text: 'The table of message types has no {types}.',
      help: 'Add a row for each, or let the workers send a type that is in the table.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Message Types\n\n| Type | Direction | Trigger |\n|---|---|---|\n| `area_measured` | inbound | a surveyor is done |\n| error | inbound | a worker failed |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nmessage_types:\n  success: area_measured\n  error: error\n---\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '# Coordinator\n\n## Message Types\n\n| Type | Direction |\n|---|---|\n| survey_done | inbound |\n| error | inbound |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\nmessage_types:\n  success: area_measured\n  error: error\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nmessage_types: [sheet_printed, error]\n---\n',
      },
      reports: ['.claude/skills/team-maps/roles/coordinator/role.md:3:1 unrouted'],
    },
    {
      title: 'Types with holes, several in a cell, Chinese heads',
      files: {
        '.agy/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: 绘制地图。\n---\n',
        '.agy/skills/team-maps/roles/coordinator/role.md':
          '## 消息类型\n\n| 类型 | 方向 |\n|---|---|\n| `<role>_done` | 入 |\n| sheet_printed / sheet_bound | 入 |\n',
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\nmessage_types: [surveyor_done]\n---\n',
        '.agy/skills/team-maps/roles/printer/role.md': '---\nmessage_types: [sheet_bound]\n---\n',
      },
    },
    {
      title: 'A coordinator without the table routes by tags',
      files: {
        '.claude/skills/team-maps/SKILL.md': '---\nname: team-maps\ndescription: Draws maps.\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md':
          '## Entry Router\n\n| Detection | Handler |\n|---|---|\n| message contains [surveyor] | handleCallback |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nmessage_types: [area_measured]\n---\n',
      },
    },
  ],

  check(document, report) {
    if (!isCoordinator(document)) return
    const tables = tablesOf(document).filter(
      table => table.label && LABEL.test(table.label.text) && columnAt(table, TYPE_HEAD) >= 0,
    )
    const [first] = tables
    if (!first) return
    const routed = tables.flatMap(table => {
      const at = columnAt(table, TYPE_HEAD)
      return table.rows.flatMap(cells => bare(cells[at]?.text ?? '').match(TYPE) ?? []).map(patternOf)
    })
    const lacking = teamOf(document).flatMap(({ name, document: home, isCoordinator: isOther }) => {
      const field = isOther ? undefined : fieldOf(home, 'message_types')
      const types = textsOf(field?.value).filter(type => /^[\w-]+$/.test(type))
      return field
        ? types.filter(type => !routed.some(pattern => pattern.test(type))).map(type => ({ type, name, home, field }))
        : []
    })
    if (!lacking.length) return
    const types = lacking.map(({ type, name }) => `“${excerpt(type)}” (${excerpt(name)})`).join(', ')
    report({
      message: 'unrouted',
      at: first.label!.span,
      data: { types },
      related: lacking.map(({ home, field, name }) => ({ in: home, at: field, text: `the types of ${name}` })),
    })
  },
})
