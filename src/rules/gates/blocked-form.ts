import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import type { GateBullet } from '../../model/gates/gates.ts'
import { checkedGates } from '../../model/gates/traits.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** Words that can only be what is wrong: with them “if” says the same. */
const FAULT =
  /^(?:no|not|missing|invalid|empty|unreadable|broken|any|none)\b|^[EWI](?:\d{3}|_[A-Z])|\b(?:fail(?:s|ed|ure)?|missing|invalid|absent|unreadable|unresolv(?:ed|able)|declin(?:es|ed)|not found)\b|缺失|失败|无效|不存在|为空/i
/** What begins with a consequence is no condition. */
const CONSEQUENCE = /^(?:do not|don[’']t|never|cannot|must|stop|halt|wait|go back|return|ask|tell|不得|不要|停止|等待)/i

export default defineRule({
  id: 'gates/blocked-form',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: PROSE_KINDS,
  fixable: 'safe',
  summary: 'A BLOCKED line says “if”, “if missing”, or another condition.',
  why: '“BLOCKED: approval” may mean that the approval blocks or that its lack does; “if” and “if missing” cannot be mistaken.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    bare: {
      text: 'This BLOCKED line does not say whether its words are the condition.',
      help: 'Write “BLOCKED if: …” for what blocks, “BLOCKED if missing: …” for what must be there.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n- BLOCKED if: no archive.\n- BLOCKED if missing: the key.\n- BLOCKED if the server is down.\n- BLOCKED until the user agrees.\n- BLOCKED when offline.\n- 阻塞：没有包\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n- BLOCKED: no archive.\n- **BLOCKED**: E001\n- BLOCKED — build failed\n- BLOCKED：签名无效\n- BLOCKED: user approval\n',
      },
      reports: [
        '.claude/commands/release.md:5:3 bare',
        '.claude/commands/release.md:6:5 bare',
        '.claude/commands/release.md:7:3 bare',
        '.claude/commands/release.md:8:3 bare',
        '.claude/commands/release.md:9:3 bare',
      ],
      fixed: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: a.\n- BLOCKED if: no archive.\n- **BLOCKED if**: E001\n- BLOCKED if: build failed\n- BLOCKED if：签名无效\n- BLOCKED: user approval\n',
      },
    },
    {
      title: 'What a gate does is no condition; a keyword inside of another line',
      files: {
        '.claude/commands/release.md':
          '### Phase Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive, else BLOCKED.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: a key.\n- BLOCKED: do not go on\n',
      },
      reports: ['.claude/commands/release.md:8:3 bare'],
    },
  ],

  check(document, report) {
    for (const { gates } of checkedGates(document))
      for (const bullet of gates.flatMap(({ bullets }) => bullets)) {
        if (bullet.kind !== 'blocked' || bullet.form !== 'bare' || !bullet.keyword) continue
        const fix = repair(document, bullet)
        report({ message: 'bare', at: bullet.keyword, ...(fix ? { fix } : {}) })
      }
  },
})

function repair({ path, text }: Document, { keyword, textSpan, text: words }: GateBullet): Fix | undefined {
  if (!FAULT.test(words) || CONSEQUENCE.test(words)) return undefined
  const between = text.slice(keyword!.end, textSpan.start)
  const dash = /^[ \t]*(?:[—–]|--?)[ \t]*$/.test(between)
  const hasColon = /[:：]/.test(between)
  if (!hasColon && !dash && between.trim()) return undefined
  const edit = hasColon
    ? { path, span: { start: keyword!.end, end: keyword!.end }, text: ' if' }
    : { path, span: { start: keyword!.end, end: textSpan.start }, text: ' if: ' }
  return { title: 'Write “if”', safe: true, edits: [edit] }
}
