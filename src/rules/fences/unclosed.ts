import { defineRule } from '../../core/rule.ts'
import type { Document, Fence } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'

export default defineRule({
  id: 'fences/unclosed',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  fixable: 'unsafe',
  summary: 'Every code fence is closed.',
  why: 'An open fence swallows the rest of the file: sections, gates and error codes below it become code that no one follows.',
  source: { url: 'https://spec.commonmark.org/0.31.2/#fenced-code-blocks', level: 'ADVICE', verified: '2026-11' },
  messages: {
    unclosed: {
      text: 'The code fence is never closed, so the rest of the file is code.',
      help: 'Write “{marks}” on a line of its own after the last line of code.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': 'Run:\n\n```bash\ngit diff\n```\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': 'Run:\n\n```bash\ngit diff\n' },
      reports: ['.claude/skills/review/SKILL.md:3:1 unclosed'],
      unsafe: true,
      fixed: { '.claude/skills/review/SKILL.md': 'Run:\n\n```bash\ngit diff\n```\n' },
    },
    {
      title: 'In a list, before a closing tag',
      files: { '.claude/commands/review.md': '<execution>\n1. Run\n   ````\n   git diff\n</execution>\n' },
      reports: ['.claude/commands/review.md:3:4 unclosed'],
      unsafe: true,
      fixed: { '.claude/commands/review.md': '<execution>\n1. Run\n   ````\n   git diff\n   ````\n</execution>\n' },
    },
    {
      title: 'Templates, too',
      files: { '.claude/skills/kit/templates/start.md': '```json\n{}\n' },
      reports: ['.claude/skills/kit/templates/start.md:1:1 unclosed'],
    },
    {
      title: 'Marks that are shown, not used',
      files: { '.claude/skills/review/SKILL.md': 'Begin with ``` and end with ```.\n\n    ```\n    shown\n\nText.\n' },
    },
    {
      title: 'A quote ends its fence',
      files: { '.claude/skills/review/SKILL.md': 'They wrote:\n\n> ```\n> git diff\n\nText.\n' },
    },
    {
      title: 'What follows a fence inside a fence is not reported again',
      files: { '.claude/skills/review/SKILL.md': '```bash\ngit diff\n\n```json\n{}\n```\n\nText.\n\n```\nmore\n```\n' },
    },
  ],

  check(document, report) {
    // A fence in a quote ends with the quote, closed or not.
    const end = document.text.trimEnd().length
    const index = document.fences.findIndex(fence => !fence.close && fence.span.end >= end)
    const fence = document.fences[index]
    if (!fence || document.fences.slice(0, index).some(({ nested }) => nested.length) || isShown(document, fence))
      return
    const marks = fence.marker.repeat(fence.length)
    report({ message: 'unclosed', at: fence.open, data: { marks }, fix: closing(document, fence, marks) })
  },
})

/** Whether the marks stand in a block that Markdown reads as indented code. */
function isShown(document: Document, fence: Fence): boolean {
  let shown = false
  visit(document.tree, 'code', node => {
    const span = spanOfNode(node)
    if (span.start < fence.open.start && fence.open.start < span.end) shown = true
  })
  return shown
}

/** Closes the fence before the first line that is a closing section tag, else at the end of the file. */
function closing({ path, text, lines, sections, tagFaults }: Document, fence: Fence, marks: string) {
  const first = lines.index(fence.open.start)
  const prefix = text.slice(lines.starts[first], fence.open.start).replace(/[^\s>]/g, ' ')
  const opened = new Set([...sections, ...tagFaults].map(({ tag }) => tag))
  let line = first + 1
  while (line < lines.starts.length && !opened.has(/^\s*<\/([\w-]+)>\s*$/.exec(lines.text(line))?.[1] ?? '')) line++
  while (line > first + 1 && !lines.text(line - 1).trim()) line--
  const at = lines.starts[line] ?? text.length
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text.slice(0, at)
  const lead = before.endsWith('\n') ? '' : eol
  return {
    title: 'Close the fence',
    safe: false,
    edits: [{ path, span: { start: at, end: at }, text: `${lead}${prefix}${marks}${eol}` }],
  }
}
