import { definePlatform } from '../core/platform.ts'

/**
 * What every reader of `.agents` accepts: the Agent Skills specification.
 *
 * The readers (Codex, agy, Gemini CLI and others) share no tool name, so `tools` is empty and every neutral name is
 * `null`: rules that need a client's vocabulary find nothing to hold such a pack to.
 */
export default definePlatform({
  id: 'agents',
  title: 'Agent Skills',
  dir: '.agents',
  docs: 'https://agentskills.io/specification',
  sources: {
    spec: { from: 'https://agentskills.io/specification', verified: '2026-08' },
    agy: { from: 'https://antigravity.google/docs/subagents', verified: '2026-10' },
    workflows: { from: 'https://antigravity.google/docs/rules-workflows', verified: '2026-10' },
  },
  // The specification carries no version; this is the month of the text.
  versions: ['2026.8'],
  // https://agentskills.io/client-implementation/adding-skills-support
  skillFolders: ['.agents/skills', '~/.agents/skills'],
  invocation: null,
  frontmatter: {
    // The six keys are all there are: the reference validator refuses any other.
    skill: {
      required: ['name', 'description'],
      read: ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
      ignored: {},
      source: 'spec',
    },
    // The specification speaks of skills alone; agy is the one client that reads the other two here.
    command: { required: [], read: ['description'], ignored: {}, source: 'workflows' },
    agent: {
      required: ['name', 'description'],
      read: ['name', 'description', 'tools', 'model'],
      ignored: {},
      lists: { tools: 'agy drops the agent without a word' },
      source: 'agy',
    },
  },
  limits: {
    name: { max: 64, effect: 'it breaks the Agent Skills specification', source: 'spec' },
    description: { max: 1024, effect: 'it breaks the Agent Skills specification', source: 'spec' },
  },
  tools: {},
  neutral: {
    read: null,
    write: null,
    edit: null,
    shell: null,
    search: null,
    find: null,
    'web-search': null,
    'web-fetch': null,
    ask: null,
    agent: null,
    message: null,
    plan: null,
    skill: null,
  },
})
