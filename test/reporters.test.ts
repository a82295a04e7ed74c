import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { Nodes, Table } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { describe, expect, it, test } from 'vitest'
import findingsSchema from '../schemas/findings.schema.json' with { type: 'json' }
import type { Look, Reporter, Result } from '../src/core/reporter.ts'
import type { Diagnostic } from '../src/core/types.ts'
import { cellsOf, visible } from '../src/core/visible.ts'
import github from '../src/reporters/github.ts'
import json from '../src/reporters/json.ts'
import markdown from '../src/reporters/markdown.ts'
import pretty from '../src/reporters/pretty.ts'
import sarif from '../src/reporters/sarif.ts'
import { diagnostics, many, nothing, PLAN, ROLE, result, resultOf, SECRET, texts } from './helpers/findings.ts'

const reporters: readonly Reporter[] = [pretty, json, sarif, github, markdown]
const look: Look = { color: false, width: 100 }

describe.each(reporters)('$id', reporter => {
  it('prints the fixed list as its golden file says', async () => {
    const printed = reporter.print(result, look)
    // A file of one line shows no differences; what the reporter escapes is not to come back.
    const spread = (text: string) => JSON.stringify(JSON.parse(text), null, 2).split('\n').map(visible).join('\n')
    const text = reporter === sarif ? spread(printed) : printed
    await expect(text).toMatchFileSnapshot(`golden/reporters/${reporter.id}.txt`)
  })

  it('says when there is nothing', () => {
    expect(reporter.print(nothing, look)).toMatchSnapshot()
  })

  it('prints nothing that a terminal obeys, and ends with a line end', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        '\u001b',
        '\u009b',
        '\u202e',
        '\u2066',
        '\u200d',
        '\u0007',
        '\r',
        '\n',
        '|',
        '`',
        '\\',
        'é',
        '界',
        '👩',
      ),
    })
    fc.assert(
      fc.property(hostile, hostile, hostile, (text, path, line) => {
        const range = { line: 1, column: 1, endLine: 1, endColumn: 9 }
        const diagnostic: Diagnostic = {
          ...diagnostics[0]!,
          text,
          path,
          range,
          help: text,
          related: [{ path, text, range, span: { start: 0, end: 8 } }],
        }
        const printed = reporter.print({ ...resultOf([diagnostic]), texts: new Map([[path, line]]) }, look)
        expect(printed.replace(/(?<=👩)\u200d(?=👩)/gu, '')).not.toMatch(/[^\P{C}\n]/u)
        expect(printed.endsWith('\n')).toBe(true)
      }),
    )
  })
})

