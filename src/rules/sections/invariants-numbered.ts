import { defineRule } from '../../core/rule.ts'
import type { Item } from '../../model/items.ts'
import { itemsIn, markerEdits } from '../../model/items.ts'
import { partsOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/invariants-numbered',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command', 'role', 'agent'],
  fixable: 'safe',
  summary: 'Invariants are numbered.',
  why: 'A gate, a worker’s report or a reviewer can name “invariant 3”; a bullet has no name.',
  source: { url: 'docs/pack-grammar.md#invariants', level: 'ADVICE', verified: '2026-11' },
  messages: {
    bullets: {
      text: 'The invariants are bullets ({count}).',
      help: 'Write “1. **Title**: what always holds”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<invariants>\n1. **No edits**: read only.\n   - not even comments\n</invariants>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<invariants>\n- **No edits**: read only.\n  Not even comments.\n- **All files**: read each.\n</invariants>\n',
      },
      reports: ['.claude/commands/review.md:2:1 bullets'],
      fixed: {
        '.claude/commands/review.md':
          '<invariants>\n1. **No edits**: read only.\n   Not even comments.\n2. **All files**: read each.\n</invariants>\n',
      },
    },
    {
      title: 'Bullets go on from the numbers before them',
      files: { '.claude/commands/review.md': '<invariants>\n1. **A**: a.\n2. **B**: b.\n- **C**: c.\n</invariants>\n' },
      reports: ['.claude/commands/review.md:4:1 bullets'],
      fixed: {
        '.claude/commands/review.md': '<invariants>\n1. **A**: a.\n2. **B**: b.\n3. **C**: c.\n</invariants>\n',
      },
    },
    {
      title: 'A sentence before the numbers is no bullet',
      files: {
        '.claude/commands/review.md': '<invariants>\nThese hold in every mode.\n\n1. **A**: a.\n</invariants>\n',
      },
    },
    {
      title: 'Bullets below a sentence that introduces them',
      files: {
        '.claude/commands/extend.md':
          '<invariants>\nAll of the base skill, with two exceptions:\n\n- reports are short\n- no gates\n</invariants>\n',
      },
    },
  ],

  check(document, report) {
    for (const { form, body } of partsOf(document, 'invariants')) {
      if (form === 'heading') continue
      const items = itemsIn(document, body)
      const bullets = items.filter(item => item.number === undefined && !item.lead && !item.hasBox)
      if (!bullets.length) continue
      const next = numberBefore(items, bullets[0]!) + 1
      const isLast = items.indexOf(bullets.at(-1)!) === items.length - 1
      report({
        message: 'bullets',
        at: bullets[0]!.marker,
        data: { count: bullets.length },
        ...(isLast
          ? {
              fix: {
                title: 'Number the invariants',
                safe: true,
                edits: bullets.flatMap((item, index) => markerEdits(document, item, `${next + index}.`)),
              },
            }
          : {}),
      })
    }
  },
})

const numberBefore = (items: readonly Item[], item: Item) =>
  items.slice(0, items.indexOf(item)).findLast(({ number }) => number !== undefined)?.number ?? 0
