import { isObject, parseJson } from '../aco/text.ts'

/** What a worker left behind when it ended. */
export interface Reply {
  /** The JSON objects that it handed in, in order. */
  results: Record<string, unknown>[]
  /** What its client says went wrong. */
  message?: string
  tokens?: { input: number; output: number }
}

/** How often a text may be gone through in search of its objects. */
const ROUNDS = 20

/** The end of the JSON value that begins at a brace, as far as braces and quotes tell; -1 when it has none. */
function closing(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === 92) i++
      else if (unit === 34) inString = false
    } else if (unit === 34) inString = true
    else if (unit === 123) depth++
    else if (unit === 125 && --depth === 0) return i + 1
  }
  return -1
}

/** The JSON objects that stand in a text, one after the other; prose and fences around them do not count. */
export function objectsIn(text: string): Record<string, unknown>[] {
  const whole = parseJson(text)
  if (isObject(whole)) return [whole]
  const found: Record<string, unknown>[] = []
  let budget = text.length * ROUNDS
  for (let start = text.indexOf('{'); start >= 0 && budget > 0; ) {
    const end = /\{\s*["}]/y.test(text.slice(start, start + 1000)) ? closing(text, start) : 0
    const value = end > 0 ? parseJson(text.slice(start, end)) : undefined
    if (end !== 0) budget -= (end < 0 ? text.length : end) - start
    if (isObject(value)) found.push(value)
    start = text.indexOf('{', isObject(value) ? end : start + 1)
  }
  return found
}

/** Tokens from a client’s report, whatever it calls them; `undefined` when it names none. */
export function tokensIn(usage: unknown): Reply['tokens'] {
  if (!isObject(usage)) return undefined
  const sum = (names: readonly string[]) => {
    const numbers = names.map(name => usage[name]).filter(value => typeof value === 'number' && value >= 0) as number[]
    return numbers.length ? numbers.reduce((a, b) => a + b) : undefined
  }
  const input =
    sum(['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']) ?? sum(['prompt_tokens'])
  const output = sum(['output_tokens']) ?? sum(['completion_tokens'])
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 }
}