describe('pretty', () => {
  /** The marked columns of the first frame, and what stands above them. */
  const frameOf = (line: string, needle: string, width = 60) => {
    const start = line.indexOf(needle)
    const range = { line: 1, column: start + 1, endLine: 1, endColumn: start + needle.length + 1 }
    const diagnostic: Diagnostic = { ...diagnostics[2]!, path: 'a.md', range }
    return pretty
      .print({ ...resultOf([diagnostic]), texts: new Map([['a.md', line]]) }, { color: false, width })
      .split('\n')
      .slice(2, 4)
      .join('\n')
  }

  test.each([
    ['ascii', 'one two three', 'two'],
    ['an empty span', 'one two three', ''],
    ['tabs', '\ta\tb\tc', 'b'],
    ['wide characters', '他说“开始”，然后', '，然'],
    ['full-width and half-width forms', 'ＡＢ ｱｲ x', 'ｱｲ'],
    ['emoji, joined, coloured, flags, keycaps', '👩‍💻 👍🏽 🇩🇪 1️⃣ ⚠️ x', 'x'],
    ['combining marks', 'e\u0301e\u0301 x', 'x'],
    ['a part of a joined emoji', 'a 👩‍💻 x', '💻'],
    ['controls and bidi marks', 'a\u001bb\u202Ec', 'c'],
    ['a pile of marks', `a${'\u0301'.repeat(20)} x`, 'x'],
  ])('places marks below %s', (_, line, needle) => {
    expect(frameOf(line, needle)).toMatchSnapshot()
  })

  test.each([
    ['at its start', `${'head '.repeat(4)}${'x'.repeat(400)}`, 'head'],
    ['in its middle', `${'x'.repeat(400)} here ${'y'.repeat(400)}`, 'here'],
    ['at its end', `${'x'.repeat(400)} here`, 'here'],
    ['longer than the line shown', `a ${'z'.repeat(400)} b`, 'z'.repeat(400)],
    ['in wide text', `${'字'.repeat(200)}中间${'字'.repeat(200)}`, '中间'],
  ])('cuts a long line around a span %s', (_, line, needle) => {
    const frame = frameOf(line, needle)
    expect(frame).toMatchSnapshot()
    for (const row of frame.split('\n'))
      expect(cellsOf(row).reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(60)
  })

  it('colours when asked, and only then', () => {
    const colored = pretty.print(result, { color: true, width: 100 })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(pretty.print(result, look))
    expect(colored).toContain('\u001b[31merror\u001b[0m')
  })

  it('shows four characters of a secret', () => {
    const printed = pretty.print(result, look)
    expect(printed).not.toContain(SECRET.slice(0, 8))
    expect(printed).toContain(`KEY=${SECRET.slice(0, 4)}•••`)
  })
})

describe('json', () => {
  const validate = new Ajv2020({ strict: true }).compile(findingsSchema)

  it.each([[result], [nothing], [resultOf(many(20_000))]])('is valid, and holds every finding', given => {
    const parsed = JSON.parse(json.print(given, look))
    expect(validate(parsed), JSON.stringify(validate.errors)).toBe(true)
    expect(parsed.diagnostics).toHaveLength(given.diagnostics.length)
    expect(parsed.summary).toEqual(given.summary)
  })

  it('keeps texts as they are', () => {
    const parsed = JSON.parse(json.print(result, look))
    expect(parsed.diagnostics.map((each: { message: string }) => each.message)).toEqual(
      diagnostics.map(({ text }) => text),
    )
    expect(parsed.diagnostics[5]).toEqual({
      rule: 'merge/column-undeclared',
      severity: 'error',
      path: PLAN,
      line: 7,
      column: 12,
      endLine: 7,
      endColumn: 28,
      message: diagnostics[5]!.text,
      help: diagnostics[5]!.help,
      fixable: 'safe',
      related: [
        { path: PLAN, line: 3, column: 1, message: 'the header' },
        { path: ROLE, line: 2, column: 17, message: 'a role that writes it' },
      ],
    })
  })
})

describe('sarif', () => {
  // The schema is of draft 4 in name; nothing in it but `id` differs from what ajv reads.
  const { $schema: _, id: __, ...schema } = sarifSchema
  const formats = {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': /^[\w.~!$&'()*+,;=:@/%#?-]*$/,
    'date-time': true as const,
  }
  const validate = new Ajv({ strict: false, unicodeRegExp: false, formats }).compile(schema)
  const runOf = (given: Result) => JSON.parse(sarif.print(given, look)).runs[0]

  it.each([[result], [nothing], [resultOf(many(25_010))]])('is valid by the schema of SARIF 2.1.0', given => {
    const parsed = JSON.parse(sarif.print(given, look))
    expect(validate(parsed), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  })

  it('holds all that GitHub demands', () => {
    const run = runOf(result)
    for (const each of run.tool.driver.rules)
      for (const text of [each.id, each.shortDescription.text, each.fullDescription.text, each.help.text])
        expect(text).toMatch(/\S/)
    for (const [index, each] of run.results.entries()) {
      const { artifactLocation, region } = each.locations[0].physicalLocation
      expect(decodeURIComponent(artifactLocation.uri)).toBe(diagnostics[index]!.path)
      expect(Object.keys(region)).toEqual(['startLine', 'startColumn', 'endLine', 'endColumn'])
      if ('ruleIndex' in each) expect(run.tool.driver.rules[each.ruleIndex].id).toBe(each.ruleId)
      expect(each.partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{16}:1$/)
    }
  })

  it('tells equal findings of one line apart, and knows them when lines move', () => {
    const hashes = (given: Result) =>
      runOf(given).results.map((each: { partialFingerprints: object }) => each.partialFingerprints)
    const same = diagnostics[5]!
    const [first, second] = hashes(resultOf([same, same]))
    expect(first).not.toEqual(second)
    const moved = { ...same, span: { start: same.span.start + 4, end: same.span.end + 4 } }
    const later = new Map([[PLAN, `New\n${texts.get(PLAN)}`]])
    expect(hashes({ ...resultOf([moved]), texts: later })).toEqual([first])
  })

  it('keeps the gravest 25,000 and says what it left', () => {
    const given = resultOf(many(30_000))
    const run = runOf(given)
    expect(run.results).toHaveLength(25_000)
    expect(run.results.filter((each: { level: string }) => each.level === 'error')).toHaveLength(given.summary.errors)
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('5000 findings')
  })
})

describe('github', () => {
  it('gives columns only to a range in one line', () => {
    const lines = github.print(result, look).split('\n')
    expect(lines[1]).toMatch(/^::error file=docs\/bom\.md,line=2,endLine=5,title=sections\/balanced::/)
    expect(lines[2]).toContain(',line=1,endLine=1,col=365,endColumn=383,')
  })

  it('prints one line for each finding and one that counts', () => {
    const lines = github.print(resultOf(many(45)), look).split('\n')
    expect(lines).toHaveLength(47)
    expect(lines[45]).toMatchInlineSnapshot(
      `"maestro-lint: 25 errors, 15 warnings, 5 infos in 6 of 112 files, 10 fixable with --fix, 5 more with --fix-unsafe, 2 suppressed, 1 baselined. GitHub shows the first 10 of each kind as annotations; all are in this log."`,
    )
  })
})

describe('markdown', () => {
  const tableOf = (text: string): Table | undefined => {
    let found: Table | undefined
    visit(unified().use(remarkParse).use(remarkGfm).parse(text) as Nodes, 'table', node => {
      found = node
    })
    return found
  }
  const plain = (text: string) => visible(text.replace(/\r\n?|\n/g, ' ')).replaceAll('\u200B', '')
  const read = (node: Nodes) => textOf(node, { includeHtml: true }).replaceAll('<br>', ' ').replaceAll('\u200B', '')

  it('is one table that reads as the findings are written', () => {
    const table = tableOf(markdown.print(result, look))!
    expect(table.children).toHaveLength(diagnostics.length + 1)
    for (const [index, { text, help, path, range }] of diagnostics.entries()) {
      const cells = table.children[index + 1]!.children.map(read)
      expect(cells).toHaveLength(4)
      expect(cells[1]).toBe(`${path}:${range.line}:${range.column}`)
      expect(cells[3]).toBe(
        plain(help ? `${text} → ${help}` : text)
          .replace('→', ' →')
          .replace('  →', ' →'),
      )
    }
  })

  it('survives any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'|`\\<>&*_~[]()!#@$-+=:. \nax') })
    fc.assert(
      fc.property(text, text, (message, path) => {
        const diagnostic = { ...diagnostics[0]!, text: `x${message}x`, path: `x${path}x`, help: '' }
        const table = tableOf(markdown.print(resultOf([diagnostic, diagnostic]), look))!
        expect(table.children).toHaveLength(3)
        for (const row of table.children.slice(1)) {
          expect(row.children).toHaveLength(4)
          expect(read(row.children[3]!)).toBe(plain(diagnostic.text))
        }
      }),
    )
  })

  it('fits into a comment, the gravest findings first', () => {
    const printed = markdown.print(resultOf(many(20_000)), look)
    expect(printed.length).toBeLessThan(65_536)
    expect(printed).not.toContain('🟡 warning')
    expect(printed).toMatch(/\n\d+ more do not fit here; `--format json` lists all\.\n$/)
  })
})
