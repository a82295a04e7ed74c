import { describe, expect, test } from 'vitest'
import { checkConfig } from '../../../src/config/check.ts'
import { resolveConfig } from '../../../src/config/resolve.ts'
import { lintFiles } from '../../../src/lint.ts'
import { parseWithSatteri } from '../../../src/markdown/satteri.ts'
import { sourcesOf } from '../../helpers/lint.ts'
import { codes, shown, skill } from '../../helpers/variants.ts'

describe('declared differences', () => {
  const rest = '\n## Next\n\nGo on.\n'
  const check = (mirror: string, source = codes('E001')) =>
    shown({ ...skill('claude', source), ...skill('codex', mirror) }).length === 0

  test.each([
    ['at the top', `<!-- maestro-variant: because -->\n\n${codes('E002')}`],
    ['at the top, below other comments', `<!-- a note -->\n<!-- maestro-variant: because -->\n\n${codes('E002')}`],
    ['at the top, below frontmatter', `---\nname: tidy\n---\n\n<!-- maestro-variant: because -->\n\n${codes('E002')}`],
    ['under the title', `# Tidy\n\n<!-- maestro-variant: because -->\n\nTidies.\n\n${codes('E002')}`],
    ['above the heading', `Tidies.\n\n<!-- maestro-variant: because -->\n\n${codes('E002')}`],
    ['on the heading', `Tidies.\n\n${codes('E002').replace('codes', 'codes <!-- maestro-variant: because -->')}`],
    ['below the heading', `Tidies.\n\n${codes('E002').replace('\n\n', '\n\n<!-- maestro-variant: because -->\n\n')}`],
    ['below the list', `Tidies.\n\n${codes('E002')}\n<!-- maestro-variant: because -->\n\nMore.\n${rest}`],
    ['over several lines', `Tidies.\n\n<!--\n  maestro-variant: because\n  it is so\n-->\n\n${codes('E002')}`],
    ['with a full-width colon', `Tidies.\n\n<!-- maestro-variant：另有原因 -->\n\n${codes('E002')}`],
    ['with CR LF', `Tidies.\r\n\r\n<!-- maestro-variant: because -->\r\n${codes('E002').replaceAll('\n', '\r\n')}`],
    [
      'above a tag',
      'Tidies.\n\n<!-- maestro-variant: because -->\n<error_codes>\n\n- E002: it failed\n\n</error_codes>\n',
    ],
  ])('%s', (_, mirror) => expect(check(mirror)).toBe(true))

  test.each([
    ['no reason', `<!-- maestro-variant: -->\n\n${codes('E002')}`],
    ['no reason and no colon', `<!-- maestro-variant -->\n\n${codes('E002')}`],
    ['another section', `Tidies.\n\n${codes('E002')}${rest}\n<!-- maestro-variant: because -->\n`],
    ['above another section', `Tidies.\n\n${codes('E002')}\n<!-- maestro-variant: because -->${rest}`],
    ['in a fence', `Tidies.\n\n${codes('E002')}\n\`\`\`\n<!-- maestro-variant: because -->\n\`\`\`\n`],
    ['in code', `Tidies.\n\n${codes('E002')}\nWrite \`<!-- maestro-variant: because -->\` above it.\n`],
    ['another word', `<!-- maestro-variants: because -->\n\n${codes('E002')}`],
    ['a comment that does not end', `Tidies.\n\n${codes('E002')}\n<!-- maestro-variant: because\n`],
  ])('not: %s', (_, mirror) => expect(check(mirror)).toBe(false))

  test('hold on the side of the source too, and for what stands there only', () => {
    const more = '\n### For this client\n\n<!-- maestro-variant: because -->\n\n- E009: it failed\n'
    expect(check(codes('E001'), codes('E001') + more)).toBe(true)
    expect(check(codes('E002'), codes('E001') + more)).toBe(false)
  })

  test('of the configuration need a reason', () => {
    const texts = { ...skill('claude', codes('E001')), ...skill('codex', codes('E002')) }
    expect(shown(texts, { reasons: { tidy: 'because' } })).toEqual([])
    expect(shown(texts, { reasons: { tidy: '  ' } })).toHaveLength(1)
    expect(shown(texts, { reasons: { sort: 'because' } })).toHaveLength(1)
    expect(checkConfig({ variants: { tidy: 'because' }, variantSource: 'codex' }, 'c.ts')).toBeTruthy()
    expect(() => checkConfig({ variants: { tidy: ' ' } }, 'c.ts')).toThrow('variants → tidy')
    expect(() => checkConfig({ variantSource: 'cursor' }, 'c.ts')).toThrow('variantSource')
  })

  test('of the configuration reach the rules', () => {
    const texts = { ...skill('claude', codes('E001')), ...skill('codex', codes('E002')) }
    const found = (config: object) => {
      const { settings } = resolveConfig(checkConfig(config, 'c.ts'), undefined, { rules: {}, targets: {} }, '/')
      const { diagnostics } = lintFiles(
        { sources: sourcesOf(texts), unread: [] },
        { settings, parser: parseWithSatteri },
      )
      return diagnostics.filter(({ rule }) => rule === 'parity/codes').map(({ path }) => path)
    }
    expect(found({})).toEqual(['.codex/skills/tidy/SKILL.md'])
    expect(found({ variantSource: 'codex' })).toEqual(['.claude/skills/tidy/SKILL.md'])
    expect(found({ variants: { tidy: 'because' } })).toEqual([])
  })
})
