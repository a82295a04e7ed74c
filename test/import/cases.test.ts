import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildFor, importFiles } from '../helpers/import.ts'

const HEAD = '---\nname: demo\ndescription: Shows it. Use when it is asked for.\n---\n\n'

/** The body of a skill after the import, and what is said of it. */
function body(text: string, home: 'claude' | 'codex' | 'agy' = 'claude') {
  const { files, notes } = importFiles({ 'skills/demo/SKILL.md': HEAD + text, 'skills/plan-day/SKILL.md': HEAD }, home)
  const source = files.find(({ path }) => path === 'skills/demo/SKILL.md')!.text!
  return {
    source: source.slice(HEAD.length),
    notes: notes.filter(({ path }) => path.includes('/demo/')).map(({ kind, what, why }) => `${kind} ${what}: ${why}`),
  }
}

const sourceOf = (text: string, home?: 'claude' | 'codex' | 'agy') => body(text, home).source

test.each([
  // Names: exact ones become tokens, as they stand.
  ['Ask with AskUserQuestion.', 'Ask with {{tool ask}}.'],
  ['Ask with `AskUserQuestion`.', 'Ask with {{tool ask}}.'],
  ['**AskUserQuestion** asks.', '**{{tool ask bare}}** asks.'],
  ['## AskUserQuestion', '## {{tool ask bare}}'],
  ['`AskUserQuestion → S_B`', '`{{tool ask bare}} → S_B`'],
  ['Keep them with TaskCreate.', 'Keep them with {{tool plan else "a list of steps"}}.'],
  ['Never call AskUserQuestion.', 'Never call {{tool ask}}.'],
  ['Use Grep, then the Read tool.', 'Use {{tool search}}, then the {{tool read}} tool.'],
  // Words are no tools.
  [
    'Read it. Write and Edit what is wrong. The Agent(s) and a Task (small) wait.',
    'Read it. Write and Edit what is wrong. The Agent(s) and a Task (small) wait.',
  ],
  // What has no exact name, or is no instruction, is for one client.
  ['One. Mark it with TaskUpdate. Three.', 'One. {{#claude}}Mark it with TaskUpdate. {{/claude}}Three.'],
  ['There is no AskUserQuestion there.', '{{#claude}}\nThere is no AskUserQuestion there.{{/claude}}'],
  ['a\n\nOn Codex use AskUserQuestion.\n\nb\n', 'a\n\n{{#claude}}\nOn Codex use AskUserQuestion.\n{{/claude}}\n\nb\n'],
  ['- a\n- use TaskList\n  - below\n- b\n', '- a\n{{#claude}}\n- use TaskList\n  - below\n{{/claude}}\n- b\n'],
  // Calls.
  ['`Bash({ command: "git status" })`', '{{shell "git status"}}'],
  ['`Bash("ls")`', '{{#claude}}`Bash("ls")`{{/claude}}{{^claude}}{{shell "ls"}}{{/claude}}'],
  [
    'Call `Skill("plan-day")`.',
    'Call {{#claude}}`Skill("plan-day")`{{/claude}}{{^claude}}{{skill plan-day}}{{/claude}}.',
  ],
  ['Then `/plan-day 3` or /plan-night.', 'Then `{{skill plan-day}} 3` or /plan-night.'],
  // Variables and paths.
  [
    'It is $ARGUMENTS or `$ARGUMENTS`.',
    'It is {{args}} or {{#claude}}`$ARGUMENTS`{{/claude}}{{^claude}}{{args}}{{/claude}}.',
  ],
  ['`${CLAUDE_SKILL_DIR}/a.md`', '`{{#claude}}${CLAUDE_SKILL_DIR}{{/claude}}{{^claude}}<skill_dir>{{/claude}}/a.md`'],
  ['`.claude/skills/x`', '`{{#claude}}.claude{{/claude}}{{#codex}}.codex{{/codex}}{{#agy}}.agents{{/agy}}/skills/x`'],
  // Braces stand for themselves.
  ['{{x}} \\{{y}} ${{ z }} {a}', '\\{{x}} \\\\{{y}} ${{ z }} {a}'],
])('%j becomes %j', (text, source) => {
  expect(sourceOf(text)).toBe(source)
})

test('packs of other clients are read the same way', () => {
  expect(sourceOf('Ask with `request_user_input`, then $plan-day.', 'codex')).toBe(
    'Ask with {{tool ask}}, then {{skill plan-day}}.',
  )
  expect(sourceOf('Ask with `ask_question`, then `/plan-day`.', 'agy')).toBe(
    'Ask with {{tool ask}}, then `{{skill plan-day}}`.',
  )
  expect(sourceOf('Run `exec_command({ cmd: "ls" })`.', 'codex')).toBe('Run {{shell "ls"}}.')
})

