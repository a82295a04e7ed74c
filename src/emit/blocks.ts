import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { nearest } from '../core/nearest.ts'
import type { Fence, Span } from '../core/types.ts'
import type { ParsedDocument } from '../markdown/parse.ts'
import { readYamlBlock, type YamlBlock, type YamlPath } from '../markdown/yaml-block.ts'
import type { Kind } from './kind.ts'
import type { Block } from './types.ts'

/** What is wrong with a block. */
export interface BlockFault {
  span: Span
  text: string
  help: string
}

const validators = new WeakMap<object, ValidateFunction>()

/** Compiling a schema is most of the work; each is compiled once. */
function validatorOf({ schema }: Kind): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema)
  validators.set(schema, validate)
  return validate
}

const pathOf = ({ instancePath }: ErrorObject): YamlPath =>
  instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** An error of the schema in the words of an author; `undefined` for one that only repeats another. */
function explain(error: ErrorObject, yaml: YamlBlock): BlockFault | undefined {
  const path = pathOf(error)
  const place = path.length ? `“${path.join(' → ')}”` : 'The block'
  const { params, parentSchema, keyword } = error
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name: string = params['additionalProperty'] ?? params['unevaluatedProperty']
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {})
    const meant = nearest(name, known)
    return {
      span: yaml.keyAt([...path, name]),
      text: `${place} has no key “${name}”.`,
      help: meant ? `Did you mean “${meant}”?` : known.length ? `Keys are ${known.join(', ')}.` : 'Remove it.',
    }
  }
  if (keyword === 'required') {
    const missing: string = params['missingProperty']
    return { span: yaml.keyAt(path), text: `${place} lacks “${missing}”.`, help: `Add “${missing}:”.` }
  }
  if (keyword === 'propertyNames') {
    const name: string = params['propertyName']
    const { description } = (parentSchema?.['propertyNames'] ?? {}) as { description?: string }
    return {
      span: yaml.keyAt([...path, name]),
      text: `“${name}” cannot be a name here.`,
      help: description ? `A name is ${description}.` : 'Choose another name.',
    }
  }
  if (keyword === 'enum') {
    const values: unknown[] = params['allowedValues']
    const meant = nearest(String(error.data), values.map(String))
    return {
      span: yaml.at(path),
      text: `${place} is “${String(error.data)}”.`,
      help: meant ? `Did you mean “${meant}”?` : `It is one of ${values.join(', ')}.`,
    }
  }
  if (keyword === 'if' || keyword === 'anyOf' || keyword === 'oneOf' || error.schemaPath.includes('/propertyNames/'))
    return undefined
  const { description } = (parentSchema ?? {}) as { description?: string }
  return {
    span: yaml.at(path),
    text: `${place} ${error.message ?? 'is wrong'}.`,
    help: description ? `It is ${description}.` : 'Write what the source language asks for: docs/source-language.md.',
  }
}

/** Faults of a value under a schema, at the deepest places, each place once. */
function faultsOf(errors: readonly ErrorObject[], yaml: YamlBlock): BlockFault[] {
  const told = new Map<string, BlockFault>()
  for (const error of errors) {
    const fault = explain(error, yaml)
    if (fault) told.set(`${fault.span.start} ${fault.text}`, fault)
  }
  if (told.size || !errors.length) return [...told.values()]
  const [error] = errors as [ErrorObject]
  const place = pathOf(error).join(' → ') || 'The block'
  return [
    { span: yaml.at(pathOf(error)), text: `“${place}” has the wrong form.`, help: 'See docs/source-language.md.' },
  ]
}

/** The kind that a fence's info string names: `yaml gates`. */
export function kindOf(fence: Fence): string | undefined {
  return /^ya?ml\s+([A-Za-z][\w-]*)\s*$/.exec(fence.info)?.[1]
}

/**
 * The typed blocks of a document outside `dropped` stretches.
 *
 * `text` is the document's text with what another platform gets blanked at equal length.
 */
export function blocksIn(
  document: ParsedDocument,
  text: string,
  dropped: readonly Span[],
  kinds: readonly Kind[],
): { blocks: Block[]; faults: BlockFault[] } {
  const blocks: Block[] = []
  const faults: BlockFault[] = []
  const isDropped = ({ start }: Span) => dropped.some(span => span.start <= start && start < span.end)
  for (const fence of document.fences) {
    const word = kindOf(fence)
    if (!word || isDropped(fence.open)) continue
    const kind = kinds.find(candidate => candidate.kind === word)
    if (!kind) {
      const names = kinds.map(candidate => candidate.kind)
      const meant = nearest(word, names)
      // A fence that merely shows YAML of something else is no business of ours.
      if (meant)
        faults.push({ span: fence.open, text: `There is no block “${word}”.`, help: `Did you mean “yaml ${meant}”?` })
      continue
    }
    if (!fence.close) {
      faults.push({ span: fence.open, text: `The block “${word}” is not closed.`, help: 'Close the fence.' })
      continue
    }
    const lineStart = document.lines.starts[document.lines.index(fence.open.start)]!
    const indent = document.text.slice(lineStart, fence.open.start)
    if (indent.trim()) {
      const help = 'Begin the fence on a line of its own, not behind a list marker or a quote mark.'
      faults.push({ span: fence.open, text: `The block “${word}” does not stand on a line of its own.`, help })
      continue
    }
    const yaml = readYamlBlock(text.slice(fence.body.start, fence.body.end), fence.body.start)
    for (const { span, reason } of yaml.faults)
      faults.push({
        span,
        text: `The block “${word}” is no valid YAML: ${reason}.`,
        help: 'Quote text with “: ” or “#”.',
      })
    if (yaml.faults.length) continue
    const validate = validatorOf(kind)
    if (!validate(yaml.value)) {
      faults.push(...faultsOf(validate.errors ?? [], yaml))
      continue
    }
    const span = { start: lineStart, end: document.lines.span(document.lines.index(fence.close.start)).end }
    blocks.push({ kind: kind.kind, span, yaml, value: yaml.value, indent })
  }
  return { blocks, faults }
}
