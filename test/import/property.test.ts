import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildFor, expectedTexts, foreignIn, importFiles } from '../helpers/import.ts'
import { runs } from '../helpers/runs.ts'

/** Parts of texts: each is a paragraph, an item, a row, or a piece of one. */
const PIECES = [
  ...['Some words. ', 'Ask with AskUserQuestion. ', 'Use `AskUserQuestion` twice. ', '**TaskCreate** first. '],
  ...[
    'Call TaskUpdate when done. ',
    'There is no SendMessage here. ',
    'Never use WebFetch. ',
    'On Codex use spawn_agent. ',
  ],
  ...['\n', '\n\n', '- item with TodoWrite\n', '1. `TaskList` shows all. Go on.\n', '  - below SendMessage\n'],
  ...[
    '| A | B |\n|---|---|\n| AskUserQuestion | x |\n| TaskGet | y |\n\n',
    '> quoted TaskStop\n\n',
    '### On TaskOutput\n\n',
  ],
  ...[
    '## AskUserQuestion in a heading\n\n',
    '{{name}} and {single} ',
    '\\{{ and ${{ x }} ',
    '{AskUserQuestion} ',
    '\\AskUserQuestion ',
  ],
  ...[
    '$ARGUMENTS ',
    '`$ARGUMENTS` ',
    '$ARGUMENTS[0] ',
    '${CLAUDE_SKILL_DIR}/x ',
    '${CLAUDE_SESSION_ID} ',
    '/demo-two now. ',
    '`/demo-one a` ',
  ],
  ...[
    '`.claude/skills/demo-one/SKILL.md` ',
    '.claude/settings.json ',
    '~/.claude/ ',
    'See [it](../../commands/demo-two.md). ',
  ],
  ...[
    '`Bash({ command: "git status" })` ',
    'Bash("ls") ',
    '`Read("a.md")` ',
    'Skill({ skill: "demo-two", args: "x" }) ',
    '`Skill("nowhere")` ',
  ],
  ...[
    'with the Read tool ',
    'via Grep ',
    'Read, Grep and Glob ',
    'Agent(s) ',
    '“say AskUserQuestion” ',
    'AskUserQuestion/TaskUpdate ',
  ],
  ...[
    '使用 AskUserQuestion 询问。',
    '不要调用 TaskUpdate。',
    '<!-- SendMessage -->\n',
    '!`git log` ',
    'subagent_type ',
    '`run_in_background: true` ',
  ],
  ...[
    '<TaskUpdate>\n',
    '</TaskUpdate>\n',
    '<purpose>\n',
    '</purpose>\n',
    '[AskUserQuestion](x.md) ',
    '[x](TaskGet.md) ',
    '`` a `TaskList` b `` ',
  ],
  ...[
    'Task({ prompt: "go" }) ',
    'Agent({ unclosed ',
    'mcp__x__y(AskUserQuestion) ',
    'AskUserQuestion, ',
    'e.g. TaskList. ',
    '`Skill(skill="demo-two", args="a b")` ',
  ],
  ...[
    '    indented TaskUpdate\n',
    '* star\n\n  with SendMessage inside\n',
    '> - deep\n>   AskUserQuestion\n',
    '1. a\n   ```\n   TaskGet()\n   ```\n',
    '~~~\nTaskStop\n',
  ],
  ...[
    '| `a|b` TaskGet |\n',
    '***AskUserQuestion***',
    '_SendMessage_ ',
    '(see TaskList. Then go) ',
    'TaskCreate\n',
    '-->\n',
    '<!-- Task ',
    'AskUserQuestion\\\n',
    '&amp; ',
    '[^1]: TaskGet\n',
  ],
  '```\nS_A:\n  → S_B  WHEN: TaskList is empty\nif x:\n  Agent({\n    subagent_type: "y",\n    prompt: `a {b} ${c} "d"`\n  })\n```\n',
  '- step\n  ```json\n  {"tool": "AskUserQuestion", "x": "{{y}}"}\n  ```\n',
  '```\nAskUserQuestion: what?\nTaskUpdate({ taskId: 1 })\nthe rest\n```\n',
  '```javascript\nAskUserQuestion({ questions: [{ question: "Go?", header: "Go", options: [{ label: "Yes", description: "go" }, { label: "No", description: "stop" }] }] })\n```\n',
  '```js\nAgent({ name: "walker", description: "walk", prompt: `Walk to ${place}. {{hole}}`, run_in_background: true })\n```\n',
  '```js\nconst all = await Promise.all([\n  Agent({ subagent_type: "x", prompt: "go" }),\n])\n```\n',
  '```json\n{ "tool": "TaskUpdate" }\n```\n',
  '```yaml gates\n- nothing\n```\n',
  '```bash\ncat .claude/skills/demo-one/SKILL.md "$ARGUMENTS"\n```\n',
  '<error_codes>\n\n| Code | Severity | Condition | Recovery |\n|:---|---|---|---|\n| E001 | error | no “{{x}}” | ask with AskUserQuestion |\n\n</error_codes>\n\n',
  '### Phase Gates\n\n**GATE 1: A → B**\n- REQUIRED: a: `b` #1\n- BLOCKED if: it\'s "not" there (E001)\n\n',
  '<states>\nS_A — do it\nS_B — do it with SendMessage\n</states>\n\n<transitions>\nS_A:\n  → S_B  WHEN: yes: now\n  → END  OTHERWISE\nS_B:\n  → END\n</transitions>\n\n',
]

const bodies = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map(parts => parts.join(''))

test('whatever a pack says, its own client gets it again, and the others get no name that they do not know', () => {
  fc.assert(
    fc.property(bodies, bodies, fc.boolean(), (skill, command, isCrlf) => {
      const written = (text: string) => (isCrlf ? text.replaceAll('\n', '\r\n') : text)
      const files = {
        'skills/demo-one/SKILL.md': written(
          `---\nname: demo-one\ndescription: Shows it. Use when it is asked for.\nallowed-tools: Read, TaskList\n---\n\n${skill}`,
        ),
        'commands/demo-two.md': written(`---\ndescription: Shows it too. Use with TaskCreate.\n---\n${command}`),
      }
      const imported = importFiles(files)
      const home = buildFor(imported, 'claude')
      expect(home.faults.filter(({ severity }) => severity === 'error')).toEqual([])
      for (const [at, text] of expectedTexts(imported)) expect(home.files.get(`.claude/${at}`)?.text).toBe(text)
      for (const id of ['codex', 'agy'] as const) {
        const other = buildFor(imported, id)
        expect(other.faults.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(foreignIn(other)).toEqual([])
      }
      for (const { path, span } of imported.notes) {
        const { length } = files[path.slice('.claude/'.length) as keyof typeof files]
        expect(span.start).toBeLessThanOrEqual(span.end)
        expect(span.end).toBeLessThanOrEqual(length)
      }
      expect(importFiles(files)).toEqual(imported)
    }),
    runs(process.env['FULL'] ? 2_000 : 60),
  )
})
