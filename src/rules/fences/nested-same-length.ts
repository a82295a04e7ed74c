import { defineRule } from '../../core/rule.ts'
import type { Document, Edit, Fence, Fix } from '../../core/types.ts'

export default defineRule({
  id: 'fences/nested-same-length',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  fixable: 'safe',
  summary: 'A fence that shows another fence is longer than it.',
  why: 'Markdown ends a fence at the first closing line that is long enough. Where a template shows a fence of the same length, the rest of the template becomes text, and the text after it becomes code.',
  source: { url: 'https://spec.commonmark.org/0.31.2/#fenced-code-blocks', level: 'ADVICE', verified: '2026-11' },
  messages: {
    nested: {
      text: 'The fence holds another fence, which ends it too early.',
      help: 'Write the outer fence with {length} marks.',
    },
    swallowed: {
      text: 'The fence is still open where another one begins.',
      help: 'Close it before the next fence, or write it with more marks than the one that it shows.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '````markdown\n# Report\n\n```diff\n+ a\n```\n\nEnd.\n````\n' } },
    {
      files: {
        '.claude/skills/review/SKILL.md':
          'Report:\n\n```markdown\n# Report\n\n```diff\n+ a\n```\n\nEnd.\n```\n\nText.\n',
      },
      reports: ['.claude/skills/review/SKILL.md:3:1 nested'],
      fixed: {
        '.claude/skills/review/SKILL.md':
          'Report:\n\n````markdown\n# Report\n\n```diff\n+ a\n```\n\nEnd.\n````\n\nText.\n',
      },
    },
    {
      title: 'In a list',
      files: { '.claude/skills/review/SKILL.md': '1. Report:\n\n   ```markdown\n   ```diff\n   + a\n   ```\n   ```\n' },
      reports: ['.claude/skills/review/SKILL.md:3:4 nested'],
      fixed: {
        '.claude/skills/review/SKILL.md': '1. Report:\n\n   ````markdown\n   ```diff\n   + a\n   ```\n   ````\n',
      },
    },
    {
      title: 'A fence without a closing line runs into the next',
      files: { '.claude/skills/review/SKILL.md': '```bash\ngit diff\n\nThen:\n\n```json\n{}\n```\n' },
      reports: ['.claude/skills/review/SKILL.md:1:1 swallowed'],
    },
    {
      title:
        'A bare fence inside may close or open: the fix is left to the author, and what follows is not reported again',
      files: {
        '.claude/skills/review/SKILL.md':
          '```markdown\n```bash\ngit diff\n```\n\n```\nsrc/\n```\n\n```json\n{}\n```\n```\n',
      },
      reports: ['.claude/skills/review/SKILL.md:1:1 nested'],
    },
    {
      title: 'Other languages than Markdown need an author’s eye',
      files: { '.claude/skills/review/SKILL.md': '```xml\n<plan>\n```json\n{}\n```\n</plan>\n```\n' },
      reports: ['.claude/skills/review/SKILL.md:1:1 nested'],
      unsafe: true,
      fixed: { '.claude/skills/review/SKILL.md': '````xml\n<plan>\n```json\n{}\n```\n</plan>\n````\n' },
    },
    {
      title: 'Generators are told, and left as they are',
      files: { '.claude/skills/kit/templates/start.md': '```markdown\n```json\n{}\n```\n```\n' },
      reports: ['.claude/skills/kit/templates/start.md:1:1 nested'],
    },
    {
      title: 'Fences of another mark, shorter ones, and marks inside a line',
      files: {
        '.claude/skills/review/SKILL.md': '~~~markdown\n```diff\n+ a\n```\n~~~\n\n```text\nuse ```diff there\n```\n',
      },
    },
  ],

  check(document, report) {
    const { fences, generator } = document
    const isClear = fences.every(
      ({ close, nested, isAuthors, info }) => close && (!nested.length || (isAuthors && info)),
    )
    let hasFound = false
    for (const [index, fence] of fences.entries()) {
      // Inside a template, a bare fence shifts open and close: what follows is seen inside out and is no news.
      if (!fence.nested.length || (hasFound && !fence.info)) continue
      hasFound = true
      const related = [{ at: fence.nested[0]!, text: 'the fence inside' }]
      if (!fence.isAuthors) {
        report({ message: 'swallowed', at: fence.open, related })
        return
      }
      const length = longest(document, fence) + 1
      const next = fences[index + 1]
      const isSafe = PROSE.has(fence.lang) && next?.info !== ''
      const fix = isClear && !generator ? widened(document, fence, length, isSafe) : undefined
      report({ message: 'nested', at: fence.open, data: { length }, related, ...(fix ? { fix } : {}) })
    }
  },
})

/** Languages of fences that show Markdown or plain text; only there a fence inside is surely meant. */
const PROSE = new Set(['markdown', 'md', 'mdx', 'text', 'txt', 'plaintext'])

/** The longest run of the fence's own marks that begins a line inside it. */
function longest({ text }: Document, { body, marker, length }: Fence): number {
  const runs = text.slice(body.start, body.end).matchAll(/^[ \t>*+\d.)-]*(`{3,}|~{3,})/gm)
  return Math.max(length, ...[...runs].filter(([, run]) => run![0] === marker).map(([, run]) => run!.length))
}

/** Lengthens the opening and the closing line of a fence. */
function widened({ path, text }: Document, fence: Fence, length: number, safe: boolean): Fix {
  const more = fence.marker.repeat(length - fence.length)
  const close = fence.close!
  const end = close.start + text.slice(close.start, close.end).trimEnd().length
  const edits: Edit[] = [
    { path, span: { start: fence.open.start + fence.length, end: fence.open.start + fence.length }, text: more },
    {
      path,
      span: { start: end, end },
      text: fence.marker.repeat(Math.max(0, length - runBefore(text, end, fence.marker))),
    },
  ]
  return { title: `Write the outer fence with ${length} marks`, safe, edits }
}

function runBefore(text: string, end: number, marker: string): number {
  let start = end
  while (start > 0 && text[start - 1] === marker) start--
  return end - start
}
