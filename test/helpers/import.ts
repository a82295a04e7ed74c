import { applyEdits } from '../../src/core/edit.ts'
import { emit } from '../../src/emit/emit.ts'
import { importPack } from '../../src/emit/import/import.ts'
import type { Imported } from '../../src/emit/import/types.ts'
import type { Bundle, SourceFile } from '../../src/emit/types.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { platforms } from '../../src/platforms/index.gen.ts'

type Id = 'claude' | 'codex' | 'agy'

const target = (id: Id) => ({ platform: platforms[id], version: platforms[id].versions.at(-1)! })

/** Imports files of a client’s folder; paths are those inside of it. */
export function importFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  home: Id = 'claude',
): Imported & { pack: SourceFile[] } {
  const { dir } = platforms[home]
  const pack = Object.entries(files).map(([name, content]): SourceFile => {
    const path = `${dir}/${name}`
    return typeof content === 'string' ? { path, text: content } : { path, bytes: content }
  })
  const targets = [target('claude'), target('codex'), target('agy')]
  return {
    ...importPack(pack, dir, { home: target(home), targets, platforms, parser: parseWithSatteri, dir: 'skills' }),
    pack,
  }
}

/** Builds what was imported for a client. */
export const buildFor = ({ files }: Imported, id: Id): Bundle =>
  emit(
    {
      files,
      dir: 'skills',
      platforms: ['claude', 'codex', 'agy'],
      runtimes: [{ name: 'wave', code: '', licences: '' }],
    },
    target(id),
    parseWithSatteri,
  )

/** The texts of the pack by their paths in the bundle of its own client, with all that is listed as normalised applied. */
export function expectedTexts({ files, notes, pack }: ReturnType<typeof importFiles>): Map<string, string> {
  const texts = new Map(pack.map(({ path, text }) => [path, text]))
  return new Map(
    files.flatMap(({ from, at }) => {
      const text = texts.get(from)
      if (text === undefined) return []
      const edits = notes
        .filter(({ path, kind, to }) => path === from && kind === 'normalised' && to !== undefined)
        .map(({ span, to }) => ({ path: from, span, text: to! }))
      return [
        [at, /\.(?:md|json|toml)$/.test(at) ? applyEdits(text, edits).text.replace(/\r\n?/g, '\n') : text] as const,
      ]
    }),
  )
}

/** Names of Claude Code that no other client’s bundle may hold, found by plain search. */
const CLAUDE_ONLY =
  /AskUserQuestion|SendMessage|Task(?:Create|Update|List|Get|Stop|Output)|TodoWrite|Team(?:Create|Delete)|WebFetch|WebSearch|NotebookEdit|MultiEdit|run_in_background|subagent_type|team_name|\.claude\b|CLAUDE_|\$ARGUMENTS|allowed-tools|disable-model-invocation|(?<![\w-])(?:Agent|Skill|Read|Write|Edit|Bash|Glob|Grep)\((?!s\))|`(?:Read|Write|Edit|Bash|Glob|Grep|Agent)`|\b(?:Bash|Glob|Grep) tool\b|\{\{(?:[#^/]|tool|shell|skill|args)|\{\{$|\[object Object\]|undefined/gm

/** What a bundle holds that only Claude Code understands, as `path:line name`. */
export function foreignIn({ files }: Bundle): string[] {
  return [...files].flatMap(([path, { text }]) =>
    text === undefined || !/\.(?:md|toml|ya?ml|json)$/.test(path)
      ? []
      : [...text.matchAll(CLAUDE_ONLY)].map(
          ({ 0: name, index }) => `${path}:${text.slice(0, index).split('\n').length} ${name}`,
        ),
  )
}
