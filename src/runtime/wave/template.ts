/** Filling in an instruction: `{column}` and `{param}`, `{{` and `}}` for braces as such, in a single pass. */

const TOKEN = /\{\{|\}\}|(?<![\\$])\{([^{}\n]*)\}/g
const NAME = /^[A-Za-z_]\w*$/

/** Where a name gets its value; `undefined` when there is no such name. */
export type Lookup = (name: string) => string | undefined

/**
 * The text with names replaced by their values. A value is never looked at again, whatever it holds.
 *
 * Braces around something that is no name (JSON, say) stay; so do names without a value, which `unknown` is told.
 */
export const render = (text: string, lookup: Lookup, unknown?: (name: string) => void): string =>
  text.replace(TOKEN, (token, name: string | undefined) => {
    if (name === undefined) return token.charAt(0)
    const value = lookup(name)
    if (value === undefined && NAME.test(name)) unknown?.(name)
    return value ?? token
  })

/** The names of an instruction that have no value. */
export function unknownIn(text: string, isKnown: (name: string) => boolean): string[] {
  const names = new Set<string>()
  render(
    text,
    name => (isKnown(name) ? '' : undefined),
    name => names.add(name),
  )
  return [...names]
}
