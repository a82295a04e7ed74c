/**
 * What models say, in the event streams of the three services whose clients are tested: just enough of each for its
 * client to go on. One answer is one turn: a text, or calls of tools.
 */

/** What the scripted model answers. */
export type Answer =
  | { say: string }
  | { call: string; args: unknown }
  | { calls: readonly { call: string; args: unknown }[] }
  /** The stream is left open until the client goes away. */
  | { hang: true }

/** The calls of an answer. */
const callsOf = (answer: Answer) => ('calls' in answer ? answer.calls : 'call' in answer ? [answer] : [])
const textOf = (answer: Answer) => ('say' in answer ? answer.say : '')

type Event = readonly [name: string, data: unknown]

/** One turn as the events of OpenAI’s responses (codex), Anthropic’s messages (claude) or Gemini’s stream. */
const wires = {
  responses(answer: Answer, turn: number): Event[] {
    const items = callsOf(answer).map(({ call, args }, index) => ({
      type: 'function_call',
      id: `fc_${turn}_${index}`,
      call_id: `call_${turn}_${index}`,
      name: call,
      arguments: JSON.stringify(args),
    }))
    const message = {
      type: 'message',
      role: 'assistant',
      id: `msg_${turn}`,
      content: [{ type: 'output_text', text: textOf(answer) }],
    }
    const response = { id: `resp_${turn}` }
    const usage = { input_tokens: 7, input_tokens_details: null, output_tokens: 5, output_tokens_details: null }
    return [
      { type: 'response.created', response },
      ...(items.length ? items : [message]).map(item => ({ type: 'response.output_item.done', item })),
      { type: 'response.completed', response: { ...response, usage: { ...usage, total_tokens: 12 } } },
    ].map(data => [data.type, data])
  },

  messages(answer: Answer, turn: number): Event[] {
    const calls = callsOf(answer)
    const blocks = calls.length
      ? calls.map(({ call, args }, index) => ({
          start: { type: 'tool_use', id: `toolu_${turn}_${index}`, name: call, input: {} },
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
        }))
      : [{ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: textOf(answer) } }]
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 1 },
    }
    const stop_reason = calls.length ? 'tool_use' : 'end_turn'
    return [
      { type: 'message_start', message },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: 'content_block_start', index, content_block: start },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ].map(data => [data.type, data])
  },

  gemini(answer: Answer): Event[] {
    const calls = callsOf(answer)
    const parts = calls.length
      ? calls.map(({ call, args }) => ({ functionCall: { name: call, args } }))
      : [{ text: textOf(answer) }]
    const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }
    const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 }
    return [['', { candidates: [candidate], usageMetadata }]]
  },
} as const

export type Wire = keyof typeof wires

/** The service that a path belongs to; `undefined` for what is no request to a model. */
export function wireOf(path: string): Wire | undefined {
  if (/^\/v1\/responses$/.test(path)) return 'responses'
  if (/^\/v1\/messages$/.test(path)) return 'messages'
  return /:(?:streamGenerateContent|generateContent)$/.test(path) ? 'gemini' : undefined
}

/** An answer as server-sent events; `turn` makes its ids unique. */
export const eventsOf = (wire: Wire, answer: Answer, turn: number): string =>
  wires[wire](answer, turn)
    .map(([name, data]) => `${name && `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
    .join('')
