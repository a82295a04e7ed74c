import type { Contract, Outcome, ResultField } from '../../../core/contract.ts'
import { block, fence, flow, list, map } from './yaml.ts'

const fieldLine = (field: ResultField) =>
  map(
    Object.entries(field).map(([key, value]) => [
      key,
      Array.isArray(value) && value.every(item => typeof item === 'string')
        ? list(value)
        : typeof value === 'string'
          ? flow(value)
          : JSON.stringify(value),
    ]),
  )

function endLine(status: string, end: unknown): string {
  if (typeof end === 'string') return `  ${status}: ${flow(end)}`
  if (!Array.isArray(end))
    return `  ${status}: ${map(Object.entries(end as object).map(([key, value]) => [key, flow(String(value))]))}`
  const outcomes = (end as Outcome[]).map(({ when, set }) => {
    const settings = set && map(Object.entries(set).map(([name, value]) => [name, flow(String(value))]))
    return `    - ${map([
      ['when', flow(when)],
      ['set', settings],
    ])}`
  })
  return `  ${status}:\n${outcomes.join('\n')}`
}

/** A contract as the block that declares it; every hole of its instruction counts as a param. */
export function contractBlock(contract: Contract): string {
  const { id, instruction, result, required, statuses, findings, ends, reads, writes, owned } = contract
  const params = [...instruction.matchAll(/(?<![{\\$])\{([A-Za-z_]\w*)\}(?!\})/g)].map(([, name]) => name!)
  return fence(
    'contract',
    [
      `id: ${id}`,
      ...(params.length ? [`params: ${list([...new Set(params)])}`] : []),
      block('instruction', instruction),
      ...(result
        ? ['result:', ...Object.entries(result).map(([name, field]) => `  ${name}: ${fieldLine(field)}`)]
        : []),
      `required: ${list(required ?? [])}`,
      `statuses: ${list(statuses ?? [])}`,
      ...(findings ? [`findings: ${map([['maxLength', String(findings.maxLength)]])}`] : []),
      'ends:',
      ...Object.entries(ends).map(([status, end]) => endLine(status, end)),
      ...(reads ? [`reads: ${list([reads].flat())}`] : []),
      ...(writes ? [`writes: ${flow(writes)}`] : []),
      ...(owned ? [`owned: ${list(owned)}`] : []),
    ].join('\n'),
  )
}
