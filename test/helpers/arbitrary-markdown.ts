import fc from 'fast-check'

/** Words that packs are full of: names, paths, Chinese, emoji (astral), marks that are Markdown only elsewhere. */
const word = fc.constantFrom(
  'run',
  'the',
  'task',
  'S_PLAN',
  'A_FIX',
  'tasks.csv',
  '.workflow/out.md',
  '$ARGUMENTS',
  '{id}',
  'a|b',
  '->',
  '→',
  '成功',
  '错误码：',
  '（可选）',
  '😀',
  '👩‍💻',
  'e.g.',
  '5',
  '1.',
  '#3',
  'wave_1',
  '2 * 3',
  'x < y',
  '&amp;',
  'AT&T',
  'E001–E006',
  '%',
  'state:',
  'v0.4.19',
  '"quoted"',
  "it's",
  '@agent',
  '$skill-name',
  '/command',
  '[role]',
  'a_b_c',
  '!',
  '—',
)

const words = (min: number, max: number) =>
  fc.array(word, { minLength: min, maxLength: max }).map(list => list.join(' '))

const codeSpan = fc.constantFrom(
  '`run`',
  '`a | b`',
  '`--flag <value>`',
  '`` a ` b ``',
  '`spawn({ a: 1 })`',
  '`中文`',
  '`<slug>`',
  '`\\`',
  '`😀`',
  '`*`',
  '`~/.maestro`',
)

const inlineLeaf = fc.oneof(
  { weight: 6, arbitrary: words(1, 4) },
  { weight: 3, arbitrary: codeSpan },
  { weight: 1, arbitrary: words(1, 2).map(text => `*${text}*`) },
  { weight: 2, arbitrary: words(1, 2).map(text => `**${text}**`) },
  { weight: 1, arbitrary: words(1, 2).map(text => `~~${text}~~`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        words(1, 2),
        fc.constantFrom('a.md', '../specs/b.md#part', 'https://example.com/x', '<a b.md>', 'a.md "title"'),
      )
      .map(([text, url]) => `[${text}](${url})`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('![image](a.png)', '<https://example.com>', 'a<br>b', 'a <!-- note -->', '\\*', '\\|'),
  },
)

/** One line of running text. */
export const inline = fc.array(inlineLeaf, { minLength: 1, maxLength: 4 }).map(list => list.join(' '))

const paragraph = fc
  .array(fc.tuple(inline, fc.constantFrom('', '', '', ' ', '  ', '\\')), { minLength: 1, maxLength: 3 })
  .map(lines => lines.map(([text, tail]) => text + tail))
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), inline, fc.constantFrom('', ' #', ' ##'))
  .map(([depth, text, tail]) => [`${'#'.repeat(depth)} ${text}${tail}`])
const rule = fc.constantFrom('***', '___', '- - -').map(line => [line])
const comment = fc.oneof(
  words(1, 3).map(text => [`<!-- ${text} -->`]),
  fc.tuple(words(1, 3), words(1, 3)).map(([first, second]) => [`<!-- ${first}`, '', `${second} -->`]),
)
const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~', '~~~~~'),
    fc.constantFrom('', 'json', 'bash', 'js title="x"', 'csv', '中文'),
    fc.array(
      fc.oneof(inline, fc.constantFrom('', '  indented', '# comment', '<purpose>', '- item', '{ "a": 1 }', '> x')),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([marks, info, body]) => [marks + info, ...body, marks])
const table = fc.integer({ min: 1, max: 4 }).chain(columns => {
  const cell = fc.oneof(words(1, 2), codeSpan, fc.constantFrom('', 'a \\| b', '**x**', '`a \\| b`', '成功'))
  const row = fc.array(cell, { minLength: columns, maxLength: columns }).map(cells => `| ${cells.join(' | ')} |`)
  const line = fc
    .array(fc.constantFrom('---', ':--', '--:', ':-:'), { minLength: columns, maxLength: columns })
    .map(cells => `| ${cells.join(' | ')} |`)
  return fc.tuple(row, line, fc.array(row, { maxLength: 3 })).map(([head, rule, rows]) => ['', head, rule, ...rows, ''])
})

/** Blocks as lists of lines, nested through lists, quotes and section tags. */
const { blocks } = fc.letrec<{ blocks: string[]; block: string[]; item: string[] }>(tie => ({
  item: fc
    .tuple(fc.constantFrom('', '', '', '[ ] ', '[x] '), paragraph, fc.option(tie('blocks'), { nil: [] }))
    .map(([box, [first, ...rest], after]) => [box + first, ...rest, ...after]),
  blocks: fc
    .array(fc.tuple(tie('block'), fc.constantFrom('\n', '\n', '\n', '')), { minLength: 1, maxLength: 4 })
    .map(list => list.flatMap(([lines, gap], index) => (index && gap ? ['', ...lines] : lines)))
    .map(lines => (lines[0] ? lines : lines.slice(1))),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: paragraph },
    { weight: 2, arbitrary: heading },
    { weight: 1, arbitrary: rule },
    { weight: 1, arbitrary: comment },
    { weight: 2, arbitrary: fence },
    { weight: 2, arbitrary: table },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('-', '*', '+', '1.', '2)', '10.'),
          fc.array(fc.oneof({ weight: 3, arbitrary: tie('item') }, { weight: 1, arbitrary: tie('blocks') }), {
            minLength: 1,
            maxLength: 3,
          }),
          fc.boolean(),
        )
        .map(([marker, items, loose]) =>
          items.flatMap((lines, index) => [
            ...(loose && index ? [''] : []),
            ...lines.map((line, at) => (at ? line && ' '.repeat(marker.length + 1) + line : `${marker} ${line}`)),
          ]),
        ),
    },
    { weight: 1, arbitrary: tie('blocks').map(lines => lines.map(line => (line ? `> ${line}` : '>'))) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('purpose', 'context', 'execution', 'state_machine', 'slug'), tie('blocks'))
        .map(([tag, lines]) => [`<${tag}>`, ...lines, `</${tag}>`]),
    },
  ),
}))

const frontmatter = fc.constantFrom(
  [],
  [],
  ['---', 'name: a-skill', 'description: "Does 成功 😀"', 'tools:', '  - read', '---'],
  ['---', 'name: x', '---', ''],
)

/** Whole documents as packs hold them, with LF or CR LF, with or without a last line break. */
export const markdown = fc
  .tuple(frontmatter, blocks, fc.constantFrom('\n', '\n', '\r\n'), fc.constantFrom('', '\n', '\n\n'))
  .map(([head, lines, end, tail]) => [...head, ...lines].join(end) + tail.replaceAll('\n', end))
