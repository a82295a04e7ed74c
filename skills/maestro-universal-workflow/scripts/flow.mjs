#!/usr/bin/env node
// Drives a workflow script: asks it for the next rows of tasks.csv, and for its result when there are no more.
// Usage: node flow.mjs list DIR... | check SCRIPT [--args FILE] [--adverse] | next SCRIPT --session DIR
// Prints one JSON object. Exit code 0: done. 1: the script failed. 2: bad input, and nothing was changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import vm from 'node:vm'

const COLUMNS = ['id', 'title', 'kind', 'role', 'task', 'deps', 'deps_mode', 'context_from', 'wave']
const RESULTS = ['status', 'findings', 'verdict', 'confidence', 'evidence', 'data', 'files_modified', 'error']
const HEADER = [...COLUMNS, ...RESULTS]
/** Files of a session that no script may replace. */
const OWN = /^(?:tasks|wave-.*|results)\.csv$|^(?:args|params|run|result)\.json$|^contracts\//
const MAX_ROUNDS = 30
const MAX_ROWS = 500
const MAX_MS = 5000

class Refusal extends Error {
  constructor(code, message, exit = 2) {
    super(message)
    this.code = code
    this.exit = exit
  }
}

const read = file => readFileSync(file, 'utf8').replace(/^\uFEFF/, '')

