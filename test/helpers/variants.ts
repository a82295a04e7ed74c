import type { VariantSettings } from '../../src/core/rule.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { packsOf } from '../../src/model/packs.ts'
import { parityOf } from '../../src/model/variants/parity.ts'
import { clausesOf } from '../../src/model/variants/phrase.ts'
import { platforms } from '../../src/platforms/index.gen.ts'
import { sourcesOf } from './lint.ts'

export type Texts = Record<string, string>

export const packsIn = (texts: Texts) => packsOf({ sources: sourcesOf(texts), unread: [] }, parseWithSatteri)
export const differencesIn = (texts: Texts, variants: VariantSettings = { reasons: {} }) =>
  packsIn(texts).flatMap(pack => parityOf(pack, { platforms, variants }))

/** A skill with error codes, in one client folder. */
export const codes = (...list: string[]) => `## Error codes\n\n${list.map(code => `- ${code}: it failed\n`).join('')}`
export const skill = (client: string, text: string, name = 'tidy') => ({ [`.${client}/skills/${name}/SKILL.md`]: text })

/** `path of the mirror < path of the source: what` */
export const shown = (texts: Texts, variants?: VariantSettings) =>
  differencesIn(texts, variants)
    .filter(({ kind }) => kind === 'codes')
    .map(({ source, mirror, ...rest }) => `${mirror?.document.path} < ${source?.document.path}: ${clausesOf(rest)}`)
    .sort()
