import { defineRule } from '../../core/rule.ts'
import type { Document, Section } from '../../core/types.ts'
import { gatesOf } from '../../model/gates/gates.ts'
import { itemsIn } from '../../model/items.ts'
import { isDelegating } from '../../model/sections.ts'

const STEP = /^(?:\*\*)?(?:(?:step|phase|stage|步骤|阶段|第)\s*[\d一二三四五六七八九十]|\d+[.)、:：]?\s)/i

/** Steps from which on an execution needs gates. */
const MANY = 3

export default defineRule({
  id: 'gates/required',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'An execution of three steps or more has phase gates.',
  why: 'Without a gate an agent goes on with what the last step was to make and did not make.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The execution has {count} steps and no phase gates.',
      help: 'Add “### Phase Gates (MANDATORY, BLOCKING)” with “**GATE 1: A → B**” and its REQUIRED and BLOCKED lines.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md':
          '<execution>\n\n### Phase Gates (MANDATORY, BLOCKING)\n\n**GATE 1: Read → Write**\n- REQUIRED: all files read.\n- BLOCKED if: a file is missing.\n\n### Step 1: Read\n\n### Step 2: Think\n\n### Step 3: Write\n\n</execution>\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md': '<execution>\n\n## 1. Read\n\n## 2. Think\n\n## 3. Write\n\n</execution>\n',
      },
      reports: ['.claude/commands/plan.md:1:1 missing'],
    },
    {
      title: 'Steps as a list',
      files: { '.claude/commands/plan.md': '<execution>\n1. Read.\n2. Think.\n3. Write.\n</execution>\n' },
      reports: ['.claude/commands/plan.md:1:1 missing'],
    },
    {
      title: 'Two steps need none',
      files: {
        '.claude/commands/plan.md':
          '<execution>\n\n### Step 1: Read\n\n1. a\n2. b\n3. c\n\n### Step 2: Write\n\n</execution>\n',
      },
    },
    {
      title: 'Gates elsewhere in the file, in other words, or without a heading',
      files: {
        '.claude/commands/chain.md':
          '<execution>\n\n### 步骤 1\n\n### 步骤 2\n\n### 步骤 3\n\n</execution>\n\n## Chain Phase Gates — shared\n\nAs in the base skill.\n',
        '.claude/commands/fork.md':
          '<execution>\n**GATE 1: Read → Write**\n- REQUIRED: read.\n\n1. Read.\n2. Think.\n3. Write.\n</execution>\n',
        '.claude/commands/join.md':
          '<execution>\n**门禁 1：读 → 写**\n- 必需：已读\n\n1. Read.\n2. Think.\n3. Write.\n</execution>\n',
      },
    },
    {
      title: 'A command that leaves everything to a workflow file',
      files: {
        '.claude/commands/plan.md':
          "<execution>\nFollow '~/.maestro/workflows/plan.md' completely:\n\n1. Read.\n2. Think.\n3. Write.\n</execution>\n",
      },
    },
  ],

  check(document, report) {
    const hasGates = gatesOf(document).length > 0 || /^[ \t]*(?:[-*][ \t]+)?\*\*GATE\b/m.test(document.text)
    if (hasGates || isDelegating(document)) return
    for (const section of document.sections) {
      if (section.tag !== 'execution') continue
      const count = stepsIn(document, section)
      if (count >= MANY) report({ message: 'missing', at: section.open, data: { count } })
    }
  },
})

/** Step headings of the highest rank, or the items of a numbered list where there are no such headings. */
function stepsIn(document: Document, { body }: Section): number {
  const steps = document.headings.filter(
    ({ span, text }) => span.start >= body.start && span.end <= body.end && STEP.test(text),
  )
  if (steps.length) {
    const top = Math.min(...steps.map(({ depth }) => depth))
    return steps.filter(({ depth }) => depth === top).length
  }
  return itemsIn(document, body).filter(({ number }) => number !== undefined).length
}
