import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from './clients.ts'
import type { ModelServer } from './server.ts'

/** A project and a home folder that belong to one run of one client. */
export interface Place {
  root: string
  project: string
  home: string
  remove(): void
}

/** An empty place, with the files put into its project. */
export function makePlace(files: Readonly<Record<string, string | Uint8Array>> = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'maestro-client-')))
  const project = join(root, 'project')
  const home = join(root, 'home')
  for (const dir of [project, home, join(root, 'tmp')]) mkdirSync(dir)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), content)
  }
  return { root, project, home, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) }
}

/** What a client needs to run in a place: nothing of this process's environment but the path to programs. */
export function environmentOf(client: Client, { root, project, home }: Place, { url }: ModelServer): NodeJS.ProcessEnv {
  // Whatever is not on this machine is asked for at the server, which refuses it.
  const proxy = { HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: '127.0.0.1' }
  const lower = Object.fromEntries(Object.entries(proxy).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: join(root, 'tmp'),
    ...proxy,
    ...lower,
    ...client.settle({ home, project, url }),
  }
}

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs a client once over a prompt; ended whole (with all that it started) after `patience` milliseconds. */
export async function runClient(
  client: Client,
  program: string,
  place: Place,
  server: ModelServer,
  { prompt = 'Say “done”.', args = [] as string[], patience = 120_000 } = {},
): Promise<Ended> {
  const child = spawn(program, [...client.args(prompt), ...args], {
    cwd: place.project,
    env: environmentOf(client, place, server),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (ended.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (ended.stderr += text))
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {}
  }
  const timer = setTimeout(end, patience)
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(timer)
  end()
  return { status, ...ended }
}

/** Processes that a place's client started and that are still there, as command lines (Linux; elsewhere none). */
export function survivorsOf({ home }: Place): string[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc').flatMap(pid => {
    try {
      const isOurs =
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`)
      const line = isOurs ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() : ''
      return line ? [line] : []
    } catch {
      return []
    }
  })
}
