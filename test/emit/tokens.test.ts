import { expect, test } from 'vitest'
import { tokensIn } from '../../src/emit/tokens.ts'
import { compile, faultsIn, skill, TARGETS } from '../helpers/emit.ts'

const [claude, codex, , agy] = TARGETS
const textOf = (body: string, target: (typeof TARGETS)[number]) => {
  const files = { 'SKILL.md': skill(body) }
  const bundle = compile(files, target)
  expect(faultsIn(bundle, files)).toEqual([])
  const text = bundle.files.get(`${bundle.target.platform.dir}/skills/demo/SKILL.md`)!.text!
  return text.slice(text.indexOf('\n---\n') + 6)
}

test.each([
  ['{{tool ask}}', '`AskUserQuestion`', '`request_user_input`', '`ask_question`'],
  ['{{tool plan else "a list"}}', '`TaskCreate`', '`update_plan`', 'a list'],
  [
    '{{shell "git status"}}',
    '`Bash({ command: "git status" })`',
    '`exec_command({ cmd: "git status" })`',
    '`run_command({ CommandLine: "git status" })`',
  ],
  ['{{skill demo}}', '/demo', '$demo', '/demo'],
  ['{{skill demo "now -y"}}', '/demo now -y', '$demo now -y', '/demo now -y'],
  ['{{args}}', '$ARGUMENTS', 'the text after the skill’s name', 'the text after the skill’s name'],
  ['\\{{args}}', '{{args}}', '{{args}}', '{{args}}'],
  ['${{ github.ref }}', '${{ github.ref }}', '${{ github.ref }}', '${{ github.ref }}'],
  ['{session} {N}', '{session} {N}', '{session} {N}', '{session} {N}'],
  ['a {{#codex}}b {{/codex}}c', 'a c', 'a b c', 'a c'],
  ['{{^agy}}x{{/agy}}{{#agy}}y{{/agy}}', 'x', 'x', 'y'],
  ['{{^agy}}x {{#claude}}only {{/claude}}z{{/agy}}', 'x only z', 'x z', ''],
  ['a\n{{#claude}}\nb\n{{/claude}}\nc', 'a\nb\nc', 'a\nc', 'a\nc'],
  ['a\r\n{{#claude}}\r\nb\r\n{{/claude}}\r\nc\r\n', 'a\nb\nc\n', 'a\nc\n', 'a\nc\n'],
  ['```\n{{tool read}}\n```', '```\n`Read`\n```', '```\n`exec_command`\n```', '```\n`view_file`\n```'],
])('%j', (source, forClaude, forCodex, forAgy) => {
  expect(textOf(source, claude)).toBe(forClaude)
  expect(textOf(source, codex)).toBe(forCodex)
  expect(textOf(source, agy)).toBe(forAgy)
})

test('command lines of the runtimes', () => {
  const folder = '${CLAUDE_SKILL_DIR}'
  expect(textOf('{{aco select iter=k}}', claude)).toBe(
    `node ${folder}/scripts/aco.mjs --session <session> select --iter <k>`,
  )
  expect(textOf('{{aco update iter=3 extra-tokens=t session=s2}}', claude)).toBe(
    `node ${folder}/scripts/aco.mjs --session <s2> update --iter 3 --extra-tokens <t>`,
  )
  expect(textOf('{{aco validate iter=k "<session>/a b.json"}}', claude)).toContain(
    'validate --iter <k> <session>/a b.json',
  )
  expect(textOf('{{wave status}}', claude)).toBe(`node ${folder}/scripts/wave.mjs status --csv <session>/tasks.csv`)
  expect(textOf('x {{aco status}}', codex)).toBe(
    '`<skill_dir>` is the folder that holds this skill’s SKILL.md.\n\nx node <skill_dir>/scripts/aco.mjs --session <session> status',
  )
})

