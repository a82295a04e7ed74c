import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SWARM_COMMANDS, SWARM_FILES } from '../../src/core/swarm.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { controllerOf, controllers } from '../../src/model/controller.ts'
import { commandLinesOf } from '../../src/model/controller-commands.ts'
import { configsIn, driftOf } from '../../src/model/controller-config.ts'
import { toldWritesOf } from '../../src/model/controller-effects.ts'
import { faultsOf, usageOf } from '../../src/model/controller-faults.ts'
import { fileTokensIn, sessionFileOf, sessionFilesIn } from '../../src/model/controller-files.ts'
import { shownOutputsOf, unknownKeysOf } from '../../src/model/controller-outputs.ts'
import { missingScriptsOf } from '../../src/model/controller-scripts.ts'
import { packsOf } from '../../src/model/packs.ts'
import { readArguments } from '../../src/runtime/aco/arguments.ts'
import { finishes } from '../helpers/growth.ts'

const documents = (files: Record<string, string>) =>
  packsOf({ sources: Object.entries(files).map(([path, text]) => ({ path, text })), unread: [] }, parseWithSatteri)[0]!
    .documents

const document = (text: string) =>
  documents({ '.claude/skills/hunt/SKILL.md': `---\nname: hunt\ndescription: Hunts.\n---\n\n${text}` })[0]!

describe('command lines', () => {
  const linesIn = (text: string) =>
    commandLinesOf(document(text)).map(({ command, options, isOpen, script }) =>
      [
        script.text,
        ...options.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)),
        command.name,
        ...(isOpen ? ['…'] : []),
      ].join(' '),
    )

  test.each([
    ['`python aco.py --session <my session> select --iter <k>`', ['aco.py --session=<my_session> --iter=<k> select']],
    ['```\npython3 -u scripts/aco.py --session=s init > x.json\n```', ['scripts/aco.py --session=s init']],
    [
      '```bash\npython "$ROOT/scripts/aco.py" \\\n  --session s \\\n  update --iter 3\n```',
      ['$ROOT/scripts/aco.py --session=s --iter=3 update'],
    ],
    ['```\n  ├─> node aco.mjs --session s report → best.json\n```', ['aco.mjs --session=s report']],
    ['```\nBash("python aco.py --session s converged", 9)\n```', ['aco.py --session=s converged']],
    ['Bash: python aco.py --session s report, then stop.', ['aco.py --session=s report']],
    ['- **Bash**: node <root>/aco.mjs --session s status', ['<root>/aco.mjs --session=s status']],
    [
      '`uv run scripts/aco.py --session s init` and `py -3 aco.py --session s init`',
      ['scripts/aco.py --session=s init', 'aco.py --session=s init'],
    ],
    [
      '`python aco.py --session s [--run-dir r] select --iter 1 ...`',
      ['aco.py --session=s --run-dir=r --iter=1 select …'],
    ],
    ['`node aco.mjs simulate --seeds 3 --help`', ['aco.mjs --seeds=3 --help simulate']],
    ['`python aco.py select`（第 k 轮）', ['aco.py select']],
    ['```\r\npython aco.py --session s init\r\n```\r\n', ['aco.py --session=s init']],
    ['Run python aco.py select.', []],
    ['`aco.py select`, `scripts/aco.py`, aco.mjs', []],
    ['`python aco.py`, `python aco.py --session s`, `python aco.py <command>`, `python aco.py init|select`', []],
    ['`python aco.py update fails`, `python aco.py exits with 1`', []],
    ['`python macao.py init`, `python aco.pyc init`, `python aco.py.bak init`, `node aco.mjs.map init`', []],
    ['```\n| python aco.py select |\n│ python aco.py update │\n```', []],
    ['`subprocess.run(["python", "aco.py", "init"])`', []],
  ])('in %j', (text, expected) => {
    expect(linesIn(text)).toEqual(expected)
  })

  test('spans lie on the words', () => {
    const found = document('`python a/aco.py --session <s> select --iter <k>` now')
    const [line] = commandLinesOf(found)
    const at = ({ start, end }: { start: number; end: number }) => found.text.slice(start, end)
    expect(at(line!.span)).toBe('python a/aco.py --session <s> select --iter <k>')
    expect(at(line!.script.span)).toBe('a/aco.py')
    expect(at(line!.command.span)).toBe('select')
    expect(line!.options.map(({ span, nameSpan }) => [at(span), at(nameSpan)])).toEqual([
      ['--session <s>', '--session'],
      ['--iter <k>', '--iter'],
    ])
  })

  test.each([
    ['```\n  └─> python aco.py --session s report\n```', true],
    ['```\n[Lead] phase 2: python aco.py --session s report\n```', true],
    ['```\nBash: python aco.py --session s report\n```', false],
    ['```\nX=1 $(python aco.py --session s report)\n```', false],
    ['```\n  "command": "python aco.py --session s report"\n```', false],
    ['First `python aco.py --session s report`', false],
  ])('%j is drawn: %s', (text, isDrawn) => {
    expect(commandLinesOf(document(text)).map(line => line.isDrawn)).toEqual([isDrawn])
  })

  test('the usage of every command is accepted', () => {
    for (const manifest of Object.values(controllers))
      for (const name of Object.keys(manifest.commands)) {
        const runner = manifest.name === 'aco.py' ? 'python' : 'node'
        const [line] = commandLinesOf(document(`\`${runner} ${usageOf(manifest, name)}\``))
        expect(line, name).toBeDefined()
        expect(faultsOf(line!), name).toEqual([])
      }
  })
})

