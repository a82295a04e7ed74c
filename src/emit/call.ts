const BARE = Symbol('bare')

/** A name or a number as written, which a call shows without quotes: `READER_INSTRUCTION`. */
export interface Bare {
  [BARE]: string
}

export const bare = (name: string): Bare => ({ [BARE]: name })

const isBare = (value: unknown): value is Bare => typeof value === 'object' && value !== null && BARE in value

/** A value of a call as a model reads it: strings in double quotes, long or multi-line ones as template literals. */
export function literal(value: unknown, depth = 1): string {
  if (typeof value === 'string') return text(value)
  if (isBare(value)) return value[BARE]
  if (Array.isArray(value)) {
    const items = value.map(item => literal(item, depth + 1))
    const line = `[${items.join(', ')}]`
    return line.includes('\n') || line.length > 80 ? block('[', items, ']', depth) : line
  }
  if (value && typeof value === 'object') return members(value, depth)
  return String(value)
}

/** A call with an object of arguments, one a line: `Agent({ … })`. Absent values are left out. */
export function call(name: string, args: Readonly<Record<string, unknown>>): string {
  return `${name}(${members(args, 1)})`
}

function members(value: object, depth: number): string {
  const parts = Object.entries(value).flatMap(([key, item]) =>
    item === undefined
      ? []
      : [`${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${literal(item, depth + 1)}`],
  )
  const line = `{ ${parts.join(', ')} }`
  return line.includes('\n') || line.length > 80 ? block('{', parts, '}', depth) : line
}

const block = (open: string, parts: readonly string[], close: string, depth: number) =>
  [open, ...parts.map(part => `${'  '.repeat(depth)}${part},`), `${'  '.repeat(depth - 1)}${close}`].join('\n')

function text(value: string): string {
  if (!value.includes('\n') && value.length <= 100) return JSON.stringify(value)
  // `${CLAUDE_SKILL_DIR}` stays: the client fills it in before a model reads it.
  return `\`${value.replace(/[\\`]/g, '\\$&').replace(/\$\{(?!CLAUDE_)/g, '\\${')}\``
}
