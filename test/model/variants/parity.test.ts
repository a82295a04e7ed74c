import { describe, expect, test } from 'vitest'
import type { VariantSettings } from '../../../src/core/rule.ts'
import { differencesOf, PARITY_KINDS, type ParityKind } from '../../../src/model/variants/parity.ts'
import { areMirrors } from '../../../src/model/variants/variants.ts'
import { platforms } from '../../../src/platforms/index.gen.ts'
import { rules } from '../../../src/rules/index.gen.ts'
import { lintTexts } from '../../helpers/lint.ts'
import { codes, differencesIn, packsIn, shown, skill } from '../../helpers/variants.ts'

describe('the source', () => {
  const three = { ...skill('agy', codes('E001')), ...skill('codex', codes('E002')), ...skill('claude', codes('E003')) }

  test('is the one in .claude', () => {
    expect(shown(three)).toEqual([
      '.agy/skills/tidy/SKILL.md < .claude/skills/tidy/SKILL.md: it lacks “E003”; it adds “E001”',
      '.codex/skills/tidy/SKILL.md < .claude/skills/tidy/SKILL.md: it lacks “E003”; it adds “E002”',
    ])
  })

  test('else the first of .codex, .agy and .agents, skill by skill', () => {
    const texts = {
      ...skill('claude', codes('E001'), 'other'),
      ...skill('agents', codes('E001')),
      ...skill('agy', codes('E002')),
      ...skill('codex', codes('E003')),
    }
    expect(shown(texts)).toEqual([
      '.agents/skills/tidy/SKILL.md < .codex/skills/tidy/SKILL.md: it lacks “E003”; it adds “E001”',
      '.agy/skills/tidy/SKILL.md < .codex/skills/tidy/SKILL.md: it lacks “E003”; it adds “E002”',
    ])
  })

  test('is the one that the configuration names, where it has the skill', () => {
    const variants: VariantSettings = { source: 'agy', reasons: {} }
    const texts = { ...three, ...skill('claude', codes('E001'), 'sort'), ...skill('codex', codes('E002'), 'sort') }
    expect(shown(texts, variants)).toEqual([
      '.claude/skills/tidy/SKILL.md < .agy/skills/tidy/SKILL.md: it lacks “E001”; it adds “E003”',
      '.codex/skills/sort/SKILL.md < .claude/skills/sort/SKILL.md: it lacks “E001”; it adds “E002”',
      '.codex/skills/tidy/SKILL.md < .agy/skills/tidy/SKILL.md: it lacks “E001”; it adds “E002”',
    ])
  })

  test('lies in the same parent folder; folders that are no client’s have none', () => {
    expect(
      shown({
        'a/.claude/skills/tidy/SKILL.md': codes('E001'),
        'b/.codex/skills/tidy/SKILL.md': codes('E002'),
        'skills/tidy/SKILL.md': codes('E003'),
        'a/skills/tidy/SKILL.md': codes('E004'),
      }),
    ).toEqual([])
  })
})

describe('what is compared', () => {
  test('folders mirror each other when half of the smaller one is in the other', () => {
    const of = (...names: string[]) => names.map(name => [`/skills/${name}/SKILL.md`, '# X\n'] as const)
    const mirrors = (left: string[], right: string[]) => {
      const texts = [
        ...of(...left).map(([path, text]) => [`.claude${path}`, text]),
        ...of(...right).map(([path, text]) => [`.codex${path}`, text]),
      ]
      const [a, b] = packsIn(Object.fromEntries(texts))
      return areMirrors(a!, b!)
    }
    expect(mirrors(['a', 'b', 'c', 'd'], ['a'])).toBe(true)
    expect(mirrors(['a', 'b', 'c'], ['a', 'x'])).toBe(true)
    expect(mirrors(['a', 'b', 'c'], ['a', 'x', 'y'])).toBe(false)
    expect(mirrors(['a'], ['b'])).toBe(false)
  })

  test('commands in subfolders of one name stand for no skill', () => {
    expect(
      shown({
        '.claude/commands/git/status.md': codes('E001'),
        '.claude/commands/hg/status.md': codes('E002'),
        '.codex/skills/status/SKILL.md': codes('E003'),
        '.claude/commands/git/log.md': codes('E001'),
        '.codex/skills/log/SKILL.md': codes('E002'),
      }),
    ).toHaveLength(1)
  })

  test('roles whose skill has no entry are compared by their paths', () => {
    const role = (tag: string) => `---\nrole: ant\noutput_tag: ${tag}\n---\n`
    const found = differencesIn({
      '.claude/skills/swarm/roles/ant/role.md': role('"[ant]"'),
      '.agy/skills/swarm/roles/ant/role.md': role('[ant]'),
    })
    expect(found.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['frontmatter', [{ name: 'output_tag', source: 'text', mirror: 'a list' }]],
    ])
  })

  test('every kind has a rule of its name, and finds what the rule finds', () => {
    expect(rules.map(({ id }) => id).filter(id => id.startsWith('parity/'))).toEqual(
      PARITY_KINDS.map(kind => `parity/${kind}`).sort(),
    )
    for (const kind of PARITY_KINDS) {
      const rule = rules.find(({ id }) => id === `parity/${kind}`)!
      for (const { files, reports = [] } of rule.examples) {
        const found = packsIn({ ...files }).flatMap(pack =>
          differencesOf(pack, kind, { platforms, variants: { reasons: {} } }),
        )
        expect(found.filter(({ mirror }) => mirror?.document.pack.platform !== 'agents').length, rule.id).toBe(
          reports.length,
        )
      }
    }
  })

  test('both sides are named', () => {
    const kinds = new Set<ParityKind>(['missing-skill', 'orphan-mirror'])
    for (const rule of rules.filter(({ id }) => id.startsWith('parity/')))
      for (const example of rule.examples)
        for (const { related, rule: id } of lintTexts(example.files, [rule], example))
          if (!kinds.has(id.slice('parity/'.length) as ParityKind)) expect(related.length, id).toBeGreaterThan(0)
  })
})
