import { describe, expect, test } from 'vitest'
import { parseWithRemark } from '../../src/markdown/remark.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { packsOf } from '../../src/model/packs.ts'
import { referencesOf } from '../../src/model/references.ts'
import { finishes } from '../helpers/growth.ts'

const PATH = '.claude/skills/hike/SKILL.md'

function documentOf(text: string, parser = parseWithSatteri) {
  const [pack] = packsOf({ sources: [{ path: PATH, text }], unread: [] }, parser)
  return pack!.documents[0]!
}

/** References as `kind hard? where: target`; the text below the span holds the target. */
function read(text: string, parser = parseWithSatteri): string[] {
  const document = documentOf(text, parser)
  return referencesOf(document).map(reference => {
    const { kind, where, hard, target, span } = reference
    const written = text.slice(span.start, span.end)
    if (kind === 'file' || kind === 'link') expect(decodeURIComponent(written).normalize('NFC')).toBe(target)
    if (kind === 'invocation') expect(written.replace(/^[/$]/, '')).toBe(target)
    if (kind === 'home') expect(written).toContain(target.slice(2))
    return `${kind}${hard ? ' hard' : ''} ${where}: ${target}`
  })
}

describe.each([
  ['satteri', parseWithSatteri],
  ['remark', parseWithRemark],
])('%s', (_, parser) => {
  test.each<[string, string[]]>([
    // Files at home
    ['@~/.maestro/workflows/a1.md — DIR=x', ['home hard prose: ~/.maestro/workflows/a1.md']],
    ["Follow '~/.maestro/workflows/a1.md' completely.", ['home prose: ~/.maestro/workflows/a1.md']],
    ['Read `~/.maestro/workflows/a1.md`.', ['home code: ~/.maestro/workflows/a1.md']],
    ['See [it](~/.maestro/workflows/a1.md#top).', ['home link: ~/.maestro/workflows/a1.md']],
    ['`$HOME/.acme/a1.md`, ${HOME}/.acme/b1.md', ['home code: ~/.acme/a1.md', 'home prose: ~/.acme/b1.md']],
    [
      '先读 ~/.maestro/workflows/a1.md，再读（~/.maestro/prepare/b1.md）。',
      ['home prose: ~/.maestro/workflows/a1.md', 'home prose: ~/.maestro/prepare/b1.md'],
    ],
    [
      '- **~/.maestro/workflows/a1.md**: first\n- ~/.maestro/workflows/b1.md.\r\n',
      ['home prose: ~/.maestro/workflows/a1.md', 'home prose: ~/.maestro/workflows/b1.md'],
    ],
    [
      '<required_reading>\n@~/.maestro/workflows/a1.md\n</required_reading>\n',
      ['home hard prose: ~/.maestro/workflows/a1.md'],
    ],
    ['```\nRead("~/.maestro/workflows/a1.md")\n```', ['home fence: ~/.maestro/workflows/a1.md']],
    [
      '~/.maestro/workflows/a1.md:12-20, ~/.maestro/workflows/b1.md#part',
      ['home prose: ~/.maestro/workflows/a1.md', 'home prose: ~/.maestro/workflows/b1.md'],
    ],
    ['~/.maestro/workflows/, ~/.maestro/workflows/*.md, `~/.maestro/{x}.md`, ~/.maestro/workflows/<a>.md', []],
    ['~/.maestro/cli-tools.json ~/.maestro/templates/workflows/index.json `~/.maestro/workflows/uwf-1a.js`', []],
    ['x~/.maestro/a1.md https://a.org/~/.maestro/a1.md <!-- ~/.maestro/a1.md -->', []],

    // Files of the pack
    ['@commands/run.md', ['file hard prose: commands/run.md']],
    [
      '`roles/guide/role.md`, specs/map.md; (workflows/walk.md)',
      ['file code: roles/guide/role.md', 'file prose: specs/map.md', 'file prose: workflows/walk.md'],
    ],
    [
      '`<SKILL_ROOT>/scripts/go.py --fast`, ${CLAUDE_SKILL_DIR}/specs/map.md',
      ['file hard code: scripts/go.py', 'file hard prose: specs/map.md'],
    ],
    [
      '`./specs/map.md` and `../shared/specs/map.md` and `../specs/map.md#top`',
      ['file code: ./specs/map.md', 'file code: ../specs/map.md'],
    ],
    ['`specs/карта.md` und `specs/地图.md`', ['file code: specs/карта.md', 'file code: specs/地图.md']],
    ['读取specs/map.md完成', ['file prose: specs/map.md']],
    ['`cat specs/map.md`, `node scripts/go.mjs --fast`', []],
    ['src/specs/map.md .workflow/specs/map.md <session>/specs/map.md {s}/specs/map.md a@specs/map.md', []],
    ['specs/<name>.md roles/{role}/role.md specs/*.md specs/__x__.md specs/xxx.md roles/x/role.md specs/ specs', []],
    ['```\nspecs/map.md @commands/run.md\n```\n\n    specs/map.md\n', []],

    // Links
    [
      '[a](b1/c1.md) ![p](p1.png) [r]\n\n[r]: ../d1/e1.md "T"\n',
      ['link hard link: b1/c1.md', 'link hard link: p1.png', 'link hard link: ../d1/e1.md'],
    ],
    [
      '[a](<b one.md>) [b](b%20two.md#x "T") [c](c1.md?raw=1) [d](d1/) [e](../e1) [`f1.md`](f1.md)',
      [
        'link hard link: b one.md',
        'link hard link: b two.md',
        'link hard link: c1.md',
        'link hard link: d1/',
        'link hard link: ../e1',
        'link hard link: f1.md',
      ],
    ],
    ['[![p](p1.png)](q1.md)', ['link hard link: p1.png', 'link hard link: q1.md']],
    [
      '[a](#b) [c](https://d.org/e.md) [f](mailto:g@h.org) [i](/j.md) [k]() [l](url) [m](guide/start) <https://n.org/o.md>',
      [],
    ],
    ['[a](<b>/c.md) [d]({e}.md) [f](path/to/it.md) [g](x.md) `[h](i1.md)`', []],

    // Skills
    [
      '`$hike-up "x"`, /hike-down. （/hike-in），"$hike-out"',
      [
        'invocation code: hike-up',
        'invocation prose: hike-down',
        'invocation prose: hike-in',
        'invocation prose: hike-out',
      ],
    ],
    [
      '/hike-a/b `/hike-c.md` a/hike-d ~/hike-e </hike-f> $HIKE-G $hike /hike /hike-* /hike-<h> /hike-name ${hike-i}',
      [],
    ],
    ['/hike-j: does it; /hike-k:sub; $hike-l=1; 上山/hike-m', ['invocation prose: hike-j']],
    ['```bash\necho $hike-up\n```', []],

    // Calls of the tool
    [
      '`Skill({ skill: "hike-up", args: "1" })`, Skill("hike-in"), Skill(skill="hike-out")',
      ['invocation hard code: hike-up', 'invocation hard prose: hike-in', 'invocation hard prose: hike-out'],
    ],
    ['Skill(skill="self"), Skill(name), Skill({ skill: "<name>" }), never Skill("hike-up")', []],

    // Commands
    [
      '`maestro spec load --all`, `Bash("maestro wiki list")`, maestro says',
      ['cli code: spec load', 'cli code: wiki list'],
    ],
    ['```bash\nsudo maestro spec add x | cat\n```', ['cli fence: spec add x']],
  ])('%j', (text, expected) => {
    expect(read(text, parser)).toEqual(expected)
  })
})

test('the column of a table is known', () => {
  const [reference] = referencesOf(documentOf('| Step | Output |\n|---|---|\n| a | `specs/map.md` |\n'))
  expect(reference).toMatchObject({ kind: 'file', column: 'Output' })
})

test.each<[string, (n: number) => string]>([
  ['dots behind a path', n => `specs/${'.'.repeat(n)}x`],
  ['folders upwards', n => '../'.repeat(n / 3)],
  ['homes', n => '~/.a'.repeat(n / 4)],
  ['hyphens of a name', n => `/a${'-a'.repeat(n / 2)}`],
  ['marks of names', n => '/a-a'.repeat(n / 4)],
  ['digits behind colons', n => `specs/a.md${':1'.repeat(n / 2)}x`],
  ['links', n => '[a](b.md) '.repeat(n / 10)],
  ['code spans', n => '`specs/a.md` '.repeat(n / 13)],
  ['paragraphs', n => 'specs/map.md\n\n'.repeat(n / 14)],
  ['words of a command', n => `\`maestro ${'a '.repeat(n / 2)}\``],
])(
  'long lines of %s',
  (_, make) => {
    finishes(200_000, make, text => void referencesOf(documentOf(text)))
  },
  30_000,
)