test('a document speaks of the controller that it names, else of the one of its skill, else of none', () => {
  const [skill, spec, both] = documents({
    '.claude/skills/hunt/SKILL.md': 'Run aco.mjs.\n',
    '.claude/skills/hunt/specs/a.md': 'A spec.\n',
    '.claude/skills/hunt/specs/b.md': 'From aco.py to aco.mjs.\n',
  })
  expect(controllerOf(skill!)?.name).toBe('aco.mjs')
  expect(controllerOf(spec!)).toBeUndefined()
  expect(controllerOf(both!)).toBeUndefined()
  const [, alone] = documents({
    '.claude/skills/hunt/a/x.md': 'aco.py\n',
    '.claude/skills/hunt/specs/a.md': 'A spec.\n',
  })
  expect(controllerOf(alone!)?.name).toBe('aco.py')
  expect(
    controllerOf(documents({ '.claude/skills/hunt/SKILL.md': 'macao.py, aco.python, x-aco.py\n' })[0]!),
  ).toBeUndefined()
})

describe('the manifest of our own controller', () => {
  const { commands, sessionless, switches, globals } = controllers['aco.mjs']
  const accepts = (...argv: string[]) => {
    try {
      return readArguments(argv).command
    } catch {
      return undefined
    }
  }

  test('has the commands of the runtime, with the sessions that they need', () => {
    expect(Object.keys(commands)).toEqual(Object.keys(SWARM_COMMANDS))
    for (const [name, { required }] of Object.entries(commands)) {
      const argv = [name, ...required.flatMap(flag => [flag, '1'])]
      expect(accepts(...argv, '--session', 's'), name).toBe(name)
      expect(accepts(...argv) === name, name).toBe(sessionless.includes(name))
    }
  })

  test('knows which flags take a value', () => {
    for (const [name, { flags, required }] of Object.entries(commands))
      for (const flag of [...globals, ...flags]) {
        const others = ['--session', ...required].filter(other => other !== flag).flatMap(other => [other, '1'])
        const argv = [name, ...others, flag, ...(switches.includes(flag) ? [] : ['1'])]
        expect(accepts(...argv), argv.join(' ')).toBeDefined()
        if (!switches.includes(flag)) expect(accepts(name, ...others, flag), argv.join(' ')).toBeUndefined()
      }
  })

  test('lets commands write what docs/swarm.md says that they write', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'swarm.md'), 'utf8')
    const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \| \[/gm)].filter(([, files]) => /\.jsonl?`/.test(files!))
    const told = (command: string) =>
      rows
        .flatMap(([, files, by]) => (by!.includes(`\`${command}\``) ? [...files!.matchAll(/`([^`]+)`/g)] : []))
        .map(match => match[1]!)
    expect(rows.length).toBe(Object.keys(SWARM_FILES).length)
    const copies = (name: string) => name !== SWARM_FILES.config
    for (const name of ['init', 'update'])
      expect(told(name).sort(), name).toEqual(commands[name]!.writes.filter(copies).sort())
  })
})

describe('files of a session', () => {
  test.each([
    ['scores/iter-<k>-scores.json', 'scores/iter-<k>-scores.json', true],
    ['<session>/scores/iter-{iter}-scores.json', 'scores/iter-<k>-scores.json', true],
    ['iter-3-scores.json', 'scores/iter-<k>-scores.json', true],
    ['verified_scores.json', 'scores/iter-<k>-scores.json', false],
    ['iteration-<k>-scores.json', 'scores/iter-<k>-scores.json', false],
    ['artifacts/iter-<k>-scores.json', 'scores/iter-<k>-scores.json', false],
    ['artifacts/ant-k-id.json', 'artifacts/ant-<k>-<i>.json', true],
    ['.workflow/x/artifacts/ant-$k-${i}.json', 'artifacts/ant-<k>-<i>.json', true],
    ['history/k.json', 'pheromone/history/<k>.json', true],
    ['pheromone/current.json', 'pheromone/current.json', true],
    ['trails/1.jsonl', 'trails/<k>.jsonl', true],
    ['best.json', 'best.json', true],
    ['trails/best.json', 'best.json', false],
    ['runs/best.json', 'best.json', true],
    ['task_space.json', 'task-space.json', false],
  ])('%s is %s', (name, file, isOwn) => {
    expect(sessionFileOf(name)).toEqual({ name: file, isOwn })
  })

  test.each([
    'package.json',
    'best-solution.json',
    'ant-*.json',
    '3.json',
    'artifacts/3.json',
    'lighthouse-scores.json',
    'swarm-config-template.json',
    'history/3.jsonl',
    '.json',
  ])('%s is none', name => {
    expect(sessionFileOf(name)).toBeUndefined()
  })

  test('names end where brackets do', () => {
    const text = 'a <session>/best.json#x, **task-space.json**; (trails/k.jsonl) x.jsonc <!-- <best.json'
    expect(fileTokensIn(text, { start: 0, end: text.length }).map(token => token.text)).toEqual(
      ['<session>/best.json', '**task-space.json', 'trails/k.jsonl', 'best.json'].map(name => name.replace('**', '')),
    )
  })
})

test('hostile documents are read in time and without a throw', () => {
  const everything = (found: ReturnType<typeof document>) => {
    for (const line of commandLinesOf(found)) faultsOf(line)
    for (const output of shownOutputsOf(found)) unknownKeysOf(output)
    for (const config of configsIn(found)) driftOf(config, controllers['aco.mjs'])
    toldWritesOf(found)
    sessionFilesIn(found)
    missingScriptsOf(found, controllers['aco.py'])
  }
  const pieces = [
    'python aco.py ',
    'python aco.py --session s select --iter 1\n',
    '`python aco.py --session ${s} update` -> returns `{a}`\n',
    'x/',
    '<',
    '*',
    'a-1_',
    '.json',
    '```json\n{ "aco": {',
    '| update | `{a` |\n',
    '├─> python aco.py --session s report → best.json\n',
    'python aco.py "',
    '$(',
    '\r\n',
    '成功（',
  ]
  for (const piece of pieces)
    finishes(15_000, size => document(`aco.py\n\n\`\`\`\n${piece.repeat(Math.ceil(size / piece.length))}`), everything)
  for (const piece of pieces)
    finishes(15_000, size => document(`aco.mjs\n\n${piece.repeat(Math.ceil(size / piece.length))}`), everything)
})
