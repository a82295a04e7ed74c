import type { Spawn } from '../client.ts'
import { defineKind } from '../kind.ts'

/** `yaml spawn`: starts named agents. */
export default defineKind({
  kind: 'spawn',
  summary: 'A call that starts agents, one or one per element of a list.',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A call that starts agents',
    type: 'object',
    required: ['role', 'brief'],
    additionalProperties: false,
    properties: {
      role: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', description: 'the role in lower case, such as ant' },
      name: { type: 'string', minLength: 1, description: 'a name for the agent, such as "ant-{iteration}-{index}"' },
      per: { type: 'string', minLength: 1, description: 'the element that each agent is started for' },
      wait: { type: 'boolean', description: 'true when the call returns the agent’s answer' },
      brief: { type: 'string', minLength: 1, description: 'the whole prompt' },
    },
  },

  lower({ value, yaml }, lowering) {
    const { wait = false, brief, ...spawn } = value as Omit<Spawn, 'wait'> & { wait?: boolean }
    const { documents, name } = lowering.skill
    const hasRole = documents.some(document => document.name === `roles/${spawn.role}/role.md`)
    if (!hasRole && documents.some(document => document.name.startsWith('roles/')))
      lowering.fault(
        yaml.at(['role']),
        `The skill has no role “${spawn.role}”.`,
        `Roles of ${name} are the folders below “roles/”.`,
      )
    const intro = hasRole
      ? `You are the ${spawn.role} of the skill ${name}. Read ${lowering.client.skillDir}/roles/${spawn.role}/role.md first and follow it.\n`
      : ''
    const call = lowering.client.spawn({ ...spawn, wait, brief: `${intro}${brief.trimEnd()}` }, lowering)
    if (!spawn.per) return call
    const waiting = wait
      ? 'Read all answers before going on.'
      : 'Do not wait for one before starting the next; go on when all have reported.'
    return `Start one agent per ${spawn.per}, all of them in one message. ${waiting}\n\n${call}`
  },
})
