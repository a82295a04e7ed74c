import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesBelow } from '../../src/host/folder.ts'
import { bundleOf } from '../helpers/bundle.ts'
import { type BuildTarget, lintBundles, TARGETS } from '../helpers/emit.ts'

/**
 * Looks at our own bundles with other eyes than the rules: plain text searches for what must never be left in one.
 */

/** Names that belong to one client only, as words. */
const NAMES = {
  claude: [
    'AskUserQuestion',
    'TaskCreate',
    'TaskUpdate',
    'TodoWrite',
    'SendMessage',
    'TeamCreate',
    'run_in_background',
    'CLAUDE_SKILL_DIR',
    'allowed-tools',
    '$ARGUMENTS',
  ],
  codex: [
    'request_user_input',
    'spawn_agent',
    'wait_agent',
    'exec_command',
    'apply_patch',
    'update_plan',
    'spawn_agents_on_csv',
    'report_agent_job_result',
  ],
  agy: ['invoke_subagent', 'ask_question', 'run_command', 'view_file', 'write_to_file', 'grep_search', 'find_by_name'],
}
const FOLDERS = { claude: '.claude/', codex: '.codex/', agy: '.agy/' }

test.each(TARGETS)('%s %s: nothing is left over, nothing is foreign', (id, version) => {
  const bundle = bundleOf([id, version] as BuildTarget)
  expect(bundle.faults).toEqual([])
  const paths = new Set(bundle.files.keys())
  const found: string[] = []
  for (const [path, { text }] of bundle.files) {
    if (text === undefined || !/\.(?:md|toml|ya?ml|json)$/.test(path)) continue
    const tell = (what: string, index: number) =>
      found.push(`${path}:${text.slice(0, index).split('\n').length} ${what}`)
    for (const match of text.matchAll(
      /\{\{|\}\}|__(?:name|title|role|prefix|description)__|<(?:TypeName|Role|Prompt|task_name|message)>|\bTODO\b|undefined|\[object Object\]/g,
    ))
      tell(match[0], match.index)
    for (const match of text.matchAll(/^```ya?ml (?:contract|csv|gates|states|errors|spawn)/gm))
      tell(match[0], match.index)
    for (const [other, names] of Object.entries(NAMES))
      if (other !== id) for (const name of names) if (text.includes(name)) tell(name, text.indexOf(name))
    for (const [other, folder] of Object.entries(FOLDERS))
      if (other !== id && text.includes(folder)) tell(folder, text.indexOf(folder))
    if (path.endsWith('.json')) JSON.parse(text)
    const head = /^---\n([\s\S]*?)\n---\n/.exec(text)
    if (head) expect(typeof parse(head[1]!)).toBe('object')
    else if (path.endsWith('SKILL.md')) tell('no frontmatter', 0)
    for (const match of text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)) {
      const target = posix.normalize(posix.join(posix.dirname(path), match[1]!))
      if (!paths.has(target)) tell(`${match[1]} leads nowhere`, match.index)
    }
    for (const match of text.matchAll(
      /@workflows\/[\w-]+\.md|(?:\$\{CLAUDE_SKILL_DIR\}|<skill_dir>)\/([\w./-]+\.\w+)/g,
    )) {
      const home = /^[^/]+\/skills\/[^/]+\//.exec(path)![0]
      const target = match[1] ?? match[0].slice(1)
      if (!paths.has(home + target)) tell(`${match[0]} leads nowhere`, match.index)
    }
  }
  expect(found).toEqual([])
})

test('strict lint of all bundles together finds nothing, and nothing is suppressed', () => {
  const [claude, codex, old, agy] = TARGETS.map(target => bundleOf(target))
  expect(lintBundles([claude!, codex!, agy!])).toEqual([])
  expect(lintBundles([old!])).toEqual([])
  for (const bundle of [claude!, codex!, old!, agy!])
    for (const { text } of bundle.files.values()) expect(text ?? '').not.toContain('maestro-lint-disable')
})

/** One skill of each kind; the others are held by the scan, the lint and the dry runs. */
const SHOWN =
  /^[^/]+\/(?!skills\/)|\/skills\/(?:team-swarm|learn-retro|maestro-collab|maestro-plan|maestro-ralph-v2|manage-issue)\//

test('the golden bundles, and nothing beside them', async () => {
  const expected = new Set<string>()
  for (const [id, version] of TARGETS) {
    const folder = version === '0.144.1' ? 'codex-0.144' : id
    for (const [path, { text }] of bundleOf([id, version] as BuildTarget).files) {
      if (text === undefined || path.includes('/scripts/') || !SHOWN.test(path)) continue
      const inner = path.slice(path.indexOf('/') + 1).replace(/^skills\//, '')
      expected.add(`${folder}/${inner}`)
      await expect(text).toMatchFileSnapshot(`../golden/bundles/${folder}/${inner}`)
    }
  }
  expect(filesBelow(join(import.meta.dirname, '../golden/bundles')).filter(path => !expected.has(path))).toEqual([])
})
