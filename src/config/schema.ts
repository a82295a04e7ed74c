import { platforms } from '../platforms/index.gen.ts'
import { rules } from '../rules/index.gen.ts'

/** The JSON Schema (2020-12) of `maestro.config.*`: what `defineConfig` takes. */
export function configSchema(): Record<string, unknown> {
  const setting = { enum: ['error', 'warn', 'info', 'off'] }
  const ruleSettings = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      rules.map(rule => [
        rule.id,
        rule.options
          ? {
              description: rule.summary,
              anyOf: [setting, { type: 'array', prefixItems: [setting, rule.options], minItems: 1, maxItems: 2 }],
            }
          : { description: rule.summary, ...setting },
      ]),
    ),
  }
  const globs = { type: 'array', items: { type: 'string', minLength: 1 } }
  const platformIds = Object.keys(platforms)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'maestro.config',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      profile: { enum: ['recommended', 'strict', 'spec'], description: 'Which rules run.' },
      rules: { ...ruleSettings, description: 'Severity, or [severity, options], by rule id.' },
      overrides: {
        description: 'Rule settings for some files; later entries win.',
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['files', 'rules'],
          properties: { files: globs, rules: ruleSettings },
        },
      },
      targets: {
        description: 'Client versions that the pack must run on.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          platformIds.map(id => [id, { type: 'string', pattern: '^\\d+(\\.\\d+){0,2}$' }]),
        ),
      },
      ignore: { ...globs, description: 'Files that are not linted.' },
      generators: { ...globs, description: 'Files that describe skills instead of being one (templates).' },
      agentsFolder: { enum: platformIds, description: 'The client that `.agents` is written for.' },
      variants: {
        description: 'Skills whose variants for several clients differ on purpose, each with the reason.',
        type: 'object',
        additionalProperties: { type: 'string', pattern: '\\S' },
      },
      variantSource: { enum: platformIds, description: 'The client whose variants the others are held to.' },
      referenceRoots: {
        description: 'Folders that paths at home stand for: { "~/.maestro/workflows": "./workflows" }.',
        type: 'object',
        propertyNames: { pattern: '^~/[^/\\s]' },
        additionalProperties: { type: 'string', minLength: 1 },
      },
      externalClis: {
        description: 'Commands of programs that texts run: { "maestro": ["delegate", "spec add"] }.',
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string', pattern: '^[^\\s-]\\S*( \\S+)*$' } },
      },
      sources: { type: 'string', minLength: 1, description: 'The folder of the sources.' },
      out: { type: 'string', minLength: 1, description: 'The folder that bundles are built into.' },
      platforms: {
        description: 'Clients that bundles are built for.',
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { enum: ['claude', 'codex', 'agy'] },
      },
      plugin: {
        description: 'What makes the bundles plugins.',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'version', 'description'],
        properties: {
          name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
          description: { type: 'string', minLength: 1 },
          author: { type: 'string' },
          homepage: { type: 'string' },
          repository: { type: 'string' },
          license: { type: 'string' },
          keywords: { type: 'array', items: { type: 'string' } },
        },
      },
      baseline: { type: 'string', description: 'File of accepted findings.' },
      parser: { enum: ['satteri', 'remark'], description: 'The Markdown parser.' },
    },
  }
}