const table = (rows: string, head = '| Code | Severity | Condition | Recovery |\n|---|---|---|---|') =>
  `<error_codes>\n\n${head}\n${rows}\n\n</error_codes>\n`

test('tables of error codes become blocks where the block says the same', () => {
  expect(sourceOf(table('| E001 | error | it is: gone | stop |\n| W001 | error | late | wait |'))).toBe(
    '```yaml errors\nE001: { when: "it is: gone", recovery: stop }\nW001: { severity: error, when: late, recovery: wait }\n```\n',
  )
  expect(body(table('| E001 | error | gone | stop |')).notes).toEqual([])
  expect(sourceOf(table('| E001 | gone | stop |', '| Code | Meaning | Action |\n|---|---|---|'))).toMatch(
    /^```yaml errors/,
  )
  for (const [rows, why] of [
    ['| E001 | fatal | gone | stop |', 'there is no severity “fatal”'],
    ['| E001 | error | gone |  |', '“E001” lacks its condition or recovery'],
    ['| E001 | error | gone | stop |\n| E001 | error | late | wait |', '“E001” stands twice'],
  ] as const) {
    const { source, notes } = body(table(rows))
    expect(source).toBe(table(rows))
    expect(notes).toEqual([`kept the table of error codes stays as it is, no block “yaml errors”: ${why}`])
  }
  expect(body(table('| E001 | error | gone | stop |\n\nMore.')).notes[0]).toContain(
    'more than the table stands between the tags',
  )
})

const gates = (lines: string, heading = '### Phase Gates (MANDATORY, BLOCKING)') =>
  `${heading}\n\n**GATE 1: A → B** (soon)\n${lines}\n`

test('phase gates become blocks where the block says the same', () => {
  expect(sourceOf(gates('- REQUIRED: x is there\n- BLOCKED if: not (E001)'))).toBe(
    '```yaml gates\n- { from: A, to: B, required: [x is there], blocked: [not (E001)], note: soon }\n```\n',
  )
  expect(body(gates('- REQUIRED: x\n- BLOCKED if: y')).notes).toEqual([])
  for (const lines of [
    '- REQUIRED: x\n- BLOCKED if missing: y',
    '- REQUIRED: x',
    '- BLOCKED if: y\n- REQUIRED: x',
    '- REQUIRED: x\n- a line\n- BLOCKED if: y',
  ]) {
    const { source, notes } = body(gates(lines))
    expect(source).toBe(gates(lines))
    expect(notes).toHaveLength(1)
  }
})

test('a state machine that says more than the block can stays as it is', () => {
  const machine = (more: string) =>
    `<states>\nS_A — do it\n</states>\n\n<transitions>\n${more}S_A:\n  → END\n</transitions>\n`
  expect(sourceOf(machine(''))).toBe(
    '```yaml states\nstart: S_A\nstates:\n  S_A: { does: do it }\ntransitions:\n  S_A:\n    - { to: END }\n```\n',
  )
  expect(body(machine('# Build phase\n')).notes).toEqual([
    'kept the state machine stays as it is, no block “yaml states”: the block has no place for “build”',
  ])
})

test('a call that starts an agent becomes a block, or is for one client', () => {
  const call = (args: string) => `\`\`\`js\nAgent({ ${args} })\n\`\`\`\n`
  expect(
    sourceOf(call('name: "scout", description: "look", prompt: `Look at ${place}.`, run_in_background: true')),
  ).toBe('```yaml spawn\nrole: scout\nname: scout\nbrief: |\n  Look at {place}.\n```\n')
  const typed = call('subagent_type: "reader", description: "read", prompt: "Read."')
  expect(body(typed)).toEqual({
    source: `{{#claude}}\n${typed}{{/claude}}\n`,
    notes: [
      'lost a code block with a call of “Agent” is for Claude Code alone: it starts an agent of a type of its own',
    ],
  })
})

const pathsOf = (files: Record<string, string>) => importFiles(files).files.map(({ path }) => path)

test('every file has its place', () => {
  const skill = '---\nname: x\ndescription: d\n---\n'
  expect(
    pathsOf({
      'skills/a/SKILL.md': `${skill}Ask only-a.`,
      'skills/group/b/skill.md': `${skill}Ask both.`,
      'skills/a/agents/note.md': 'See agents/note.md.',
      'skills/_shared/x.md': 'x',
      'commands/c.md': `${skill}Ask both.`,
      'commands/deep/Odd Name.md': skill,
      'commands/a.md': skill,
      'agents/only-a.md': skill,
      'agents/both.md': skill,
      'agents/nobody.md': skill,
      'hooks/h.json': '{}',
    }),
  ).toEqual([
    'skills/_agents/both.md',
    'skills/_agents/nobody.md',
    'skills/a-command/SKILL.md',
    'skills/a/SKILL.md',
    'skills/a/agent-files/note.md',
    'skills/a/agents/only-a.md',
    'skills/b/SKILL.md',
    'skills/c/SKILL.md',
    'skills/odd-name/SKILL.md',
  ])
})

test('agents that belong to no skill are built for every client', () => {
  const imported = importFiles({
    'agents/lone.md': '---\nname: lone\ndescription: Uses AskUserQuestion.\ntools: Read\n---\n\nRead it.\n',
  })
  expect(buildFor(imported, 'claude').files.get('.claude/agents/lone.md')?.text).toBe(
    '---\nname: lone\ndescription: Uses AskUserQuestion.\ntools: Read\n---\n\nRead it.\n',
  )
  expect(buildFor(imported, 'codex').files.get('.codex/agents/lone.toml')?.text).toContain(
    'description = "Uses request_user_input."',
  )
})

test('tools are granted as before, never more', () => {
  const head = (tools: string) =>
    importFiles({ 'skills/a/SKILL.md': `---\nname: a\ndescription: d\nallowed-tools: ${tools}\n---\n` })
  expect(head('Read, Bash(git:*), TodoWrite, Agent(*), TaskList').files[0]!.text).toContain(
    'tools: [read, plan, agent]',
  )
  expect(
    head('Read, Bash(git:*), TaskList')
      .notes.filter(({ kind }) => kind === 'lost')
      .map(({ what }) => what),
  ).toEqual(['“Bash(git:*)” of “allowed-tools”', '“TaskList” of “allowed-tools”'])
})

test('a command is for users, unless a text calls it with a tool', () => {
  const command = '---\ndescription: d\n---\n'
  const { files } = importFiles({
    'commands/one.md': command,
    'commands/two-b.md': `${command}Skill({ skill: "one-a" })`,
    'commands/one-a.md': command,
  })
  const heads = files.map(({ text }) => text!.includes('invocation: user'))
  expect(files.map(({ path }) => path)).toEqual([
    'skills/one-a/SKILL.md',
    'skills/one/SKILL.md',
    'skills/two-b/SKILL.md',
  ])
  expect(heads).toEqual([false, true, true])
})

test('agents of Codex become Markdown', () => {
  const { files, notes } = importFiles(
    {
      'agents/reader.toml':
        'name = "reader"\ndescription = "Reads."\nsandbox_mode = "read-only"\ndeveloper_instructions = """\nAsk with request_user_input.\n"""\n',
    },
    'codex',
  )
  expect(files[0]).toMatchObject({
    path: 'skills/_agents/reader.md',
    text: '---\nname: reader\ndescription: Reads.\n---\n\nAsk with {{tool ask}}.\n',
  })
  expect(notes.map(({ what }) => what)).toContain('“sandbox_mode” of the agent')
})

test('the example of docs/import.md is a real one', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../docs/import.md'), 'utf8')
  const [pack, source] = [...doc.matchAll(/^````markdown\n([\s\S]*?)^````$/gm)].map(([, text]) => text!)
  const { files } = importFiles({ 'commands/tidy-notes.md': `---\ndescription: d\n---\n\n${pack}` })
  expect(files[0]!.text!.endsWith(`---\n\n${source}`)).toBe(true)
})

