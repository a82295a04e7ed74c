import { describe, expect, it } from 'vitest'
import type { Platform } from '../src/core/platform.ts'
import { compareVersions } from '../src/core/version.ts'
import agents from '../src/platforms/agents.ts'
import agy from '../src/platforms/agy.ts'
import claude from '../src/platforms/claude.ts'
import codex from '../src/platforms/codex.ts'

const platforms: readonly Platform[] = [claude, codex, agy, agents]

const VERSION = /^\d+(\.\d+)*$/

/** The values of every property called `source`, at any depth. */
function sourcesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'source' && typeof inner === 'string' ? [inner] : sourcesIn(inner),
  )
}

describe.each(platforms.map(platform => [platform.id, platform] as const))('%s', (_, platform) => {
  const tools = Object.entries(platform.tools)

  it('names the source of every fact, and no source without a fact', () => {
    expect(new Set(sourcesIn(platform))).toEqual(new Set(Object.keys(platform.sources)))
  })

  it('names public sources with the month of the look-up', () => {
    for (const { from, verified } of Object.values(platform.sources)) {
      expect(from).toMatch(/^(https:\/\/|openai\/codex |npm )/)
      expect(verified).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/)
    }
  })

  it('lists versions in ascending order', () => {
    expect(platform.versions.length).toBeGreaterThan(0)
    for (const version of platform.versions) expect(version).toMatch(VERSION)
    for (const [i, version] of platform.versions.entries())
      if (i) expect(compareVersions(platform.versions[i - 1]!, version)).toBe(-1)
  })

  it('dates tools by versions that can be compared, in order', () => {
    for (const [name, { since, deprecated, removed }] of tools) {
      const dates = [since, deprecated, removed].filter(date => date !== undefined)
      for (const date of dates) expect(date, name).toMatch(VERSION)
      expect([...dates].sort(compareVersions), name).toEqual(dates)
    }
  })

  it('speaks of the past only: no tool changes after the newest known version', () => {
    for (const [name, { since, deprecated, removed }] of tools)
      for (const date of [since, deprecated, removed])
        if (date) expect(compareVersions(date, platform.versions.at(-1)!), name).toBeLessThanOrEqual(0)
  })

  it('replaces tools by tools that are there to stay', () => {
    for (const [name, { instead }] of tools) {
      if (!instead || /\W/.test(instead)) continue
      expect(platform.tools, name).toHaveProperty(instead)
      expect(platform.tools[instead]).not.toHaveProperty('removed')
      expect(platform.tools[instead]).not.toHaveProperty('deprecated')
    }
  })

  it('says what replaces a tool only where something is to be replaced', () => {
    for (const [name, { instead, removed, deprecated, only }] of tools)
      if (instead) expect(removed ?? deprecated ?? only, name).toBeDefined()
  })

  it('names no parameter twice', () => {
    for (const [name, { args }] of tools) {
      const all = args ? [...args.required, ...args.optional] : []
      expect(new Set(all).size, name).toBe(all.length)
    }
  })

  it('lowers neutral names to tools that are there', () => {
    for (const [neutral, tool] of Object.entries(platform.neutral)) {
      if (tool === null) continue
      expect(platform.tools, neutral).toHaveProperty(tool)
      expect(platform.tools[tool], neutral).not.toHaveProperty('removed')
      expect(platform.tools[tool], neutral).not.toHaveProperty('deprecated')
    }
  })

  it('keeps frontmatter keys apart: read or ignored', () => {
    for (const keys of Object.values(platform.frontmatter)) {
      expect(new Set(keys.read).size).toBe(keys.read.length)
      expect(keys.read).toEqual(expect.arrayContaining([...keys.required]))
      expect(keys.read).toEqual(expect.arrayContaining(Object.keys(keys.lists ?? {})))
      for (const [key, { instead, rename }] of Object.entries(keys.ignored)) {
        expect(keys.read, key).not.toContain(key)
        expect(instead, key).toMatch(/^[A-Z].*\.$/)
        if (rename) expect(keys.read, key).toContain(rename)
      }
    }
  })

  it('has limits above zero whose effect is a clause', () => {
    for (const limit of Object.values(platform.limits)) {
      expect(limit.max).toBeGreaterThan(0)
      expect(limit.effect).not.toMatch(/\.$/)
    }
  })
})

describe('all platforms', () => {
  it('have a folder each', () => {
    expect(new Set(platforms.map(platform => platform.dir)).size).toBe(platforms.length)
    for (const { id, dir } of platforms) expect(dir).toBe(`.${id}`)
  })

  it('share no tool name but that of sending a message', () => {
    const owners = new Map<string, string[]>()
    for (const { id, tools } of platforms)
      for (const name of Object.keys(tools)) owners.set(name, [...(owners.get(name) ?? []), id])
    expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([['send_message', ['codex', 'agy']]])
  })
})

describe('facts that packs depend on', () => {
  it('Codex lost its CSV tools in 0.145', () => {
    for (const name of ['spawn_agents_on_csv', 'report_agent_job_result'])
      expect(codex.tools[name]).toMatchObject({ since: '0.105.0', removed: '0.145.0', instead: 'wave.mjs run' })
  })

  it('Claude Code lost its team tools in 2.1.178', () => {
    for (const name of ['TeamCreate', 'TeamDelete']) expect(claude.tools[name]?.removed).toBe('2.1.178')
  })

  it('an agent of Claude Code takes “tools”, not “allowed-tools”', () => {
    expect(claude.frontmatter.agent.ignored['allowed-tools']?.rename).toBe('tools')
  })

  it('`.agents` holds a pack to the specification alone', () => {
    expect(agents.frontmatter.skill.read).toHaveLength(6)
    expect(agents.tools).toEqual({})
    expect(Object.values(agents.neutral).every(tool => tool === null)).toBe(true)
  })
})
