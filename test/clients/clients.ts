import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A real client, from npm. */
export interface Client {
  title: string
  package: string
  version: string
  /** The program inside the folder that it was installed in. */
  program: (dir: string) => string
  /** Arguments before those of the test: one answer to the prompt, printed as JSON. */
  args: (prompt: string) => string[]
  /** Writes the client's own settings into its home and says what else its environment holds. */
  settle: (place: { home: string; project: string; url: string }) => Record<string, string>
}

const codex = (version: string): Client => ({
  title: `Codex CLI ${version}`,
  package: '@openai/codex',
  version,
  program: dir => join(dir, 'node_modules/.bin/codex'),
  args: prompt => ['exec', '--json', '--skip-git-repo-check', prompt],
  // Versions before and after 0.145 cannot share a state database: every run has a CODEX_HOME of its own.
  settle({ home, project, url }) {
    const settings = [
      'model = "scripted"',
      'model_provider = "loopback"',
      '[model_providers.loopback]',
      'name = "loopback"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "MODEL_KEY"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
      `[projects.${JSON.stringify(project)}]`,
      'trust_level = "trusted"',
      '',
    ]
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex/config.toml'), settings.join('\n'))
    return { CODEX_HOME: join(home, '.codex'), MODEL_KEY: 'none' }
  },
})

/** The clients that are tested, at the versions they are tested at. */
export const CLIENTS = {
  codex: codex('0.171.0'),
  // The last line that has spawn_agents_on_csv.
  'codex-0.144': codex('0.144.1'),
  claude: {
    title: 'Claude Code 2.1.197',
    package: '@anthropic-ai/claude-code',
    // The newest that runs on Node 20.
    version: '2.1.197',
    program(dir) {
      const scope = join(dir, 'node_modules/@anthropic-ai')
      return join(scope, readdirSync(scope).find(name => name.startsWith('claude-code-'))!, 'claude')
    },
    args: prompt => ['-p', prompt, '--output-format', 'json'],
    settle: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  // Reads the folder that Antigravity's client reads, which is not on npm.
  gemini: {
    title: 'Gemini CLI 0.61.0',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: dir => join(dir, 'node_modules/.bin/gemini'),
    // Naming a model skips the request that would choose one.
    args: prompt => ['--skip-trust', '-m', 'gemini-2.5-flash', '-p', prompt, '--output-format', 'json'],
    settle({ home, url }) {
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
      mkdirSync(join(home, '.gemini'), { recursive: true })
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }
    },
  },
} satisfies Record<string, Client>

const CACHE = join(tmpdir(), 'maestro-pack-clients')

/** What npm says when the registry is out of reach, as opposed to a package that is not there. */
const UNREACHABLE =
  /\b(?:ERR_SOCKET_TIMEOUT|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/

/**
 * The program of a client, installed once per machine (without running install scripts); the reason why not when npm's
 * registry cannot be reached.
 *
 * @throws where npm fails for any other reason
 */
export async function install(client: Client, cache = CACHE): Promise<{ program: string } | { unreachable: string }> {
  const dir = join(cache, `${client.package.replace(/\W+/g, '-').slice(1)}-${client.version}`)
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true })
    const staging = mkdtempSync(join(cache, 'staging-'))
    try {
      writeFileSync(join(staging, 'package.json'), '{ "private": true }')
      const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--fetch-retries=1']
      const args = ['install', ...flags, '--cache', join(staging, 'npm-cache'), `${client.package}@${client.version}`]
      try {
        await promisify(execFile)('npm', args, { cwd: staging })
      } catch (cause) {
        const unreachable = UNREACHABLE.exec(String(cause))?.[0]
        if (unreachable) return { unreachable }
        throw new Error(`${client.title} could not be installed`, { cause })
      }
      rmSync(join(staging, 'npm-cache'), { recursive: true })
      if (!existsSync(dir)) renameSync(staging, dir)
    } finally {
      rmSync(staging, { recursive: true, force: true })
    }
  }
  return { program: client.program(dir) }
}