test.each([
  ['{{tol ask}}', '6:1 There is no token “tol”. | Did you mean “tool”?'],
  ['{{tool aks}}', '6:8 There is no neutral tool “aks”. | Did you mean “ask”?'],
  ['{{tool}}', '6:1 The token “tool” lacks its argument. | Write “{{tool ask}}”.'],
  ['x {{tool ask', '6:3 The token “tool” does not close on its line. | End it with “}}”.'],
  ['{{ }}', '6:1 Two opening braces begin a token, and no name follows. | Write “\\{{” for braces as such.'],
  ['{{#codx}}a{{/codx}}', '6:1 There is no platform “codx”. | Did you mean “codex”?'],
  ['{{#codex}}a', '6:1 The passage for “codex” is not closed. | Write “{{/codex}}” where it ends.'],
  ['a{{/codex}}', '6:2 “{{/codex}}” closes a passage that is not open. | Open it with “{{#codex}}”.'],
  ['{{#agy}}{{#codex}}{{/agy}}', '6:19 “{{/agy}}” closes a passage that is not open. | Close “codex” first'],
  ['{{skill dmo}}', '6:9 There is no skill “dmo” for Claude Code in this pack. | Did you mean “demo”?'],
  ['{{workflow finish}}', '6:12 There is no shared workflow “finish”. | Shared workflows are'],
  ['{{aco selct iter=k}}', '6:7 aco.mjs has no command “selct”. | Did you mean “select”?'],
  ['{{aco select itr=k}}', '6:14 “aco.mjs select” takes no “itr”. | Did you mean “iter”?'],
  ['{{aco select}}', '6:1 “aco.mjs select” needs --iter. | Add “iter=…”.'],
  ['{{wave chck}}', '6:8 wave.mjs has no command “chck”. | Did you mean “check”?'],
  ['{{wave retry failed=true}}', '6:14 “failed” takes no value. | Write “failed” alone.'],
  ['{{dispatch reader wave=1}}', '6:12 There is no contract “reader”. | Contracts of this skill: none.'],
])('%j is an error with its place', (body, expected) => {
  const files = { 'SKILL.md': skill(body) }
  expect(faultsIn(compile(files), files).some(fault => fault.startsWith(expected))).toBe(true)
})

test('the folder of the skill has a name that is explained', () => {
  expect(textOf('In {{skill-dir}}.', claude)).toBe('In ${CLAUDE_SKILL_DIR}.')
  for (const target of [codex, agy])
    expect(textOf('In {{skill-dir}}.', target)).toBe(
      '`<skill_dir>` is the folder that holds this skill’s SKILL.md.\n\nIn <skill_dir>.',
    )
})

test('a tool that a client lacks stops the build for that client only', () => {
  const files = { 'SKILL.md': skill('{{tool plan}}') }
  expect(compile(files, claude).faults).toEqual([])
  expect(faultsIn(compile(files, agy), files)).toEqual([
    '6:1 Antigravity CLI has no tool for “plan”. | Say what to do there: “{{tool plan else "…"}}”, or keep the passage for the others: “{{^agy}}…{{/agy}}”.',
  ])
  const kept = { 'SKILL.md': skill('{{^agy}}{{tool plan}}{{/agy}}') }
  expect(compile(kept, agy).faults).toEqual([])
})

test('what a client cannot express is accepted by name, and listed', () => {
  const refused = { 'SKILL.md': skill('x', 'invocation: user\n') }
  expect(compile(refused, agy).faults).toMatchObject([
    { severity: 'error', help: /downgrades: \{ agy: \[invocation\] \}/ },
  ])
  const accepted = { 'SKILL.md': skill('x', 'invocation: user\ndowngrades: { agy: [invocation] }\n') }
  const bundle = compile(accepted, agy)
  expect(bundle.faults).toEqual([])
  expect(bundle.downgrades).toMatchObject([{ platform: 'agy', path: 'skills/demo/SKILL.md' }])
  expect(compile(accepted, codex).files.get('.codex/skills/demo/agents/openai.yaml')!.text).toContain(
    'allow_implicit_invocation: false',
  )
  expect(compile(accepted, claude).files.get('.claude/skills/demo/SKILL.md')!.text).toContain(
    'disable-model-invocation: true',
  )
})

test('hostile lines take no time', () => {
  for (const line of [
    '{{'.repeat(100_000),
    `{{tool ${'a'.repeat(200_000)}`,
    '{{a "'.repeat(50_000),
    '{{x {'.repeat(50_000),
  ])
    expect(tokensIn(line).tokens.length).toBeGreaterThanOrEqual(0)
})
