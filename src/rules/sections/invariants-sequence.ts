import { defineRule } from '../../core/rule.ts'
import type { Document, Edit, Fix } from '../../core/types.ts'
import { mayMention, mentionsByRank, mentionsIn } from '../../model/invariant-mentions.ts'
import { type Item, itemsIn, markerEdits } from '../../model/items.ts'
import { partsOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/invariants-sequence',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'agent'],
  fixable: 'safe',
  summary: 'The numbers of invariants go up by one.',
  why: 'Other places say “invariant 6”. With a number that stands twice, or a hole, a model cannot know which one is meant.',
  source: { url: 'docs/pack-grammar.md#invariants', level: 'ADVICE', verified: '2026-11' },
  messages: {
    number: {
      text: 'Invariant {found} follows invariant {previous}.',
      help: 'Number it {expected}, and those after it in turn.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<invariants>\n1. **No edits**: read only.\n2. **All files**: read each.\n</invariants>\n',
      },
    },
    {
      title: 'A number that stands twice; what names a later one is rewritten',
      files: {
        '.codex/skills/review/SKILL.md':
          '<invariants>\n1. **No edits**: read only.\n2. **All files**: read each.\n2. **No guess**: ask.\n3. **One report**: at the end.\n</invariants>\n\nInvariant 3 holds for invariants 1 and 3, too.\n',
      },
      reports: ['.codex/skills/review/SKILL.md:4:1 number'],
      fixed: {
        '.codex/skills/review/SKILL.md':
          '<invariants>\n1. **No edits**: read only.\n2. **All files**: read each.\n3. **No guess**: ask.\n4. **One report**: at the end.\n</invariants>\n\nInvariant 4 holds for invariants 1 and 4, too.\n',
      },
    },
    {
      title: 'A mention of a number that stands twice is for the author to settle',
      files: {
        '.claude/commands/review.md':
          '<invariants>\n1. **A**: a.\n1. **B**: b.\n2. **C**: c.\n</invariants>\n\nSee invariant 1.\n',
      },
      reports: ['.claude/commands/review.md:3:1 number'],
    },
    {
      title: 'File names, anchors, code and the invariants of other files keep their numbers; the author looks at them',
      files: {
        '.claude/commands/review.md':
          '<invariants>\n1. **A**: a.\n1. **B**: b.\n2. **C**: c.\n3. **D**: d.\n</invariants>\n\nSee docs/invariant-3.md, [it](#invariant-3), `cat invariants-3.txt`, invariants 3x and\ninvariant 3 of the release skill; invariant 3 holds, 见不变量 3。\n\n```\ninvariant 3\n```\n',
      },
      reports: ['.claude/commands/review.md:3:1 number'],
      unsafe: true,
      fixed: {
        '.claude/commands/review.md':
          '<invariants>\n1. **A**: a.\n2. **B**: b.\n3. **C**: c.\n4. **D**: d.\n</invariants>\n\nSee docs/invariant-3.md, [it](#invariant-3), `cat invariants-3.txt`, invariants 3x and\ninvariant 3 of the release skill; invariant 4 holds, 见不变量 4。\n\n```\ninvariant 3\n```\n',
      },
    },
    {
      title: 'A file name alone makes the fix one for the author',
      files: {
        '.claude/commands/review.md':
          '<invariants>\n1. **A**: a.\n1. **B**: b.\n2. **C**: c.\n</invariants>\n\nSee docs/invariant-2.md.\n',
      },
      reports: ['.claude/commands/review.md:3:1 number'],
    },
    {
      title: 'Wider numbers take their paragraphs and lists along',
      files: {
        '.claude/commands/review.md':
          '<invariants>\n8. **A**: a.\n8. **B**: b.\n9. **C**: c.\n   - more\n\n   And more.\n</invariants>\n',
      },
      reports: ['.claude/commands/review.md:3:1 number'],
      fixed: {
        '.claude/commands/review.md':
          '<invariants>\n8. **A**: a.\n9. **B**: b.\n10. **C**: c.\n    - more\n\n    And more.\n</invariants>\n',
      },
    },
    {
      title: 'A list may begin with 0 or go on from a base skill, and sub-lists have their own numbers',
      files: {
        '.claude/commands/codify.md':
          '<invariants>\n0. **Base**: a.\n1. **Next**: b.\n   1. one\n   2. two\n</invariants>\n',
        '.claude/commands/extend.md':
          '<invariants>\nOn top of the base skill:\n\n16. **A**：甲\n17. **B**：乙\n</invariants>\n',
      },
    },
    {
      title: 'Groups may count on, or begin again below a heading',
      files: {
        '.claude/commands/review.md':
          '<invariants>\n### Reading\n\n1. **A**: a.\n2. **B**: b.\n\n### Writing\n\n3. **C**: c.\n\n### Telling\n\n1. **D**: d.\n</invariants>\n',
      },
    },
    {
      title: 'A bullet among numbers is another rule’s finding',
      files: { '.claude/commands/review.md': '<invariants>\n1. **A**: a.\n- **B**: b.\n3. **C**: c.\n</invariants>\n' },
    },
    {
      title: 'All ones is Markdown’s automatic numbering',
      files: {
        '.claude/commands/review.md': '<invariants>\n1. **A**: a.\n1. **B**: b.\n1. **C**: c.\n</invariants>\n',
      },
    },
    {
      title: 'A list before and a list after the section are not part of it',
      files: {
        '.claude/commands/review.md':
          '1. one\n\n<invariants>\n1. **A**: a.\n2. **B**: b.\n</invariants>\n\n1. Read it.\n2. Tell.\n',
      },
    },
  ],

  check(document, report) {
    const sections = partsOf(document, 'invariants')
      .map(part => itemsIn(document, part.body))
      // A bullet among numbers is `invariants-numbered`'s: the number that it lacks is no hole.
      .filter(items => !items.some(item => item.number === undefined && !item.lead && !item.hasBox))
      .map(items => items.filter(({ number }) => number !== undefined))
      .filter(items => items.length > 1)
    for (const items of sections) {
      if (items.every(({ number }) => number === items[0]!.number && number! <= 1)) continue
      const wanted = wantedNumbers(items)
      const at = items.findIndex((item, index) => item.number !== wanted[index])
      if (at < 0) continue
      report({
        message: 'number',
        at: items[at]!.marker,
        data: { found: items[at]!.number!, previous: items[at - 1]!.number!, expected: wanted[at]! },
        fix: renumber(document, items, wanted, sections.length === 1),
      })
    }
  },
})

