import { expect, it } from 'vitest'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'

const callsOf = (text: string) => {
  const { calls } = parse({ path: 'a.md', text }, 'skill', false, parseWithSatteri)
  return calls.map(({ tool, span, args, where, negated }) => {
    expect(text.slice(span.start, span.end)).toBe(tool)
    return `${negated ? 'no ' : ''}${where} ${tool}${args ? text.slice(args.start, args.end) : ''}`
  })
}

it.each([
  ['Call Agent(x) now', ['prose Agent(x)']],
  ['Call `Agent({ a: 1 })` now', ['code Agent({ a: 1 })']],
  ['```js\nspawn_agent({\n  a: "x)"\n})\n```', ['fence spawn_agent({\n  a: "x)"\n})']],
  ["`f({ a: 1, // it's\n  b: [2] })`", ["code f({ a: 1, // it's\n  b: [2] })"]],
  ['f(g(1), [h])', ['prose f(g(1), [h])', 'prose g(1)']],
  ['f(`a ${g(")")} b`)', ['prose f(`a ${g(")")} b`)', 'code g(")")']],
  ['f(a', ['prose f']],
  ['f(a]', ['prose f']],
  ["f(the user's name)", ["prose f(the user's name)"]],
  ['Bash (ls)', ['prose Bash(ls)']],
  ['a.f(x) $f(x) /f(x) @f(x) -f(x)', []],
  ['调用 Agent(x)', ['prose Agent(x)']],
  ['Do not call Agent(x)', ['no prose Agent(x)']],
  ['Never stop. Call Agent(x)', ['prose Agent(x)']],
  ['禁止 Agent(x)', ['no prose Agent(x)']],
  ['不要停。Agent(x)', ['prose Agent(x)']],
  ['no `Agent(x)`, call `Task(y)`', ['no code Agent(x)', 'no code Task(y)']],
  ['---\nallowed-tools: Bash(ls)\n---\nRead(x)', ['prose Read(x)']],
])('%j', (text, expected) => {
  expect(callsOf(text)).toEqual(expected)
})

it('is linear in calls that never close', () => {
  callsOf('Agent(['.repeat(5_000))
})
