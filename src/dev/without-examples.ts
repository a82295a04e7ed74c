import { sep } from 'node:path'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/**
 * Leaves the examples of rules out of a bundle: they are tests and documentation, a third of the code, and no run of the
 * linter looks at them. `--explain` reads the rule’s page.
 */
export const withoutExamples = (folder: string): Plugin => ({
  name: 'without-examples',
  transform(code, id) {
    if (!id.startsWith(folder + sep) || !code.includes('defineRule(')) return null
    const program = parseAst(code, { lang: 'ts' })
    for (const statement of program.body) {
      if (statement.type !== 'ExportDefaultDeclaration' || statement.declaration.type !== 'CallExpression') continue
      const [rule] = statement.declaration.arguments
      if (rule?.type !== 'ObjectExpression') continue
      for (const property of rule.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'examples')
          return `${code.slice(0, property.start)}examples: []${code.slice(property.end)}`
    }
    return null
  },
})
