import { CONFIG_KEYS } from '../core/codex-config.ts'
import { definePlatform, type ToolArgs } from '../core/platform.ts'

const WAVE = 'wave.mjs run'

const MESSAGE: ToolArgs = {
  required: ['target', 'message'],
  optional: [],
  instead: {
    to: 'target',
    recipient: 'target',
    Recipient: 'target',
    content: 'message',
    Message: 'message',
    summary: '',
  },
}

/** Codex CLI. Of the two sets of collaboration tools (v1 by default, v2 by feature or model) packs may use either. */
export default definePlatform({
  id: 'codex',
  title: 'Codex CLI',
  dir: '.codex',
  docs: 'https://developers.openai.com/codex/skills',
  sources: {
    loader: { from: 'openai/codex codex-rs/core-skills/src/loader.rs', verified: '2026-10' },
    docs: { from: 'https://developers.openai.com/codex', verified: '2026-10' },
    // The keys of config.toml are those of its schema, codex-rs/core/config.schema.json.
    agents: { from: 'https://developers.openai.com/codex/subagents', verified: '2026-11' },
    collaboration: { from: 'openai/codex codex-rs/core/src/tools/handlers/multi_agents_spec.rs', verified: '2026-11' },
    goals: { from: 'openai/codex codex-rs/core/src/tools/handlers/goal_spec.rs', verified: '2026-11' },
    question: { from: 'openai/codex codex-rs/core/src/tools/handlers/request_user_input_spec.rs', verified: '2026-10' },
    resources: { from: 'openai/codex codex-rs/core/src/tools/handlers/mcp_resource', verified: '2026-11' },
    jobs: { from: 'openai/codex codex-rs/tools/src/agent_job_tool.rs (until 0.144)', verified: '2026-10' },
    'pr-22246': { from: 'https://github.com/openai/codex/pull/22246', verified: '2026-11' },
    'pr-34413': { from: 'https://github.com/openai/codex/pull/34413', verified: '2026-10' },
    run: { from: 'npm @openai/codex 0.171.0: the tools in its requests to the model', verified: '2026-11' },
  },
  versions: ['0.105.0', '0.144.1', '0.145.0', '0.146.0', '0.159.2', '0.162.0', '0.171.0'],
  skillFolders: ['.agents/skills', '.codex/skills', '~/.agents/skills', '~/.codex/skills'],
  invocation: '$',
  frontmatter: {
    skill: {
      // The name falls back to the folder's.
      required: ['description'],
      read: ['name', 'description', 'metadata'],
      ignored: {
        'allowed-tools': { instead: 'Remove it: Codex grants no tools by frontmatter.' },
        'argument-hint': { instead: 'Say in the text which arguments the skill takes.', harmless: true },
        'disable-model-invocation': {
          instead: 'Write “policy: { allow_implicit_invocation: false }” in agents/openai.yaml beside the skill.',
        },
        license: { instead: 'Keep it for other readers of the skill.', harmless: true },
        compatibility: { instead: 'Keep it for other readers of the skill.', harmless: true },
        when_to_use: { instead: 'Say it in the description.' },
        arguments: { instead: 'Say in the text which arguments the skill takes.' },
        'user-invocable': { instead: 'Remove it: users can call every skill.' },
        'disallowed-tools': { instead: 'Remove it: Codex takes no tools away by frontmatter.' },
        model: { instead: 'Set it in a role under .codex/agents.' },
        effort: { instead: 'Set “model_reasoning_effort” in a role under .codex/agents.' },
        context: { instead: 'Have the text call spawn_agent.' },
        agent: { instead: 'Have the text name the role when it calls spawn_agent.' },
        hooks: { instead: 'Remove it: Codex reads no hooks from a skill.' },
        paths: { instead: 'Say in the description which files the skill is for.' },
        shell: { instead: 'Say in the text which shell the commands are for.' },
      },
      source: 'loader',
    },
    // Custom prompts (~/.codex/prompts), deprecated in favour of skills.
    command: { required: [], read: ['description', 'argument-hint'], ignored: {}, source: 'docs' },
    // A TOML file. Any key of config.toml may stand here too; a file with a key that is none is dropped with a warning.
    agent: {
      required: ['name', 'description', 'developer_instructions'],
      read: ['name', 'description', 'developer_instructions', 'nickname_candidates', ...CONFIG_KEYS],
      ignored: {
        tools: { instead: 'Remove it: Codex drops the whole file for it. “sandbox_mode” limits a role.' },
        'allowed-tools': { instead: 'Remove it: Codex drops the whole file for it. “sandbox_mode” limits a role.' },
        'short-description': { instead: 'Remove it: Codex drops the whole file for it.' },
      },
      source: 'agents',
    },
  },
  limits: {
    name: { max: 64, effect: 'Codex drops the skill', source: 'loader' },
    // Seen with 0.144.1 and 0.171.0 (test/clients): the listing cuts it; earlier loaders dropped the skill.
    description: {
      max: 1024,
      effect: 'Codex cuts it in its listing, or drops the skill in earlier versions',
      source: 'run',
    },
    // Where the context window is unknown; else 2 % of it.
    listing: { max: 8000, effect: 'descriptions are cut, then skills are left out', source: 'loader' },
  },
  tools: {
    exec_command: { source: 'run' },
    write_stdin: { source: 'run' },
    shell_command: { source: 'pr-22246' },
    apply_patch: { source: 'docs' },
    update_plan: {
      args: {
        required: ['plan'],
        optional: ['explanation'],
        takes: {
          plan: {
            items: {
              required: ['step', 'status'],
              optional: [],
              takes: { status: { values: ['pending', 'in_progress', 'completed'] } },
              instead: { subject: 'step', content: 'step', title: 'step', activeForm: '', description: 'step' },
            },
          },
        },
        instead: { todos: 'plan', taskId: '', subject: '', status: '', owner: '' },
      },
      source: 'docs',
    },
    request_user_input: {
      needs: 'Plan mode or features.default_mode_request_user_input = true',
      args: {
        required: ['questions'],
        optional: [],
        takes: {
          questions: {
            min: 1,
            max: 3,
            items: {
              required: ['id', 'header', 'question', 'options'],
              optional: [],
              implied: ['header'],
              takes: {
                id: { form: { pattern: '^[a-z][a-z0-9_]*$', says: 'snake_case' } },
                header: { max: 12 },
                options: {
                  min: 2,
                  max: 3,
                  items: { required: ['label', 'description'], optional: [], implied: ['description'] },
                },
              },
              instead: { multiSelect: '', is_multi_select: '' },
            },
          },
        },
      },
      source: 'question',
    },
    request_permissions: { source: 'docs' },
    view_image: { source: 'run' },
    web_search: { source: 'run' },
    tool_search: { source: 'docs' },
    list_mcp_resources: { source: 'resources' },
    list_mcp_resource_templates: { source: 'resources' },
    read_mcp_resource: { source: 'resources' },
    get_goal: { args: { required: [], optional: [] }, source: 'goals' },
    create_goal: { args: { required: ['objective'], optional: ['token_budget'] }, source: 'goals' },
    // A goal is one aim of the whole session, not a list of tasks.
    update_goal: {
      args: { required: ['status'], optional: [], takes: { status: { values: ['complete', 'blocked'] } } },
      source: 'goals',
    },

    spawn_agent: {
      // v1 takes a message or items, v2 demands task_name and message.
      args: {
        required: [],
        optional: [
          'task_name',
          'message',
          'items',
          'fork_turns',
          'fork_context',
          'agent_type',
          'model',
          'reasoning_effort',
          'service_tier',
        ],
        anyOf: [['message'], ['items']],
        takes: {
          task_name: { form: { pattern: '^[a-z0-9_]+$', says: 'lower-case letters, digits and underscores' } },
          fork_turns: { form: { pattern: '^(?:none|all|[1-9]\\d*)$', says: '“none”, “all” or a number of turns' } },
        },
        instead: {
          prompt: 'message',
          Prompt: 'message',
          description: '',
          subagent_type: 'agent_type',
          TypeName: 'agent_type',
          name: 'task_name',
          Role: 'task_name',
          run_in_background: '',
        },
      },
      source: 'collaboration',
    },
    // `ids` is the older name of `targets`.
    wait_agent: { args: { required: [], optional: ['timeout_ms', 'targets', 'ids'] }, source: 'collaboration' },
    send_input: {
      only: 'multi_agent_v1',
      instead: 'send_message',
      args: { required: ['target'], optional: ['message', 'items', 'interrupt'], instead: { id: 'target' } },
      source: 'collaboration',
    },
    close_agent: {
      only: 'multi_agent_v1',
      args: { required: ['target'], optional: [], instead: { id: 'target', agent_id: 'target' } },
      source: 'collaboration',
    },
    resume_agent: { only: 'multi_agent_v1', args: { required: ['id'], optional: [] }, source: 'collaboration' },
    send_message: {
      only: 'multi_agent_v2',
      args: MESSAGE,
      source: 'collaboration',
    },
    followup_task: {
      only: 'multi_agent_v2',
      args: MESSAGE,
      source: 'collaboration',
    },
    interrupt_agent: { only: 'multi_agent_v2', args: { required: ['target'], optional: [] }, source: 'collaboration' },
    list_agents: { only: 'multi_agent_v2', args: { required: [], optional: ['path_prefix'] }, source: 'collaboration' },
    // Renamed in March 2026; code mode still has a function of this name, so it is not listed as removed.
    wait: { deprecated: '0.144.1', instead: 'wait_agent', source: 'collaboration' },

    // Merged in May 2026, well before 0.144.1; the release itself is not on record.
    shell: { removed: '0.144.1', instead: 'exec_command', source: 'pr-22246' },
    local_shell: { removed: '0.144.1', instead: 'exec_command', source: 'pr-22246' },
    spawn_agents_on_csv: {
      since: '0.105.0',
      removed: '0.145.0',
      instead: WAVE,
      needs: 'features.enable_fanout = true',
      args: {
        required: ['csv_path', 'instruction'],
        optional: [
          'id_column',
          'output_csv_path',
          'output_schema',
          'max_concurrency',
          'max_workers',
          'max_runtime_seconds',
        ],
      },
      source: 'pr-34413',
    },
    report_agent_job_result: {
      since: '0.105.0',
      removed: '0.145.0',
      instead: WAVE,
      args: { required: ['job_id', 'item_id', 'result'], optional: ['stop'] },
      source: 'jobs',
    },
  },
  neutral: {
    read: 'exec_command',
    write: 'apply_patch',
    edit: 'apply_patch',
    shell: 'exec_command',
    search: 'exec_command',
    find: 'exec_command',
    'web-search': 'web_search',
    'web-fetch': null,
    ask: 'request_user_input',
    agent: 'spawn_agent',
    // Not followup_task: that one cannot reach the agent at the root.
    message: 'send_message',
    plan: 'update_plan',
    // A skill is named in the text (`$name`), not called.
    skill: null,
  },
})
