import type { Plugin } from 'rolldown'

/** JavaScript in ASCII only: the engine holds and reads such a text in half the room and time. Comments may not have other characters. */
export const asciiOnly = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Takes Node’s own modules as they are, not as `import` wraps them: to make the names of `node:fs` a module’s, Node looks
 * at each of them, which loads streams, promises and more: longer than most commands of a small program take.
 *
 * Imports on demand (`await import('node:…')`) stay what they are. `prelude` is to stand before the code of the bundle:
 * Node before 20.16 has no `process.getBuiltinModule`.
 */
export function builtins(): Plugin & { prelude: () => string } {
  const names = new Set<string>()
  return {
    name: 'builtins',
    resolveId: (id, _, { kind }) => {
      if (!id.startsWith('node:')) return undefined
      return kind === 'import-statement' ? `\0${id}` : { id, external: true }
    },
    load: async id => {
      if (!id.startsWith('\0node:')) return undefined
      const name = id.slice(1)
      names.add(name)
      const keys = Object.keys(await import(name)).filter(key => key !== 'default' && /^[A-Za-z]\w*$/.test(key))
      const exported = keys.map(key => `export const ${key} = own.${key}`)
      return [`const own = /* @__PURE__ */ builtin(${JSON.stringify(name)})`, ...exported].join('\n')
    },
    prelude: () => {
      const all = JSON.stringify([...names].sort())
      const imported = `Object.fromEntries(await Promise.all(${all}.map(async name=>[name,await import(name)])))`
      return `const builtin=process.getBuiltinModule??(modules=>name=>modules[name])(${imported})`
    },
  }
}
