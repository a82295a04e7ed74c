import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { agentsIn, skillsIn } from './listing.ts'
import { type ModelServer, startServer, textsOf } from './server.ts'
import { eventsOf, wireOf } from './wires.ts'

let server: ModelServer | undefined
afterEach(() => server?.close())

const post = (path: string, body: unknown) =>
  fetch(`${server!.url}${path}`, { method: 'POST', body: JSON.stringify(body) })

describe('the scripted model', () => {
  test('says what its script says, to each kind of client', async () => {
    server = await startServer(({ wire }, turn) => ({ say: `${wire} ${turn}` }))
    expect(await (await post('/v1/responses', { input: [] })).text()).toContain('"text":"responses 1"')
    expect(await (await post('/v1/messages?beta=true', { messages: [] })).text()).toContain('"text":"messages 2"')
    expect(await (await post('/v1beta/models/m:streamGenerateContent?alt=sse', {})).text()).toContain('gemini 3')
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/responses',
      '/v1/messages',
      '/v1beta/models/m:streamGenerateContent',
    ])
  })

  test('lets nothing through to the world outside', async () => {
    server = await startServer(() => ({ say: 'yes' }))
    const { port } = new URL(server.url)
    const status = await new Promise(resolve => {
      const tunnel = request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'nowhere.invalid:443' })
      tunnel.on('connect', ({ statusCode }) => resolve(statusCode)).end()
    })
    expect(status).toBe(403)
    expect((await post('/telemetry', {})).status).toBe(404)
    expect(server.others).toEqual(['CONNECT nowhere.invalid:443', 'POST /telemetry'])
    expect(server.requests).toEqual([])
  })

  test('hangs where it is told to', async () => {
    server = await startServer(() => ({ hang: true }))
    const stop = new AbortController()
    const { body } = await fetch(`${server.url}/v1/responses`, { method: 'POST', body: '{}', signal: stop.signal })
    const first = body!.getReader().read()
    const said = await Promise.race([first, new Promise(done => setTimeout(done, 200, 'nothing'))])
    expect(said).toBe('nothing')
    stop.abort()
    await expect(first).rejects.toThrow()
  })
})

test('calls of tools in the events of each service', () => {
  const calls = {
    calls: [
      { call: 'a', args: { x: 1 } },
      { call: 'b', args: {} },
    ],
  }
  const data = (text: string) => Array.from(text.matchAll(/^data: (.*)$/gm), ([, json]) => JSON.parse(json!))
  expect(data(eventsOf('responses', calls, 3)).map(({ type, item }) => [type, item?.name, item?.call_id])).toEqual([
    ['response.created', undefined, undefined],
    ['response.output_item.done', 'a', 'call_3_0'],
    ['response.output_item.done', 'b', 'call_3_1'],
    ['response.completed', undefined, undefined],
  ])
  const blocks = data(eventsOf('messages', calls, 3)).filter(({ type }) => type === 'content_block_start')
  expect(blocks.map(({ index, content_block: { name } }) => [index, name])).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
  const [{ candidates }] = data(eventsOf('gemini', calls, 3))
  expect(candidates[0].content.parts[0]).toEqual({ functionCall: { name: 'a', args: { x: 1 } } })
  expect(wireOf('/v1/models')).toBeUndefined()
})

describe('what a request lists', () => {
  const asked = (wire: 'responses' | 'messages', text: string) => ({ wire, path: '', body: { input: [{ text }] } })

  test('of skills', () => {
    const codex =
      'x\n<skills_instructions>\n- one: A: b. (file: r0/one/SKILL.md)\n- two: (file: r0)\n</skills_instructions>\n- three: C (file: x)'
    expect([...skillsIn(asked('responses', codex))]).toEqual([['one', 'A: b.']])
    const claude =
      '- no: agent\n\nThe following skills are available for use with the Skill tool:\n\n- one: A: b.\n- bare\n</system-reminder>\n- two: C'
    expect([...skillsIn(asked('messages', claude))]).toEqual([['one', 'A: b.']])
    expect(skillsIn(asked('messages', 'no list')).size).toBe(0)
  })

  test('of agents', () => {
    expect([...agentsIn(asked('responses', 'Available roles:\none: {\nCounts.\n}\n\ntwo: {\nX\n}'))]).toEqual([
      ['one', 'Counts.'],
    ])
    const claude = 'Available agent types for the Agent tool:\n- one: Counts. (Tools: Read)\n\n- two: X (Tools: *)'
    expect([...agentsIn(asked('messages', claude))]).toEqual([['one', 'Counts.']])
  })

  test('is all that a model reads', () => {
    expect(textsOf({ a: ['x', { b: 'y' }], c: 1, d: null })).toEqual(['x', 'y'])
  })
})
