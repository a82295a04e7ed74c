#!/usr/bin/env node
// Brings .workflow/state.json to the newest layout, step by step.
// Usage: node migrate.mjs plan|apply|verify [--dir .workflow] [--now YYYYMMDDTHHMMSSZ]
// Prints one JSON object. Exit code 0: done, or nothing to do. 1: failed, state.json is as it was. 2: bad input.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

class Refusal extends Error {
  constructor(code, message, exit = 2) {
    super(message)
    this.code = code
    this.exit = exit
  }
}

const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value)
const asList = value =>
  Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value).map(([id, entry]) => (isObject(entry) ? { id, ...entry } : { id, title: String(entry) }))
      : []
const slug = text =>
  String(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** A name beside a title says something of its own. */
const kept = (title, name) => (title === undefined || name === undefined ? {} : { name })

const phases = list =>
  asList(list).map((phase, i) => {
    const given = isObject(phase) ? phase : { title: String(phase) }
    const { id, title, name, status, ...rest } = given
    return { id: id ?? String(i + 1), title: title ?? name ?? `Phase ${i + 1}`, status: status ?? 'pending', ...kept(title, name), ...rest }
  })

/**
 * The steps, in order. Each leads from one version to the next and never loses a key that it does not know.
 * A new layout gets a new step at the end; a step that was shipped is never changed.
 */
export const STEPS = [
  {
    from: 0,
    to: 1,
    title: 'Milestones hold phases; artifacts are a list; a version is written down',
    run(state) {
      const { version: _, milestones, phases: loose, artifacts, current_milestone: named, ...rest } = state
      const current = named === undefined || named === null ? undefined : String(named)
      const list = asList(milestones).map((milestone, i) => {
        const given = isObject(milestone) ? milestone : { title: String(milestone) }
        const { id, title, name, status, phases: own, ...others } = given
        return {
          id: String(id ?? `M${i + 1}`),
          title: title ?? name ?? `Milestone ${i + 1}`,
          status: status ?? 'pending',
          phases: phases(own),
          ...kept(title, name),
          ...others,
        }
      })
      const orphans = phases(loose)
      if (orphans.length > 0) {
        const home = list.find(milestone => milestone.id === current) ?? list[0]
        const known = new Map(home?.phases.map(phase => [String(phase.id), JSON.stringify(phase)]))
        const added = orphans.flatMap(phase => {
          const same = known.get(String(phase.id))
          if (same === JSON.stringify(phase)) return []
          let id = phase.id
          for (let n = 2; known.has(String(id)); n++) id = `${phase.id}-${n}`
          known.set(String(id), '')
          return [{ ...phase, id }]
        })
        if (home) home.phases.push(...added)
        else list.push({ id: 'M1', title: 'Milestone 1', status: 'active', phases: added })
      }
      const ids = new Map()
      const entries = Array.isArray(artifacts)
        ? artifacts
        : Object.entries(isObject(artifacts) ? artifacts : {}).flatMap(([type, value]) =>
            (Array.isArray(value) ? value : [value]).map(entry =>
              isObject(entry) ? { type, ...entry } : { type, path: String(entry) },
            ),
          )
      return {
        version: 1,
        current_milestone: current ?? list.find(({ status }) => status !== 'completed')?.id ?? null,
        milestones: list,
        artifacts: entries.map((entry, i) => {
          const given = isObject(entry) ? entry : { path: String(entry) }
          const { id, type, path, milestone, status, ...others } = given
          const wanted = String(id ?? (slug(path ?? '') || `artifact-${i + 1}`))
          const seen = ids.get(wanted) ?? 0
          ids.set(wanted, seen + 1)
          return {
            id: seen ? `${wanted}-${seen + 1}` : wanted,
            type: type ?? 'other',
            path: path ?? '',
            milestone: milestone ?? null,
            status: status ?? 'unknown',
            ...others,
          }
        }),
        ...rest,
      }
    },
  },
]

export const NEWEST = STEPS.at(-1).to

/** What is wrong with a state of the newest layout. */
export function problemsOf(state) {
  const problems = []
  const say = (holds, text) => holds || problems.push(text)
  say(state.version === NEWEST, `version is ${JSON.stringify(state.version)}, not ${NEWEST}`)
  say(Array.isArray(state.milestones), 'milestones is no list')
  say(Array.isArray(state.artifacts), 'artifacts is no list')
  const ids = new Set()
  for (const [i, milestone] of (Array.isArray(state.milestones) ? state.milestones : []).entries()) {
    const at = `milestones[${i}]`
    say(typeof milestone?.id === 'string' && milestone.id !== '', `${at}.id is missing`)
    say(!ids.has(milestone?.id), `${at}.id “${milestone?.id}” stands twice`)
    ids.add(milestone?.id)
    say(Array.isArray(milestone?.phases), `${at}.phases is no list`)
    for (const [k, phase] of (Array.isArray(milestone?.phases) ? milestone.phases : []).entries())
      for (const key of ['id', 'title', 'status'])
        say(phase?.[key] !== undefined && phase[key] !== '', `${at}.phases[${k}].${key} is missing`)
  }
  say(
    state.current_milestone === null || ids.has(state.current_milestone),
    `current_milestone “${state.current_milestone}” is no milestone`,
  )
  for (const [i, artifact] of (Array.isArray(state.artifacts) ? state.artifacts : []).entries())
    for (const key of ['id', 'type', 'path', 'status'])
      say(typeof artifact?.[key] === 'string', `artifacts[${i}].${key} is missing`)
  return problems
}

/** The paths at which two values differ, with both. */
function differences(before, after, at = '') {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const nested = (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after))
  if (!nested) return [{ path: at || '(whole file)', before: before ?? null, after: after ?? null }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  const name = key => (Array.isArray(before) ? `${at}[${key}]` : at ? `${at}.${key}` : key)
  return [...keys].flatMap(key => differences(before[key], after[key], name(key)))
}

function read(file) {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Refusal('E_STATE', `there is no ${file}`)
  let state
  try {
    state = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Refusal('E_STATE', `${file} is no JSON: ${error.message}`)
  }
  if (!isObject(state)) throw new Refusal('E_STATE', `${file} holds no JSON object`)
  const version = state.version === undefined || state.version === null ? 0 : Number(state.version)
  if (!Number.isFinite(version) || version < 0)
    throw new Refusal('E_STATE', `${file}: “${state.version}” is no version`)
  return { state, version }
}

function planned(state, version) {
  const steps = STEPS.filter(step => step.from >= Math.floor(version))
  let after = state
  for (const step of steps)
    try {
      after = step.run(structuredClone(after))
    } catch (error) {
      throw new Refusal('E_STEP', `step ${step.from} to ${step.to}: ${error.message}`, 1)
    }
  return { after, steps: steps.map(({ from, to, title }) => ({ from, to, title })) }
}

function main([command, ...rest]) {
  const options = { dir: '.workflow' }
  for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i].replace(/^--/, '')
    if (!['dir', 'now'].includes(name) || rest[i + 1] === undefined)
      throw new Refusal('E_USAGE', `“${rest[i]}” is no option, or its value is missing`)
    options[name] = rest[i + 1]
  }
  if (!['plan', 'apply', 'verify'].includes(command)) throw new Refusal('E_USAGE', 'migrate.mjs plan|apply|verify')
  const file = join(options.dir, 'state.json')
  const { state, version } = read(file)
  const base = { version, newest: NEWEST }
  if (command === 'verify') return { ...base, problems: problemsOf(state) }
  if (version > NEWEST) return { ...base, newer: true, steps: [], changes: [] }
  const { after, steps } = planned(state, version)
  const changes = differences(state, after)
  if (command === 'plan' || steps.length === 0) return { ...base, steps, changes, problems: problemsOf(after) }
  const problems = problemsOf(after)
  if (problems.length > 0) throw new Refusal('E_VERIFY', `the new layout would not hold: ${problems.join('; ')}`, 1)
  const now = options.now ?? new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const backup = `${file}.backup-v${version}-${now}`
  if (existsSync(backup)) throw new Refusal('E_BACKUP', `${backup} is there already`, 1)
  const temporary = `${file}.tmp`
  try {
    copyFileSync(file, backup)
    if (!readFileSync(backup).equals(readFileSync(file))) throw new Error('the backup differs from the file')
    writeFileSync(temporary, `${JSON.stringify(after, null, 2)}\n`)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new Refusal('E_WRITE', `${file} is as it was: ${error.message}`, 1)
  }
  return { ...base, steps, changes, backup, restore: `cp "${backup}" "${file}"` }
}

try {
  process.stdout.write(`${JSON.stringify({ status: 'ok', command: process.argv[2], ...main(process.argv.slice(2)) })}\n`)
} catch (error) {
  const { code = 'E_INTERNAL', exit = 1, message } = error
  process.stdout.write(`${JSON.stringify({ status: 'error', command: process.argv[2], code, message })}\n`)
  process.exitCode = exit
}
