/** A text as a value inside of a flow collection: plain where YAML cannot take it for anything else, else quoted. */
export function flow(text: string): string {
  if (
    /^[\p{L}][\p{L}\p{N} ()/.;_+-]*$/u.test(text) &&
    !/ $|[ ][-#]|^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
  )
    return text
  // Tokens have double quotes of their own, which escapes inside of double quotes would hide.
  return /["\\]/.test(text) ? `'${text.replace(/'/g, "''")}'` : `"${text}"`
}

export const list = (items: readonly string[]): string => `[${items.map(flow).join(', ')}]`

/** A flow mapping of parts that are there: `{ from: A, to: B }`. */
export const map = (parts: readonly (readonly [key: string, value: string | undefined])[]): string =>
  `{ ${parts.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`])).join(', ')} }`

/** An item of a list: a flow mapping, or a line for each part where that would be long. */
export function item(parts: Parameters<typeof map>[0]): string {
  const line = `- ${map(parts)}`
  if (line.length <= 120) return line
  return parts
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
    .map((part, index) => (index ? `  ${part}` : `- ${part}`))
    .join('\n')
}

/** A text of several lines below a key. */
export function block(key: string, text: string, indent = ''): string {
  const lines = text.replace(/\s+$/, '').split('\n')
  const mark = /^[ \t]/.test(lines[0]!) ? '|2' : '|'
  return `${indent}${key}: ${mark}\n${lines.map(line => (line ? `${indent}  ${line}` : '')).join('\n')}`
}

export const fence = (kind: string, body: string): string => `\`\`\`yaml ${kind}\n${body}\n\`\`\``
