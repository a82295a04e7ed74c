import { defineRule } from '../../core/rule.ts'
import { itemsIn } from '../../model/items.ts'
import { partsOf, sectionOf } from '../../model/sections.ts'

const NAMED = /\bfinish-work\b/i
const SEALED = /\bfinish[- _]work\b|\bseal(?:ed|s)?\b|\barchive\.json\b|封存|归档/i

export default defineRule({
  id: 'sections/on-complete-criterion',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'An on-complete block and a success criterion that names finish-work go together.',
  why: 'The block says how a session is sealed, the criterion makes an agent check that it was; one without the other is forgotten.',
  source: { url: 'docs/pack-grammar.md#sections', level: 'ADVICE', verified: '2026-11' },
  messages: {
    criterion: {
      text: 'No success criterion says that finish-work has closed the session.',
      help: 'Add “- [ ] the session is closed by finish-work” to the success criteria.',
    },
    block: {
      text: 'A criterion names finish-work, and nothing in the file calls it.',
      help: 'Add an “<on_complete>” block that loads finish-work.md, or drop the criterion.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md':
          '<success_criteria>\n- [ ] the session is closed by finish-work\n</success_criteria>\n\n<on_complete>\n@~/.maestro/workflows/finish-work.md — SESSION_DIR={dir}\n</on_complete>\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md':
          '<success_criteria>\n- [ ] Plan written\n</success_criteria>\n\n<on_complete>\n@~/.maestro/workflows/finish-work.md — SESSION_DIR={dir}\n</on_complete>\n',
      },
      reports: ['.claude/commands/plan.md:5:1 criterion'],
    },
    {
      files: {
        '.claude/commands/plan.md':
          '<success_criteria>\n- [ ] Plan written\n- [ ] finish-work has run\n</success_criteria>\n',
      },
      reports: ['.claude/commands/plan.md:3:1 block'],
    },
    {
      title: 'The call stands in another section',
      files: {
        '.claude/commands/plan.md':
          '<execution>\nLast, follow `workflows/finish-work.md`.\n</execution>\n\n<success_criteria>\n- [ ] finish-work has run\n</success_criteria>\n',
      },
    },
    {
      title: 'In Chinese, and without criteria of its own',
      files: {
        '.codex/skills/plan/SKILL.md':
          '### 成功标准\n\n- [ ] 会话已封存\n\n<on_complete>\n@workflows/finish-work.md — SESSION_DIR={dir}\n</on_complete>\n',
        '.codex/skills/audit/SKILL.md':
          '<on_complete>\n@workflows/finish-work.md — SESSION_DIR={dir}\n</on_complete>\n',
      },
    },
  ],

  check(document, report) {
    const criteria = partsOf(document, 'success_criteria')
    if (!criteria.length) return
    const { text } = document
    const block = sectionOf(document, 'on_complete')
    if (block) {
      const isFinish = NAMED.test(text.slice(block.body.start, block.body.end))
      const isSaid = criteria.some(({ body }) => SEALED.test(text.slice(body.start, body.end)))
      if (isFinish && !isSaid) report({ message: 'criterion', at: block.open })
      return
    }
    const items = criteria.flatMap(({ body }) => itemsIn(document, body))
    const item = items.find(({ span }) => NAMED.test(text.slice(span.start, span.end)))
    const elsewhere = [...text.matchAll(/\bfinish-work\b/gi)].some(
      ({ index }) => !criteria.some(({ body }) => body.start <= index && index < body.end),
    )
    if (item && !elsewhere) report({ message: 'block', at: item.marker })
  },
})
