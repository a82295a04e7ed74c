import { defineRule } from '../../core/rule.ts'
import { spanOfNode } from '../../markdown/walk.ts'
import type { Item } from '../../model/items.ts'
import { itemsIn } from '../../model/items.ts'
import { partsOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/success-criteria-checklist',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'agent'],
  fixable: 'safe',
  summary: 'Success criteria are a checklist.',
  why: 'Agents copy the list and tick it off; an item without a box is read as a remark and passed over.',
  source: { url: 'docs/pack-grammar.md#success-criteria', level: 'ADVICE', verified: '2026-11' },
  messages: {
    plain: {
      text: 'Success criteria without a box: {count}.',
      help: 'Write “- [ ] what is true at the end”.',
    },
    numbers: {
      text: 'The success criteria are numbered steps.',
      help: 'Write a checklist: “- [ ] what is true at the end”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<success_criteria>\n- [ ] every file is read\n  - generated files count, too\n- [x] the report is short\n</success_criteria>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<success_criteria>\n- [ ] every file is read\n- the report is short\n* no file is changed\n</success_criteria>\n',
      },
      reports: ['.claude/commands/review.md:3:1 plain'],
      fixed: {
        '.claude/commands/review.md':
          '<success_criteria>\n- [ ] every file is read\n- [ ] the report is short\n* [ ] no file is changed\n</success_criteria>\n',
      },
    },
    {
      title: 'The heading form, in a file that has sections',
      files: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\n检查。\n</purpose>\n\n<appendix>\n\n### 成功标准\n\n- 全部读完\n\n</appendix>\n',
      },
      reports: ['.codex/skills/review/SKILL.md:9:1 plain'],
      fixed: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\n检查。\n</purpose>\n\n<appendix>\n\n### 成功标准\n\n- [ ] 全部读完\n\n</appendix>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md': '<success_criteria>\n1. Read every file\n2. Report\n</success_criteria>\n',
      },
      reports: ['.claude/commands/review.md:2:1 numbers'],
    },
    {
      title: 'A bullet that only names a group of boxes, and remarks below the list',
      files: {
        '.claude/commands/review.md':
          '<success_criteria>\n- Scan mode:\n  - [ ] all files listed\n\nNotes:\n\n- a rerun changes nothing\n</success_criteria>\n',
      },
    },
    {
      title: 'A box stands before text only: code, a heading, a quote, a list or a table is the author’s to word',
      files: {
        '.claude/commands/review.md':
          '<success_criteria>\n- ```\n  npm test\n  ```\n- # Files\n- > all read\n- - one\n- | a |\n  |---|\n  | b |\n-     npm run\n-   all read\n    and told\n</success_criteria>\n',
      },
      reports: ['.claude/commands/review.md:2:1 plain'],
      fixed: {
        '.claude/commands/review.md':
          '<success_criteria>\n- ```\n  npm test\n  ```\n- # Files\n- > all read\n- - one\n- | a |\n  |---|\n  | b |\n-     npm run\n-   [ ] all read\n    and told\n</success_criteria>\n',
      },
    },
    {
      title: 'A heading in a skill written in prose is the author’s own matter',
      files: { '.claude/skills/review/SKILL.md': '# Review\n\n## Success criteria\n\n- every file is read\n' },
    },
    {
      title: 'The next section’s list is not part of it',
      files: {
        '.claude/commands/review.md':
          '<success_criteria>\n- [ ] done\n</success_criteria>\n\n<appendix>\n- a remark\n</appendix>\n',
      },
    },
  ],

  check(document, report) {
    const { path, sections } = document
    for (const part of partsOf(document, 'success_criteria')) {
      if (part.form === 'heading' && !sections.some(({ tag }) => tag === 'purpose')) continue
      const items = itemsIn(document, part.body)
      const checklists = new Set(items.filter(isTicked).map(({ list }) => list))
      const plain = items.filter(
        item => !isTicked(item) && (checklists.has(item.list) || !checklists.size || !item.lead),
      )
      if (!plain.length) continue
      const bullets = plain.filter(({ number }) => number === undefined)
      if (!bullets.length) {
        report({ message: 'numbers', at: plain[0]!.marker })
        continue
      }
      const edits = bullets.flatMap(({ node }) => {
        const [first] = node.children
        const start = first?.type === 'paragraph' ? spanOfNode(first).start : -1
        return start < 0 ? [] : [{ path, span: { start, end: start }, text: '[ ] ' }]
      })
      report({
        message: 'plain',
        at: bullets[0]!.marker,
        data: { count: bullets.length },
        ...(edits.length ? { fix: { title: 'Add boxes', safe: true, edits } } : {}),
      })
    }
  },
})

/** Whether an item has a box, or only heads a list of boxes. */
const isTicked = ({ hasBox, node }: Item) =>
  hasBox || node.children.some(child => child.type === 'list' && child.children.some(({ checked }) => checked != null))
