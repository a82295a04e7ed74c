import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { asciiOnly, builtins } from './builtins.ts'
import { withoutExamples } from './without-examples.ts'

/** Bundles the bins and the library into dist/, code-split, with the licences of what is bundled in. */

const root = join(import.meta.dirname, '..', '..')
const out = join(root, 'dist')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

const bundle = await rolldown({
  input: {
    'maestro-lint': join(root, 'src/cli/maestro-lint.ts'),
    'maestro-pack': join(root, 'src/cli/maestro-pack.ts'),
    io: join(root, 'src/cli/io.ts'),
    config: join(root, 'src/config/config.ts'),
    index: join(root, 'src/index.ts'),
    'aco-lib': join(root, 'src/runtime/aco/index.ts'),
  },
  platform: 'node',
  plugins: [withoutExamples(join(root, 'src/rules'))],
  external: id =>
    id.startsWith('node:') || Object.keys(dependencies).some(name => id === name || id.startsWith(`${name}/`)),
  treeshake: { moduleSideEffects: false },
  logLevel: 'warn',
})
for (const name of existsSync(out) ? readdirSync(out) : []) if (name.endsWith('.mjs')) rmSync(join(out, name))
mkdirSync(out, { recursive: true })
const { output } = await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunk-[name]-[hash].mjs',
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
})
await bundle.close()

/** A runtime that compiled skills bring along: one file, nothing to install, and its licences beside it. */
async function runtime(name: string, about: string) {
  const native = builtins()
  const bundled = await rolldown({
    input: join(root, `src/runtime/${name}/main.ts`),
    platform: 'node',
    plugins: [native],
    // What Node’s modules are not asked for is left out.
    treeshake: { propertyReadSideEffects: false },
    logLevel: 'warn',
  })
  const { output } = await bundled.generate({
    format: 'esm',
    codeSplitting: false,
    banner: () => `#!/usr/bin/env node\n/*! ${name}.mjs: ${about} */\n${native.prelude()}`,
    // With its names whole the file would be a third larger; every skill that brings it along carries it.
    minify: { mangle: true, compress: true, codegen: { removeWhitespace: true } },
  })
  await bundled.close()
  writeFileSync(join(out, `${name}.mjs`), asciiOnly(output[0].code))
  return { name, output }
}
const runtimes = [
  await runtime('aco', 'the swarm controller of maestro-pack. MIT.'),
  await runtime('wave', 'the wave runtime of maestro-pack. MIT. Bundles csv-parse (MIT, Adaltas).'),
]

/** The licences of the packages that chunks hold. */
function licencesOf(files: readonly { type: string; moduleIds?: readonly string[] }[]): {
  count: number
  text: string
} {
  const packages = new Set(
    files
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .flatMap(id => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/'))?.[1] ?? []),
  )
  const notices = [...packages].sort().map(dir => {
    const { name, version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
    const file = readdirSync(dir).find(entry => /^licen[cs]e/i.test(entry))
    const text = file ? readFileSync(join(dir, file), 'utf8').trim() : `Licensed under ${license}.`
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return { count: packages.size, text: notices.join(`\n${'-'.repeat(80)}\n\n`) }
}
const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
const all = licencesOf([...output, ...runtimes.flatMap(({ output }) => output)])
writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), all.text)
// Bundles carry the licence of the runtime itself as well.
const rule = `\n\n${'-'.repeat(80)}\n\n`
for (const { name, output } of runtimes)
  writeFileSync(
    join(out, `${name}.LICENSES.txt`),
    `${name}.mjs, part of maestro-pack\n\n${own}${rule}${licencesOf(output).text}`,
  )

// The declarations: tsc leaves `.ts` endings in them, which no consumer resolves.
rmSync(join(out, 'types'), { recursive: true, force: true, maxRetries: 5 })
const tsc = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'src/dev/tsconfig.types.json')],
  {
    stdio: ['ignore', 2, 2],
  },
)
if (tsc.status) process.exitCode = tsc.status
for (const entry of readdirSync(join(out, 'types'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  const file = join(entry.parentPath, entry.name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '|import\(['"])(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3'))
}
console.error(`built ${output.length} files, ${all.count} packages bundled`)
