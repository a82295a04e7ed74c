import { expect, test } from 'vitest'
import { CLIENT_FOLDERS, layOut } from '../../src/model/layout.ts'
import { platforms } from '../../src/platforms/index.gen.ts'

const seat = (paths: string[], options = {}) =>
  layOut(paths, options).map(
    ({ path, packDir, platform, kind, generator, skillDir }) =>
      `${path}: ${kind}${generator ? ' (generator)' : ''} of ${packDir || '.'} (${platform})${skillDir === undefined ? '' : ` in ${skillDir || '.'}`}`,
  )

test('client folders are those of the platforms', () => {
  expect(CLIENT_FOLDERS).toEqual(Object.fromEntries(Object.values(platforms).map(({ dir, id }) => [dir, id])))
})

test.each([
  [['.claude/skills/a/SKILL.md'], ['.claude/skills/a/SKILL.md: skill of .claude (claude) in .claude/skills/a']],
  [['x/.codex/skills/a/skill.md'], ['x/.codex/skills/a/skill.md: skill of x/.codex (codex) in x/.codex/skills/a']],
  [['.claude/commands/git/push.md'], ['.claude/commands/git/push.md: command of .claude (claude)']],
  [
    ['commands/skill.md', 'skills/a/SKILL.md'],
    ['commands/skill.md: command of . (agents)', 'skills/a/SKILL.md: skill of . (agents) in skills/a'],
  ],
  [['.claude/commands/README.md'], ['.claude/commands/README.md: other of .claude (claude)']],
  [
    ['.claude/agents/a.md', '.codex/agents/a.toml'],
    ['.claude/agents/a.md: agent of .claude (claude)', '.codex/agents/a.toml: data of .codex (codex)'],
  ],
  [
    [
      '.claude/skills/t/SKILL.md',
      '.claude/skills/t/roles/w/role.md',
      '.claude/skills/t/roles/w/commands/c.md',
      '.claude/skills/t/specs/s.md',
    ],
    [
      '.claude/skills/t/SKILL.md: skill of .claude (claude) in .claude/skills/t',
      '.claude/skills/t/roles/w/role.md: role of .claude (claude) in .claude/skills/t',
      '.claude/skills/t/roles/w/commands/c.md: role-command of .claude (claude) in .claude/skills/t',
      '.claude/skills/t/specs/s.md: spec of .claude (claude) in .claude/skills/t',
    ],
  ],
  [
    ['.claude/skills/gen/SKILL.md', '.claude/skills/gen/templates/SKILL.md'],
    [
      '.claude/skills/gen/SKILL.md: skill of .claude (claude) in .claude/skills/gen',
      '.claude/skills/gen/templates/SKILL.md: skill (generator) of .claude (claude) in .claude/skills/gen',
    ],
  ],
  [
    ['.claude/skills/skill-generator/specs/x.md'],
    ['.claude/skills/skill-generator/specs/x.md: spec (generator) of .claude (claude)'],
  ],
  [['tool/SKILL.md', 'README.md'], ['tool/SKILL.md: skill of . (agents) in tool']],
  [
    ['p/skills/a/SKILL.md', 'p/agents/b.md', 'p/.claude-plugin/plugin.json', 'p/README.md'],
    [
      'p/skills/a/SKILL.md: skill of p (claude) in p/skills/a',
      'p/agents/b.md: agent of p (claude)',
      'p/.claude-plugin/plugin.json: data of p (claude)',
    ],
  ],
  [
    ['SKILL.md', 'notes.md'],
    ['SKILL.md: skill of . (agents) in .', 'notes.md: other of . (agents) in .'],
  ],
  [
    ['.claude/worktrees/x/.claude/skills/a/SKILL.md'],
    [
      '.claude/worktrees/x/.claude/skills/a/SKILL.md: skill of .claude/worktrees/x/.claude (claude) in .claude/worktrees/x/.claude/skills/a',
    ],
  ],
  [['docs/a.md', 'src/b.md'], []],
])('%j', (paths, seats) => expect(seat(paths)).toEqual(seats))

test('the config says whose .agents folder it is', () => {
  expect(seat(['.agents/skills/a/SKILL.md'], { agentsFolder: 'codex' })).toEqual([
    '.agents/skills/a/SKILL.md: skill of .agents (codex) in .agents/skills/a',
  ])
})
