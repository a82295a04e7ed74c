import type { Result } from '../../src/core/reporter.ts'
import type { AnyRule } from '../../src/core/rule.ts'
import { linesOf, rangeOf } from '../../src/core/span.ts'
import type { Diagnostic, Fix, Severity } from '../../src/core/types.ts'

export const PLAN = 'skills/plan/SKILL.md'
export const ROLE = 'skills/计划/role #1 (50%).md'
const EVIL = 'skills/evil/SKILL.md'
export const SECRET = `sk-${'a1B2'.repeat(6)}`

export const texts = new Map([
  [
    PLAN,
    '# Plan\n\n| id | title | status |\n| --- | --- | --- |\n\n## Merge\nCopy `id`, `files_modified` and `title`.\n',
  ],
  [ROLE, '## 输出 👩‍💻\r\n\t\tstatus\tdone | “完成” ⚠️ e\u0301 end\r\n\t他说“开始”，然后 `Task(...)`。\r\n'],
  [EVIL, `Clear \u001b[2J\u001b]0;owned\u0007 and \u202Egnp.exe\u202C, 0\u200B1.\nexport KEY=${SECRET} # rotate\n`],
  ['docs/long.md', `${'lorem ipsum '.repeat(30)}see roles/gone/role.md for it ${'dolor sit '.repeat(30)}\n`],
  ['docs/bom.md', 'First.\n<a>\nsecond\n\n</b>\n'],
])

/** A finding at the first place where the file holds `needle`; an empty one at the start of a file without text. */
function finding(
  severity: Severity,
  rule: string,
  path: string,
  needle: string,
  text: string,
  help: string,
  more: { fix?: Fix; related?: [path: string, needle: string, text: string][] } = {},
): Diagnostic {
  const placeOf = (home: string, part: string) => {
    const whole = texts.get(home) ?? ''
    const start = whole.indexOf(part)
    if (start < 0) throw new Error(`${home} does not hold ${part}`)
    const span = { start, end: start + part.length }
    return { path: home, span, range: rangeOf(linesOf(whole), span) }
  }
  const related = (more.related ?? []).map(([home, part, note]) => ({ ...placeOf(home, part), text: note }))
  return {
    rule,
    message: 'message',
    severity,
    ...placeOf(path, needle),
    text,
    help,
    ...(more.fix ? { fix: more.fix } : {}),
    related,
  }
}

const fixOf = (title: string, safe: boolean, path: string, start: number, end: number, text: string): Fix => ({
  title,
  safe,
  edits: [{ path, span: { start, end }, text }],
})

const at = texts.get(PLAN)!.indexOf('| status |') + '| status'.length

export const diagnostics: Diagnostic[] = [
  finding('warn', 'hygiene/bom', 'docs/bom.md', '', 'The file begins with a byte order mark.', 'Save it without one.', {
    fix: fixOf('Remove the byte order mark', true, 'docs/bom.md', -1, 0, ''),
  }),
  finding(
    'error',
    'sections/balanced',
    'docs/bom.md',
    '<a>\nsecond\n\n</b>',
    'Tags “<a>” and “</b>” do not pair.',
    'Close “<a>” with “</a>”.',
    {
      fix: fixOf('Close the first tag', false, 'docs/bom.md', 19, 23, '</a>'),
    },
  ),
  finding(
    'error',
    'references/link-target',
    'docs/long.md',
    'roles/gone/role.md',
    'The file “roles/gone/role.md” does not exist.',
    'Name a file of the skill.',
  ),
  finding(
    'error',
    'hygiene/hidden-unicode',
    EVIL,
    '\u202Egnp.exe\u202C',
    'The text “\u202Egnp.exe\u202C” is shown in another order than it is read.',
    'Remove the direction marks.\n::stop-commands::x',
  ),
  finding('error', 'security/secret', EVIL, SECRET, 'The code block holds a key.', 'Read it from the environment.'),
  finding(
    'error',
    'merge/column-undeclared',
    PLAN,
    '`files_modified`',
    'The merge copies “files_modified”, which the table does not declare.',
    'Add the column to the header, or drop it from the copy list.',
    {
      fix: fixOf('Add the column “files_modified”', true, PLAN, at, at, ' | files_modified'),
      related: [
        [PLAN, '| id | title | status |', 'the header'],
        [ROLE, '“完成”', 'a role that writes it'],
      ],
    },
  ),
  finding(
    'info',
    'hygiene/unread',
    'skills/plan/notes.md',
    '',
    'The file “a|b `c` <img src=x> @team, 100%: #12” cannot be read\r\n(denied).',
    '',
  ),
  finding('warn', 'merge/copy-list', ROLE, '“完成”', 'The cell “完成” is no status 🚦.', 'Write “completed”.'),
  finding('warn', 'tools/known-tool', ROLE, '`Task(...)`', 'Claude Code has no tool “Task”.', 'Call “Agent”.', {
    related: [[ROLE, 'e\u0301 end', 'after ⚠️']],
  }),
]

const rule = (
  id: string,
  severity: Severity,
  source: AnyRule['source'] = { url: 'docs/page.md#part', level: 'ADVICE', verified: '2026-11' },
): [string, AnyRule] => [
  id,
  {
    id,
    scope: 'document',
    severity,
    profile: id.startsWith('hygiene') ? 'strict' : 'recommended',
    summary: `Summary of ${id}.`,
    why: `Why ${id} matters.`,
    source,
    messages: { message: { text: 'The “{name}” is wrong.', help: 'Write “{other}” instead of “{name}”.' } },
    examples: [],
    check: () => {},
  },
]

const rules = new Map([
  rule('hygiene/bom', 'warn'),
  rule('merge/column-undeclared', 'error'),
  rule('tools/known-tool', 'info', { url: 'https://example.com/tools', level: 'MUST', verified: '2026-10' }),
])

const count = (list: readonly Diagnostic[], severity: Severity) =>
  list.filter(each => each.severity === severity).length

export const resultOf = (list: readonly Diagnostic[]): Result => ({
  diagnostics: list,
  summary: {
    files: 112,
    errors: count(list, 'error'),
    warnings: count(list, 'warn'),
    infos: count(list, 'info'),
    fixable: list.filter(({ fix }) => fix).length,
    suppressed: 2,
    baselined: 1,
  },
  texts,
  rules,
  version: '1.2.3',
})

export const many = (length: number) =>
  Array.from({ length }, (_, index) => ({ ...diagnostics[index % diagnostics.length]! }))
export const result = resultOf(diagnostics)
export const nothing: Result = { ...resultOf([]), summary: { ...resultOf([]).summary, suppressed: 0, baselined: 0 } }
