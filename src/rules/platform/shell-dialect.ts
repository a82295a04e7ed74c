import { defineRule } from '../../core/rule.ts'
import type { Span } from '../../core/types.ts'

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'shell', 'ksh'])

// The mark before the arrow is part of the redirection: `2>`, `&>`, `1>>`, `*>` of PowerShell.
const NOWHERE = /(?<![\w$>-])((?:[12&]|\*(?=>>?[ \t]*\$))?>>?)[ \t]*(\$null|nul)(?![\w./:$-])/gi

/** Programs to which what follows on the line is the language of their own. */
const OTHER_SHELL = /\b(?:cmd(?:\.exe)?\s+\/c|powershell(?:\.exe)?|pwsh(?:\.exe)?)\b|^\s*PS\b[^>\n]{0,80}>/i

/** Where the comment of a line begins; the line's length without one. */
const commentAt = (line: string) => {
  const at = /(?:^|\s)#/.exec(line)?.index
  return at === undefined ? line.length : at
}

export default defineRule({
  id: 'platform/shell-dialect',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'Shell code throws output away in the words of its shell: `/dev/null`, not `$null` or `nul`.',
  why: 'In bash `2>$null` stops the command (“ambiguous redirect”), and `2>nul` leaves a file called `nul` in the user’s folder, which Windows can hardly delete.',
  source: {
    url: 'https://www.gnu.org/software/bash/manual/html_node/Redirections.html',
    level: 'MUST',
    verified: '2026-10',
  },
  messages: {
    nowhere: { text: '“{redirection}” throws nothing away in {lang}.', help: 'Write “{wanted}”.' },
  },
  examples: [
    {
      files: {
        '.claude/commands/next.md':
          '---\ndescription: Looks.\n---\n\n```bash\nls notes 2>/dev/null; cat list >nul.txt\n```\n\n```powershell\nls notes 2>$null\n```\n\n```cmd\ndir 2>nul\n```\n',
      },
    },
    {
      files: {
        '.claude/commands/next.md':
          '---\ndescription: Looks.\n---\n\n```bash\nls notes 2>$null | head -1\r\nls plans 2> NUL || true\ngit fetch >nul 2>&1\n```\n',
      },
      reports: [
        '.claude/commands/next.md:6:10 nowhere',
        '.claude/commands/next.md:7:10 nowhere',
        '.claude/commands/next.md:8:11 nowhere',
      ],
      fixed: {
        '.claude/commands/next.md':
          '---\ndescription: Looks.\n---\n\n```bash\nls notes 2>/dev/null | head -1\r\nls plans 2>/dev/null || true\ngit fetch >/dev/null 2>&1\n```\n',
      },
    },
    {
      title: 'Another shell on the line, comments, variables, all streams of PowerShell',
      files: {
        '.codex/skills/next/SKILL.md':
          '```sh\ncmd /c "dir 2>nul"\npwsh -c "ls 2>$null"\n# on Windows: dir 2>nul\necho "$nullable" >$null_file\nls *>$null\n```\n\n`ls 2>$null` in PowerShell.\n',
      },
      reports: ['.codex/skills/next/SKILL.md:6:4 nowhere'],
      fixed: {
        '.codex/skills/next/SKILL.md':
          '```sh\ncmd /c "dir 2>nul"\npwsh -c "ls 2>$null"\n# on Windows: dir 2>nul\necho "$nullable" >$null_file\nls >/dev/null 2>&1\n```\n\n`ls 2>$null` in PowerShell.\n',
      },
    },
  ],

  check(document, report) {
    const { text, fences, lines, path } = document
    for (const { lang, body } of fences) {
      if (!SHELLS.has(lang)) continue
      NOWHERE.lastIndex = body.start
      for (let match = NOWHERE.exec(text); match && match.index < body.end; match = NOWHERE.exec(text)) {
        const span: Span = { start: match.index, end: match.index + match[0].length }
        const line = lines.index(span.start)
        const before = text.slice(Math.max(lines.starts[line]!, span.start - 1_000), span.start)
        if (OTHER_SHELL.test(before) || commentAt(before) < before.length) continue
        const arrow = match[1]!
        const wanted = arrow[0] === '*' ? `${arrow.slice(1)}/dev/null 2>&1` : `${arrow}/dev/null`
        const fix = { title: `Write “${wanted}”`, safe: true, edits: [{ path, span, text: wanted }] }
        report({ message: 'nowhere', at: span, data: { redirection: match[0], lang, wanted }, fix })
      }
    }
  },
})