/** What each item's number would be: one more than the one before, and a new start where a new list begins at 0 or 1 after text. */
function wantedNumbers(items: readonly Item[]): number[] {
  const wanted: number[] = []
  for (const [index, item] of items.entries()) {
    const isNewList = item.list !== items[index - 1]?.list
    const starts = index === 0 || (isNewList && item.lead !== undefined && item.number! <= 1)
    wanted.push(starts ? item.number! : wanted[index - 1]! + 1)
  }
  return wanted
}

/**
 * New markers, and the same numbers wherever the text names an invariant in plain words. Safe where every mention is
 * plain: what else looks like one stays as it is, for the author to judge.
 */
function renumber(document: Document, items: readonly Item[], wanted: readonly number[], isOnly: boolean): Fix {
  const { text, path, skill } = document
  const edits: Edit[] = []
  const moved = new Map<number, number>()
  const twice = new Set<number>()
  for (const [index, item] of items.entries()) {
    const number = item.number!
    if (moved.has(number)) twice.add(number)
    moved.set(number, wanted[index]!)
    const mark = text.slice(item.marker.end - 1, item.marker.end)
    if (number !== wanted[index]) edits.push(...markerEdits(document, item, `${wanted[index]}${mark}`))
  }
  let safe = isOnly && !mentionsByRank(text)
  for (const { isPlain, numbers } of mentionsIn(document)) {
    if (!isPlain) safe = false
    for (const { number, span } of isPlain ? numbers : []) {
      const next = moved.get(number)
      if (next === undefined || twice.has(number)) safe = false
      else if (next !== number) edits.push({ path, span, text: String(next) })
    }
  }
  const others = (skill?.files ?? []).filter(other => other !== document)
  if (others.some(other => mayMention(other.text))) safe = false
  return { title: 'Renumber the invariants and what names them', safe, edits }
}
