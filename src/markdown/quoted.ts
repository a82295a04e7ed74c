const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g
const TEMPLATE_ESCAPE = new RegExp(`${ESCAPE.source}|\\$\\{[^}]*\\}`, 'g')
const PLAIN: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' },
  ...{ '\n': '', '\r': '', '\r\n': '', '\u2028': '', '\u2029': '' },
}

type Escape = [whole: string, braced?: string, four?: string, two?: string, unit?: string]

function resolve(...[whole, braced, four, two, unit]: Escape): string {
  if (unit !== undefined) return PLAIN[unit] ?? unit
  const digits = braced ?? four ?? two
  if (digits === undefined) return whole
  const code = Number.parseInt(digits, 16)
  return code > 0x10ffff ? whole : String.fromCodePoint(code)
}

/** The text between the quotes of a string of JSON or JavaScript, escapes resolved. */
export function unquote(body: string): string {
  return body.includes('\\') ? body.replace(ESCAPE, (...match) => resolve(...(match as unknown as Escape))) : body
}

/** The text of a template string with its `${…}` as written, and whether it has any. */
export function unquoteTemplate(body: string): { value: string; template: boolean } {
  let template = false
  const value = body.replace(/\r\n?/g, '\n').replace(TEMPLATE_ESCAPE, (...match) => {
    if (match[0].startsWith('$')) template = true
    return resolve(...(match as unknown as Escape))
  })
  return { value, template }
}
