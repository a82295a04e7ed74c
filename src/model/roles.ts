import type { Document, Field, Pack, Skill, Span } from '../core/types.ts'
import { trustedFields } from './entries.ts'
import { baseName, parentOf } from './layout.ts'
import { bare, columnAt, type Table, type TableCell, tablesOf } from './roles-tables.ts'

/** A role of a team: `roles/<name>/role.md` with the commands beside it. */
export interface Role {
  /** The folder. */
  name: string
  document: Document
  isCoordinator: boolean
  /** `roles/<name>/commands/*.md`. */
  commands: readonly Document[]
}

const COORDINATOR = /^(?:coordinator|orchestrator|team[-_]?lead(?:er)?|lead(?:er)?|协调者|协调员|协调器)$/i

/** Keys that make a role file one of a team that is coordinated by messages and task prefixes. */
const TEAM_KEYS = ['prefix', 'inner_loop', 'message_types']

/** The folder that a role file is called by. */
export const roleName = ({ path }: Document): string => baseName(parentOf(path))

/** Whether a role file is the coordinator's, by its folder or by what it calls itself. */
export const isCoordinator = (document: Document): boolean =>
  COORDINATOR.test(roleName(document)) || COORDINATOR.test(String(document.meta.at('role')?.value ?? ''))

const teams = new WeakMap<Pack, Map<string, readonly Role[]>>()

function readTeams(pack: Pack): Map<string, readonly Role[]> {
  const commands = new Map<string, Document[]>()
  const roles = new Map<string, Role[]>()
  for (const document of pack.documents) {
    if (document.kind !== 'role-command') continue
    const folder = parentOf(parentOf(document.path))
    commands.set(folder, [...(commands.get(folder) ?? []), document])
  }
  for (const document of pack.documents) {
    if (document.kind !== 'role' || document.generator) continue
    const folder = parentOf(parentOf(document.path))
    const role = {
      name: roleName(document),
      document,
      isCoordinator: isCoordinator(document),
      commands: commands.get(parentOf(document.path)) ?? [],
    }
    roles.set(folder, [...(roles.get(folder) ?? []), role])
  }
  return roles
}

/** The roles in the folder that a role file belongs to (`roles/`), itself among them, by path. */
export function teamOf({ path, pack }: Document): readonly Role[] {
  const known = teams.get(pack) ?? readTeams(pack)
  teams.set(pack, known)
  return known.get(parentOf(parentOf(path))) ?? []
}

/** The role that a role file is. */
export const roleOf = (document: Document): Role | undefined =>
  teamOf(document).find(role => role.document === document)

/** Whether a role file has keys of a team in its frontmatter. */
export const hasTeamKeys = ({ meta }: Document): boolean => TEAM_KEYS.some(key => meta.at(key) !== undefined)

/** A worker of a team: not the coordinator, and some role of the skill has the keys of a team. */
export const isWorker = (document: Document): boolean =>
  document.kind === 'role' && !isCoordinator(document) && teamOf(document).some(role => hasTeamKeys(role.document))

/** A field of the frontmatter whose value can be trusted; absent where the key stands twice. */
export function fieldOf(document: Document, key: string): Field | undefined {
  const fields = trustedFields(document).filter(field => field.key === key)
  return fields.length === 1 ? fields[0] : undefined
}

/** The texts of a value: itself, its items, or the values of a mapping. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** A row of the role registry in SKILL.md. */
export interface RegistryRow {
  document: Document
  /** Names in the cell of the role. */
  names: readonly string[]
  role: TableCell
  prefix?: TableCell
  innerLoop?: TableCell
}

const REGISTRY = /role (?:registry|register|roster|table)|roles? registry|角色(?:注册表?|登记表?|清单|列表|一览|表)/i
const ROLE_HEAD = /^(?:roles?|role name|角色(?:名称?)?)$/i
const PREFIX_HEAD = /^(?:(?:task|role|tag) )?prefix(?:es)?$|^(?:任务|角色)?前缀$/i
const LOOP_HEAD = /^inner[ _-]?loop\??$|^内(?:部)?循环$|^内环$/i

const registries = new WeakMap<Skill, readonly RegistryRow[]>()

/**
 * The role registry of a skill: the table of SKILL.md with a column of roles beside their prefixes or inner loops, under
 * a heading such as “Role Registry” (角色注册表) where there is one.
 */
export function registryOf(skill: Skill): readonly RegistryRow[] {
  const known = registries.get(skill)
  if (known) return known
  const tables = tablesOf(skill.entry).filter(
    table => columnAt(table, ROLE_HEAD) >= 0 && (columnAt(table, PREFIX_HEAD) >= 0 || columnAt(table, LOOP_HEAD) >= 0),
  )
  const labelled = tables.filter(({ label }) => label && REGISTRY.test(label.text))
  const rows = (labelled.length ? labelled : tables).flatMap(table => rowsOf(skill.entry, table))
  registries.set(skill, rows)
  return rows
}

function rowsOf(document: Document, table: Table): RegistryRow[] {
  const at = {
    role: columnAt(table, ROLE_HEAD),
    prefix: columnAt(table, PREFIX_HEAD),
    loop: columnAt(table, LOOP_HEAD),
  }
  return table.rows.flatMap(cells => {
    const role = cells[at.role]
    if (!role) return []
    const [prefix, innerLoop] = [cells[at.prefix], cells[at.loop]]
    const names = bare(role.text).match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []
    return [{ document, names, role, ...(prefix ? { prefix } : {}), ...(innerLoop ? { innerLoop } : {}) }]
  })
}

/** The row of a role in the registry of its skill; none where several rows name it. */
export function registryRowOf(document: Document): RegistryRow | undefined {
  if (!document.skill) return undefined
  const name = roleName(document)
  const rows = registryOf(document.skill).filter(({ names }) => names.includes(name))
  return rows.length === 1 ? rows[0] : undefined
}

/** Where a finding about a whole role points: its first heading, or its first line. */
export const roleStart = ({ headings, meta, lines }: Document): Span =>
  headings[0]?.span ??
  lines.span(Math.min(lines.index(meta.span.end) + (meta.state === 'closed' ? 1 : 0), lines.starts.length - 1))