test('what a block would make twice is kept', () => {
  const { files, notes } = importFiles({
    'skills/demo/SKILL.md': `${HEAD}**Output schema** (contract \`reader\`):

\`\`\`json
{ "additionalProperties": false, "type": "object", "required": ["id", "result_status", "findings"], "properties": { "id": { "type": "string" }, "result_status": { "enum": ["completed", "failed"], "type": "string" }, "findings": { "maxLength": 500, "type": "string" }, "error": { "type": "string" } } }
\`\`\`

\`\`\`
Read it.

TERMINATION CONTRACT: end with EXACTLY ONE JSON object as your last message, the result, with nothing after it.
- Success → all is read → result_status=completed
- Failure → it cannot be read → result_status=failed
- Timeout → your time is nearly over: end → result_status=failed, error="timeout"
- NEVER go on endlessly. NEVER end in silence. NEVER leave the result out.
- Do NOT write to tasks.csv: the coordinator alone does.
- Do NOT start agents of your own (no recursion).
\`\`\`
`,
    'skills/demo/contracts/reader.json': '{}',
    'skills/demo/agents/openai.yaml': 'policy: { allow_implicit_invocation: false }\n',
  })
  expect(files.map(({ path }) => path)).toEqual(['skills/demo/SKILL.md', 'skills/demo/contracts/reader.json'])
  expect(files[0]!.text).toContain('invocation: user')
  expect(notes.map(({ why }) => why)).toContain('the skill has a file “contracts/reader.json” of its own')
  expect(buildFor({ files, notes }, 'codex').faults).toEqual([])
})
