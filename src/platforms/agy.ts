import { definePlatform } from '../core/platform.ts'

/** Every tool of agy takes these as well. */
const COMMON = ['toolAction', 'toolSummary']

/** Antigravity CLI. It never reads `.agy`: that folder is where a pack keeps what is installed into `.agents`. */
export default definePlatform({
  id: 'agy',
  title: 'Antigravity CLI',
  dir: '.agy',
  docs: 'https://antigravity.google/docs/skills',
  sources: {
    skills: { from: 'https://antigravity.google/docs/skills', verified: '2026-10' },
    agents: { from: 'https://antigravity.google/docs/subagents', verified: '2026-10' },
    workflows: { from: 'https://antigravity.google/docs/rules-workflows', verified: '2026-10' },
    tools: { from: 'https://antigravity.google/docs/hooks', verified: '2026-10' },
    spec: { from: 'https://agentskills.io/specification', verified: '2026-08' },
  },
  versions: ['1.1.6', '1.1.22'],
  skillFolders: ['.agents/skills', '~/.gemini/config/skills', '~/.gemini/antigravity-cli/skills'],
  invocation: '/',
  frontmatter: {
    skill: {
      // Older pages let the name fall back to the folder's.
      required: ['name', 'description'],
      read: ['name', 'description'],
      ignored: {
        'allowed-tools': { instead: 'Remove it: agy grants no tools by the frontmatter of a skill.' },
        'disallowed-tools': { instead: 'Remove it: agy takes no tools away by the frontmatter of a skill.' },
        'agy-subagents': { instead: 'Have the text call define_subagent and invoke_subagent.' },
        'argument-hint': { instead: 'Say in the text which arguments the skill takes.', harmless: true },
        'disable-model-invocation': { instead: 'Say in the description that only a user calls the skill.' },
        license: { instead: 'Keep it for other readers of the skill.', harmless: true },
        compatibility: { instead: 'Keep it for other readers of the skill.', harmless: true },
        metadata: { instead: 'Keep it for other readers of the skill.', harmless: true },
        when_to_use: { instead: 'Say it in the description.' },
        arguments: { instead: 'Say in the text which arguments the skill takes; nothing is filled in.' },
        'user-invocable': { instead: 'Remove it: users can call every skill.' },
        model: { instead: 'Set it in an agent file.' },
        effort: { instead: 'Remove it: agy takes the effort from its command line.' },
        context: { instead: 'Have the text call invoke_subagent.' },
        agent: { instead: 'Have the text call invoke_subagent.' },
        hooks: { instead: 'Write them in .agents/hooks.json.' },
        paths: { instead: 'Say in the description which files the skill is for.' },
        shell: { instead: 'Say in the text which shell the commands are for.' },
      },
      source: 'skills',
    },
    // Workflows, announced to give way to skills.
    command: { required: [], read: ['description'], ignored: {}, source: 'workflows' },
    agent: {
      required: ['name', 'description'],
      read: [
        'name',
        'description',
        'tools',
        'model',
        'mainAgent',
        'subagent',
        'commandExecutionPolicy',
        'mcpServers',
        'inheritMcp',
        'skills',
        'plugins',
        'hidden',
      ],
      ignored: {
        // No rename: a comma-separated value under “tools” would lose the agent.
        'allowed-tools': { instead: 'Call the key “tools” and give it a YAML list of agy’s own tool names.' },
      },
      lists: { tools: 'agy drops the agent without a word' },
      source: 'agents',
    },
  },
  limits: {
    name: { max: 64, effect: 'it breaks the Agent Skills specification', source: 'spec' },
    description: { max: 1024, effect: 'it breaks the Agent Skills specification', source: 'spec' },
  },
  tools: {
    view_file: {
      args: {
        required: ['AbsolutePath'],
        optional: ['StartLine', 'EndLine', 'IsSkillFile', ...COMMON],
        instead: { file_path: 'AbsolutePath', path: 'AbsolutePath', offset: 'StartLine', limit: '' },
      },
      source: 'tools',
    },
    write_to_file: {
      args: {
        required: ['TargetFile', 'CodeContent'],
        optional: ['Description', 'Overwrite', 'IsArtifact', 'ArtifactMetadata', ...COMMON],
        instead: { file_path: 'TargetFile', path: 'TargetFile', content: 'CodeContent' },
      },
      source: 'tools',
    },
    replace_file_content: {
      args: {
        required: ['TargetFile', 'TargetContent', 'ReplacementContent'],
        optional: ['Instruction', 'Description', 'StartLine', 'EndLine', 'AllowMultiple', ...COMMON],
        instead: {
          file_path: 'TargetFile',
          old_string: 'TargetContent',
          new_string: 'ReplacementContent',
          replace_all: 'AllowMultiple',
        },
      },
      source: 'tools',
    },
    multi_replace_file_content: {
      args: { required: ['TargetFile'], optional: ['Instruction', 'Description', 'ReplacementChunks', ...COMMON] },
      source: 'tools',
    },
    list_dir: { args: { required: ['DirectoryPath'], optional: COMMON }, source: 'tools' },
    find_by_name: { args: { required: [], optional: ['SearchDirectory', 'Pattern', ...COMMON] }, source: 'tools' },
    grep_search: {
      args: {
        required: ['SearchPath', 'Query'],
        optional: ['IsRegex', 'CaseInsensitive', 'MatchPerLine', 'Includes', ...COMMON],
        instead: { pattern: 'Query', path: 'SearchPath', glob: 'Includes' },
      },
      source: 'tools',
    },
    run_command: {
      args: {
        required: ['CommandLine'],
        optional: ['Cwd', 'WaitMsBeforeAsync', ...COMMON],
        instead: { command: 'CommandLine', cmd: 'CommandLine', workdir: 'Cwd', description: '', run_in_background: '' },
      },
      source: 'tools',
    },
    // Background commands, not a list of things to do.
    manage_task: { args: { required: [], optional: ['Action', 'TaskId', 'Input', ...COMMON] }, source: 'tools' },
    schedule: {
      args: { required: ['Prompt'], optional: ['DurationSeconds', 'CronExpression', 'MaxIterations', ...COMMON] },
      source: 'tools',
    },
    search_web: { args: { required: ['query'], optional: ['domain', ...COMMON] }, source: 'tools' },
    read_url_content: { args: { required: ['Url'], optional: COMMON }, source: 'tools' },
    ask_question: {
      args: {
        required: ['questions'],
        optional: COMMON,
        takes: {
          questions: {
            items: {
              required: ['question'],
              optional: ['options', 'is_multi_select'],
              instead: { multiSelect: 'is_multi_select', header: '', id: '' },
            },
          },
        },
      },
      source: 'tools',
    },
    ask_permission: { args: { required: [], optional: ['Action', 'Target', 'Reason', ...COMMON] }, source: 'tools' },
    list_permissions: { args: { required: [], optional: COMMON }, source: 'tools' },
    define_subagent: {
      args: {
        required: ['name', 'description', 'system_prompt'],
        optional: ['enable_write_tools', 'enable_mcp_tools', 'enable_subagent_tools', ...COMMON],
      },
      source: 'agents',
    },
    invoke_subagent: {
      args: {
        required: ['Subagents'],
        optional: COMMON,
        takes: {
          Subagents: {
            min: 1,
            items: {
              required: ['TypeName', 'Prompt'],
              optional: ['Role', 'Workspace', 'Model'],
              takes: { Workspace: { values: ['inherit', 'branch', 'share'] } },
              instead: {
                subagent_type: 'TypeName',
                agent_type: 'TypeName',
                name: 'Role',
                task_name: 'Role',
                description: '',
                prompt: 'Prompt',
                message: 'Prompt',
                model: 'Model',
                run_in_background: '',
                isolation: 'Workspace',
              },
            },
          },
        },
        instead: { subagent_type: '', name: '', prompt: '', description: '', run_in_background: '' },
      },
      source: 'agents',
    },
    // Recipient is a conversation's id, not a role.
    send_message: {
      args: {
        required: ['Recipient', 'Message'],
        optional: COMMON,
        instead: {
          to: 'Recipient',
          target: 'Recipient',
          recipient: 'Recipient',
          message: 'Message',
          content: 'Message',
        },
      },
      source: 'agents',
    },
    manage_subagents: { args: { required: [], optional: ['Action', 'ConversationIds', ...COMMON] }, source: 'agents' },
    generate_image: {
      args: { required: [], optional: ['Prompt', 'ImageName', 'ImagePaths', ...COMMON] },
      source: 'tools',
    },
    call_mcp_tool: { source: 'tools' },
    finish: { source: 'tools' },
    sed_file: { source: 'tools' },
    notebook_edit: { source: 'tools' },
    read_resource: { source: 'tools' },
    open_browser_url: { source: 'tools' },
  },
  neutral: {
    read: 'view_file',
    write: 'write_to_file',
    edit: 'replace_file_content',
    shell: 'run_command',
    search: 'grep_search',
    find: 'find_by_name',
    'web-search': 'search_web',
    'web-fetch': 'read_url_content',
    ask: 'ask_question',
    agent: 'invoke_subagent',
    message: 'send_message',
    plan: null,
    // A skill is read with view_file or named in the text (`/name`), not called.
    skill: null,
  },
})
