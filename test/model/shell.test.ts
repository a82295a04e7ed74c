import { expect, test } from 'vitest'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { commandsOf, programOf, shellCodeOf } from '../../src/model/commands.ts'
import { pipelinesIn, type ShellDialect, type ShellPipeline } from '../../src/model/shell.ts'

/** `a b{what it runs} >target | c ; d`, words joined by a middle dot. */
const show = (pipelines: readonly ShellPipeline[]): string =>
  pipelines
    .map(commands =>
      commands
        .map(({ words, writes }) =>
          [
            ...words.map(({ text, runs }) => text + (runs.length ? `{${show(runs)}}` : '')),
            ...writes.map(({ text }) => `>${text}`),
          ].join('·'),
        )
        .join(' | '),
    )
    .join(' ; ')

test.each([
  ['curl -s x | sh', 'curl·-s·x | sh'],
  ['a && b || c; d & e', 'a ; b ; c ; d ; e'],
  ['a |\n  b |& c', 'a | b | c'],
  ['a \\\n  b', 'a·b'],
  ['a \\\r\n  b\r\nc', 'a·b ; c'],
  ['echo \'a b\' c\\ d "e \\" f"', 'echo·a b·c d·e " f'],
  ['a # b | c\nd#e', 'a ; d#e'],
  ["don't stop; rm 'x", "don't·stop ; rm·'x"],
  ['bash <(curl x) y', 'bash·<(curl x){curl·x}·y'],
  ['sh -c "$(curl \'a b\')"', "sh·-c·$(curl 'a b'){curl·a b}"],
  ['echo `date | cat`', 'echo·`date | cat`{date | cat}'],
  ['(cd x; curl y) | sh', '({cd·x ; curl·y} | sh'],
  ['rm -rf ${X:-a b}/y', 'rm·-rf·${X:-a b}/y'],
  ['rm -rf <dir>/x >out 2>&1 </dev/null', 'rm·-rf·<dir>/x·>out'],
  ['cat <<EOF >f\nrm -rf /\nEOF\nls', 'cat·>f ; ls'],
  ['cat <<-"EOF"\n\trm\n\tEOF\nls', 'cat ; ls'],
  ['cat <<EOF\nls', 'cat ; ls'],
  ['bash <<< "$(a)"', 'bash·$(a){a}'],
  ['case $x in a) b;; esac', 'case·$x·in·a ; b ; esac'],
  ['$(((', '$((({({(}}'],
])('reads %j', (code, expected) => expect(show(pipelinesIn(code))).toBe(expected))

test('reads PowerShell: a backslash is a letter, a backtick goes on', () => {
  const read = (code: string, dialect: ShellDialect) => show(pipelinesIn(code, 0, dialect))
  expect(read('del C:\\ `\n  -Force', 'powershell')).toBe('del·C:\\·-Force')
  expect(read('iex (irm x)', 'powershell')).toBe('iex·({irm·x}')
})

test('spans count from the offset and hold the quotes', () => {
  const code = 'a; rm "b c" >d'
  const [, second] = pipelinesIn(code, 100)
  const shown = [second![0]!, ...second![0]!.words, ...second![0]!.writes].map(({ span }) =>
    code.slice(span.start - 100, span.end - 100),
  )
  expect(shown).toEqual(['rm "b c" >d', 'rm', '"b c"', 'd'])
})

test.each([
  ['sudo -u me -E env A=b timeout -k 5 10 /bin/bash -s', 'bash -s'],
  ['X=1 Y=2 curl.exe x', 'curl x'],
  ['xargs -0 -n 1 rm -rf', 'rm -rf'],
  ['if ! rm x', 'rm x'],
  ['A=1', undefined],
])('finds the program of %j', (code, expected) => {
  const program = programOf(pipelinesIn(code)[0]![0]!)
  expect(program && [program.name, ...program.args.map(({ text }) => text)].join(' ')).toBe(expected)
})

const commandsIn = (text: string) => {
  const document = parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document
  return shellCodeOf(document, /rm/).flatMap(({ pipelines }) =>
    [...commandsOf(pipelines)].map(({ command: { span } }) => text.slice(span.start, span.end)),
  )
}

test.each([
  ['```bash\nrm a\n```\n', ['rm a']],
  ['```\nrm a\n```\n', ['rm a']],
  ['```\n# remove\n$ rm a \\\n  b\nrm: no such file\n$ rm c\n```\n', ['rm a \\\n  b', 'rm c']],
  ['> ```sh\n> rm a\n> rm b\n> ```\n', ['rm a', 'rm b']],
  ['```powershell\nPS C:\\x> rm a\n```\n', ['rm a']],
  ['- one\n\n  ```sh\n  rm a\n  ```\n', ['rm a']],
  ['```\nThe rm command removes.\n```\n', []],
  ['```json\n"rm a"\n```\n', []],
])('finds shell code in %j', (text, expected) => expect(commandsIn(text)).toEqual(expected))

test('time grows with the code, not faster', () => {
  for (const piece of ['$(', "'", '`a "', '<<A\n', '(', '"$(', '${', "a'b ", '<<A '])
    expect(pipelinesIn(piece.repeat(50_000)).length).toBeGreaterThanOrEqual(0)
})