function json(file) {
  let value
  try {
    value = JSON.parse(read(file))
  } catch (error) {
    throw new Refusal('E_ARGS', `${file}: ${error.message}`)
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Refusal('E_ARGS', `${file} holds no JSON object`)
  return value
}

/** Writes in one step, so that nobody sees half a file. */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.tmp`, text)
  renameSync(`${file}.tmp`, file)
}

/** The rows of a CSV text as lists of cells, by RFC 4180. */
function cells(text) {
  const rows = []
  let row = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (c === '"' && cell === '') quoted = true
    else if (c === ',') {
      row.push(cell)
      cell = ''
    } else if (c === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (c !== '\r' || text[i + 1] !== '\n') cell += c
  }
  if (quoted) throw new Refusal('E_TABLE', 'tasks.csv: a quote is never closed')
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows.filter(r => r.some(c => c.trim() !== ''))
}

function table(file) {
  if (!existsSync(file)) return []
  const [header = [], ...rows] = cells(read(file))
  const missing = HEADER.filter(name => !header.includes(name))
  if (missing.length > 0) throw new Refusal('E_TABLE', `tasks.csv lacks ${missing.join(', ')}`)
  return rows.map(row => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}

const csv = rows =>
  [HEADER, ...rows.map(row => HEADER.map(name => row[name] ?? ''))]
    .map(row => row.map(cell => (/[",\r\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')
    .concat('\n')

/**
 * Loads a script into a context of its own, without modules, files, clock or chance: it can only compute.
 * That keeps scripts repeatable; it is no protection from somebody who means harm.
 */
function load(file) {
  if (!existsSync(file)) throw new Refusal('E_SCRIPT', `there is no ${file}`)
  const context = vm.createContext(Object.create(null))
  const run = (code, name) => {
    try {
      return vm.runInContext(code, context, { filename: name, timeout: MAX_MS })
    } catch (error) {
      const at = String(error?.stack ?? '').match(/:(\d+)/)?.[1]
      throw new Refusal('E_SCRIPT', `${basename(file)}${at ? `:${at}` : ''}: ${error?.message ?? error}`, 1)
    }
  }
  run(
    'var module = { exports: {} }; delete globalThis.Date; Math.random = () => { throw new Error("no chance in scripts") }',
    'frame',
  )
  run(read(file), file)
  const meta = JSON.parse(run('JSON.stringify(module.exports.meta ?? null)', file))
  const problems = []
  if (!meta || typeof meta !== 'object') problems.push('module.exports.meta is missing')
  for (const key of ['name', 'title', 'when'])
    if (meta && (typeof meta[key] !== 'string' || meta[key] === '')) problems.push(`meta.${key} is missing`)
  if (meta && !Array.isArray(meta.keywords)) problems.push('meta.keywords is no list')
  if (meta && (meta.args === null || typeof meta.args !== 'object')) problems.push('meta.args is no object')
  if (meta?.name && `${meta.name}.js` !== basename(file)) problems.push(`meta.name is not the name of ${basename(file)}`)
  if (run('typeof module.exports.next', file) !== 'function') problems.push('module.exports.next is no function')
  if (problems.length > 0) throw new Refusal('E_SCRIPT', `${basename(file)}: ${problems.join('; ')}`, 1)
  return {
    meta,
    next: input =>
      JSON.parse(
        run(`JSON.stringify(module.exports.next(JSON.parse(${JSON.stringify(JSON.stringify(input))})) ?? null)`, file) ??
          'null',
      ),
  }
}

function checkArgs(meta, args) {
  const missing = Object.keys(meta.args).filter(
    name => meta.args[name].required && (args[name] === undefined || args[name] === ''),
  )
  if (missing.length > 0) throw new Refusal('E_ARGS', `${meta.name} needs ${missing.join(', ')}`)
  const unknown = Object.keys(args).filter(name => !(name in meta.args))
  if (unknown.length > 0) throw new Refusal('E_ARGS', `${meta.name} knows no ${unknown.join(', ')}`)
}

/** What the script wants next, checked, with waves behind those of `rows`. */
function step(script, args, rows) {
  const round = rows.reduce((n, row) => Math.max(n, Number(row.wave)), 0)
  const wrong = text => new Refusal('E_SCRIPT', `${script.meta.name}: ${text}`, 1)
  const answer = script.next({ args, rows, round })
  if (answer?.done === true) {
    for (const [name, text] of Object.entries(answer.files ?? {}))
      if (!/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$|^\.task\/[\w-][\w.-]*$/.test(name) || typeof text !== 'string')
        throw wrong(`“${name}” is no file that a script may ask for`)
      else if (OWN.test(name)) throw wrong(`“${name}” belongs to the run, not to the script`)
    return { done: true, result: answer.result ?? {}, summary: answer.summary ?? '', files: answer.files ?? {} }
  }
  if (!Array.isArray(answer?.rows) || answer.rows.length === 0)
    throw wrong('next() gives neither rows nor done: true')
  if (round >= MAX_ROUNDS) throw wrong(`it has not come to an end after ${MAX_ROUNDS} waves`)
  if (rows.length + answer.rows.length > MAX_ROWS) throw wrong(`it wants more than ${MAX_ROWS} rows`)
  const ids = new Set(rows.map(row => row.id))
  const added = answer.rows.map(row => {
    for (const name of ['id', 'title', 'role', 'task'])
      if (typeof row?.[name] !== 'string' || row[name] === '') throw wrong(`a row has no ${name}`)
    if (!/^[\w.-]+$/.test(row.id)) throw wrong(`“${row.id}” is no id: letters, digits, “.”, “_”, “-”`)
    if (ids.has(row.id)) throw wrong(`the id “${row.id}” stands twice`)
    if (!['read', 'write'].includes(row.kind ?? 'read')) throw wrong(`“${row.kind}” is no kind: read or write`)
    for (const name of Object.keys(row)) if (!COLUMNS.includes(name)) throw wrong(`“${name}” is no column of a row`)
    for (const name of ['deps', 'context_from'])
      for (const id of row[name] ?? [])
        if (!rows.some(r => r.id === id)) throw wrong(`row ${row.id}: ${name} names “${id}”, which is no earlier row`)
    ids.add(row.id)
    const list = name => (row[name] ?? []).join(';')
    const fixed = { deps: list('deps'), context_from: list('context_from'), deps_mode: row.deps_mode ?? 'settled' }
    return { ...row, ...fixed, kind: row.kind ?? 'read', wave: String(round + 1), status: 'pending' }
  })
  if (new Set(added.map(row => row.kind)).size > 1) throw wrong('one wave holds rows of both kinds')
  return { done: false, added, wave: round + 1, kind: added[0].kind }
}

function list(dirs) {
  const scripts = []
  const warnings = []
  const scanned = []
  for (const given of dirs) {
    const dir = given.replace(/^~(?=\/|$)/, homedir())
    if (!existsSync(dir)) continue
    scanned.push(dir)
    for (const name of readdirSync(dir).sort())
      if (/^(?:u?wf)-[\w-]+\.js$/.test(name))
        try {
          scripts.push({ path: join(dir, name), ...load(join(dir, name)).meta })
        } catch (error) {
          warnings.push(error.message)
        }
  }
  return { scanned, scripts, warnings }
}

/**
 * Plays a script through with workers that succeed and say nothing, or say what `meta.example` holds. Adverse workers
 * fail every third time, and else say no to everything with data that is broken.
 */
function check(file, argsFile, adverse) {
  const script = load(file)
  const args =
    argsFile === undefined
      ? Object.fromEntries(Object.entries(script.meta.args).map(([name, arg]) => [name, arg.example ?? '']))
      : json(argsFile)
  checkArgs(script.meta, args)
  const rows = []
  const waves = []
  for (;;) {
    const answer = step(script, args, rows)
    if (answer.done) return { name: script.meta.name, waves, agents: rows.length, files: Object.keys(answer.files) }
    waves.push({ wave: answer.wave, kind: answer.kind, rows: answer.added.map(({ id, title, role }) => ({ id, title, role })) })
    for (const row of answer.added)
      rows.push({
        ...Object.fromEntries(RESULTS.map(name => [name, ''])),
        ...row,
        ...(adverse && rows.length % 3 === 2
          ? { status: 'failed', error: 'example' }
          : { status: 'completed', findings: 'example', ...script.meta.example?.[row.role] }),
        ...(adverse ? { verdict: 'fail', confidence: '10', data: '{' } : {}),
      })
  }
}

function next(file, session) {
  const script = load(file)
  const argsFile = join(session, 'args.json')
  const args = existsSync(argsFile) ? json(argsFile) : {}
  checkArgs(script.meta, args)
  const tasks = join(session, 'tasks.csv')
  const rows = table(tasks)
  const pending = rows.filter(row => row.status === 'pending')
  if (pending.length > 0) {
    const wave = Math.min(...pending.map(row => Number(row.wave)))
    return { done: false, wave, kind: pending[0].kind, added: 0, pending: pending.length }
  }
  const answer = step(script, args, rows)
  if (!answer.done) {
    write(tasks, csv([...rows, ...answer.added]))
    return { done: false, wave: answer.wave, kind: answer.kind, added: answer.added.length, pending: answer.added.length }
  }
  for (const [name, text] of Object.entries(answer.files)) write(join(session, name), text)
  const counts = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  const incomplete = rows.filter(row => row.status !== 'completed').map(({ id, status, error }) => ({ id, status, error }))
  const result = { script: script.meta.name, summary: answer.summary, counts, incomplete, result: answer.result }
  write(join(session, 'result.json'), `${JSON.stringify(result, null, 2)}\n`)
  return { done: true, files: [...Object.keys(answer.files), 'result.json'], ...result }
}

function main([command, ...rest]) {
  const options = {}
  const words = []
  for (let i = 0; i < rest.length; i++)
    if (!rest[i].startsWith('--')) words.push(rest[i])
    else if (rest[i] === '--adverse') options.adverse = true
    else if (['--args', '--session'].includes(rest[i]) && rest[i + 1] !== undefined) options[rest[i].slice(2)] = rest[++i]
    else throw new Refusal('E_USAGE', `“${rest[i]}” is no option, or its value is missing`)
  if (command === 'list' && words.length > 0) return list(words)
  if (command === 'check' && words.length === 1) return check(words[0], options.args, options.adverse)
  if (command === 'next' && words.length === 1 && options.session) return next(words[0], options.session)
  throw new Refusal('E_USAGE', 'flow.mjs list DIR... | check SCRIPT [--args FILE] [--adverse] | next SCRIPT --session DIR')
}

try {
  const answer = main(process.argv.slice(2))
  process.stdout.write(`${JSON.stringify({ status: 'ok', command: process.argv[2], warnings: [], ...answer })}\n`)
} catch (error) {
  const { code = 'E_INTERNAL', exit = 1, message } = error
  process.stdout.write(`${JSON.stringify({ status: 'error', command: process.argv[2], code, message, warnings: [] })}\n`)
  process.exitCode = exit
}
