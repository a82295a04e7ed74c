import { pictureOf } from '../../src/graph/picture.ts'
import type { Picture } from '../../src/graph/types.ts'
import { lintFiles } from '../../src/lint.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { companionsOf } from '../../src/model/contract/scope.ts'
import { settingsOf, sourcesOf } from './lint.ts'

const HEAD = '---\nname: boats\ndescription: Rents boats. Use when somebody wants to row.\n---\n\n'

/** The picture of the first skill of some files, with what a strict lint finds. A text alone is a skill's body. */
export function pictureIn(files: string | Readonly<Record<string, string>>): Picture {
  const all = typeof files === 'string' ? { '.codex/skills/boats/SKILL.md': HEAD + files } : files
  const listing = { paths: Object.keys(all), roots: [''] }
  const job = { settings: settingsOf({}, []), parser: parseWithSatteri }
  const { packs, diagnostics } = lintFiles({ sources: sourcesOf(all), unread: [], listing }, job)
  const { name, entry } = packs[0]!.skills[0]!
  return pictureOf({ name, subtitle: 'a test', documents: companionsOf(entry) }, diagnostics)
}

/** A picture in short: per group its arrows as `from → to [labels]`, dashed ones with `⇢`, nodes by their labels. */
export function shortly({ groups }: Picture): Record<string, string[]> {
  return Object.fromEntries(
    groups.map(({ title, nodes, edges }) => {
      const names = new Map(nodes.map(({ id, label, shape }) => [id, label || shape]))
      return [
        title,
        edges.map(({ from, to, line, labels }) => {
          const said = labels.length ? ` [${labels.join('] [')}]` : ''
          return `${names.get(from)} ${line === 'plain' ? '→' : '⇢'} ${names.get(to)}${said}`
        }),
      ]
    }),
  )
}
