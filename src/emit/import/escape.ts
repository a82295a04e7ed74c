/** Offsets of two braces, from one on, that a source would read as a token; `${{` is none. */
export function bracesIn(text: string, from = 0): number[] {
  const found: number[] = []
  for (let at = text.indexOf('{{', from); at >= 0; at = text.indexOf('{{', at + 2))
    if (text[at - 1] !== '$') found.push(at)
  return found
}

/** A text whose double braces stand for themselves in a source. */
export function escaped(text: string): string {
  let result = ''
  let from = 0
  for (const at of bracesIn(text)) {
    result += `${text.slice(from, at)}\\`
    from = at
  }
  return result + text.slice(from)
}

/** Whether a token can stand behind this text: a backslash, a dollar or a brace there would become part of it. */
export const canPrecede = (text: string, offset: number): boolean => offset === 0 || !/[\\${]/.test(text[offset - 1]!)
