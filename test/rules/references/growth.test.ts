import { test } from 'vitest'
import { rules } from '../../../src/rules/index.gen.ts'
import { finishes } from '../../helpers/growth.ts'
import { lintTexts } from '../../helpers/lint.ts'

const own = rules.filter(({ id }) => id.startsWith('references/'))
const skill = (name: string, body = '') => `---\nname: ${name}\ndescription: Does it.\n---\n\n${body}`
const references = {
  roots: [{ prefix: '~/.maestro/workflows', folder: './workflows', files: ['ship.md'] }],
  clis: { maestro: ['spec add'] },
}

/** Texts full of findings, and lines that made a pattern look at everything again from each of its places. */
test.each<[string, (n: number) => string]>([
  ['broken links', n => '[a](b.md)\n'.repeat(n / 10)],
  ['missing files', n => '`specs/gone.md` and @roles/gone/role.md\n'.repeat(n / 40)],
  ['missing files on one line', n => '`specs/gone.md`, '.repeat(n / 17)],
  ['files at home', n => '~/.maestro/workflows/gone.md '.repeat(n / 29)],
  ['links that lead out', n => '[a](../../../b.md) '.repeat(n / 19)],
  ['unknown skills', n => '`/tea-one-more` '.repeat(n / 16)],
  ['unknown commands', n => '`maestro gone` '.repeat(n / 15)],
  ['mangled paths', n => '~  or <project>/.claude/a '.repeat(n / 26)],
  ['homes without end', n => `~${' '.repeat(n)}`],
  ['slashes', n => `~/.maestro/${'a/'.repeat(n / 2)}`],
  ['double slashes', n => `~/.maestro${'/'.repeat(n)}`],
  ['tildes', n => '~'.repeat(n)],
])(
  '%s',
  (_, make) => {
    finishes(100_000, make, body => {
      const files = {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew', body),
        '.claude/skills/tea-brew/specs/map.md': '',
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour', '`/tea-brew`'),
        '.claude/skills/tea-wash/SKILL.md': skill('tea-wash', '`/tea-pour`, `/tea-wash`'),
      }
      lintTexts(files, own, { references })
    })
  },
  30_000,
)
