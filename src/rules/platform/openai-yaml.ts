import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { excerpt } from '../../model/excerpt.ts'
import { isOpenaiYaml, openaiFaultsOf, openaiKeys } from '../../model/openai-yaml.ts'

const SKILL = { '.codex/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\n' }

export default defineRule({
  id: 'platform/openai-yaml',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['data'],
  platforms: ['codex', 'agents'],
  summary: 'What stands in `agents/openai.yaml` beside a skill is what Codex takes: keys, lengths, paths.',
  why: 'Codex ignores the whole file when a value has the wrong type, and single values that are too long or point elsewhere, without a word. A skill that users alone were to call is then called by the model.',
  source: {
    url: 'https://github.com/openai/codex/blob/main/codex-rs/core-skills/src/loader.rs',
    level: 'MUST',
    verified: '2026-11',
  },
  messages: {
    invalid: {
      text: 'Codex cannot read this file: {reason}.',
      help: 'Repair it: Codex goes on as if there were none.',
    },
    unknown: { text: '“{key}” is no key of this file.', help: '{instead}.' },
    type: {
      text: '“{key}” has a value of the wrong type.',
      help: 'Write {want}: Codex ignores the whole file otherwise.',
    },
    length: {
      text: '“{key}” has {size} characters, more than {max}.',
      help: 'Shorten it: Codex ignores it otherwise.',
    },
    path: { text: '“{key}” points where Codex does not look.', help: 'Write {want}: Codex ignores it otherwise.' },
    color: { text: '“{key}” is no colour.', help: 'Write “#RRGGBB” in quotes: Codex ignores it otherwise.' },
    missing: { text: 'A dependency has no “{key}”.', help: 'Write “{key}”: Codex ignores the dependency otherwise.' },
    prompt: { text: '“{key}” does not call the skill.', help: 'Name it in the sentence: “{want}”.' },
  },
  examples: [
    {
      files: {
        ...SKILL,
        '.codex/skills/tidy/agents/openai.yaml':
          'interface:\n  display_name: "Tidy"\n  short_description: "Tidies a folder"\n  icon_small: "./assets/tidy.png"\n  brand_color: "#3B82F6"\n  default_prompt: "Use $tidy on this folder."\npolicy:\n  allow_implicit_invocation: false\ndependencies:\n  tools:\n    - type: "mcp"\n      value: "files"\n',
        '.codex/skills/tidy/agents/other.yaml': 'x: 1\n',
      },
    },
    {
      files: {
        ...SKILL,
        '.codex/skills/tidy/agents/openai.yaml':
          'interface:\n  display_name: "A name for the skill that is a good deal longer than what Codex takes for one"\n  icon_small: tidy.png\n  icon_large: "../../shared/assets/tidy.svg"\n  brand_color: blue\n  default_prompt: "Tidy up."\npolicy:\n  allow_implicit_invocation: "no"\n  allow_implicit_invokation: no\n  mood: good\ndependencies:\n  tools:\n    - type: mcp\n',
      },
      reports: [
        '.codex/skills/tidy/agents/openai.yaml:2:17 length',
        '.codex/skills/tidy/agents/openai.yaml:3:15 path',
        '.codex/skills/tidy/agents/openai.yaml:4:15 path',
        '.codex/skills/tidy/agents/openai.yaml:5:16 color',
        '.codex/skills/tidy/agents/openai.yaml:6:19 prompt',
        '.codex/skills/tidy/agents/openai.yaml:8:30 type',
        '.codex/skills/tidy/agents/openai.yaml:9:3 unknown',
        '.codex/skills/tidy/agents/openai.yaml:10:3 unknown',
        '.codex/skills/tidy/agents/openai.yaml:13:7 missing',
      ],
    },
    {
      title: 'A file that is no YAML, a value of the wrong type',
      files: {
        ...SKILL,
        '.codex/skills/tidy/agents/openai.yaml': 'policy: { allow_implicit_invocation: false\n',
        '.codex/skills/sort/SKILL.md': '---\nname: sort\ndescription: Sorts.\n---\n',
        '.codex/skills/sort/agents/openai.yaml': 'interface: Sort\npolicy:\n',
      },
      reports: ['.codex/skills/sort/agents/openai.yaml:1:12 type', '.codex/skills/tidy/agents/openai.yaml:2:1 invalid'],
    },
    {
      title: 'A plugin shares icons; an empty file; other clients',
      files: {
        '.codex-plugin/plugin.json': '{}\n',
        'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\n',
        'skills/tidy/agents/openai.yaml': 'interface:\n  icon_small: "../../assets/tidy.png"\n',
        '.codex/skills/sort/SKILL.md': '---\nname: sort\ndescription: Sorts.\n---\n',
        '.codex/skills/sort/agents/openai.yaml': '',
        '.claude/skills/sort/agents/openai.yaml': 'x: 1\n',
      },
    },
  ],

  check(document, report) {
    if (!isOpenaiYaml(document)) return
    const { skill, pack } = document
    const own = skill!.entry.meta.at('name')?.value
    const name = typeof own === 'string' ? own : skill!.name
    const isPlugin = pack.documents.some(({ inner }) => inner === '.codex-plugin/plugin.json')
    for (const { kind, at, key, want, size = 0 } of openaiFaultsOf(document, name, isPlugin)) {
      switch (kind) {
        case 'invalid':
          report({ message: 'invalid', at, data: { reason: excerpt(want) } })
          break
        case 'unknown': {
          const place = key.slice(0, Math.max(0, key.lastIndexOf('.')))
          const meant = nearest(key.slice(key.lastIndexOf('.') + 1), openaiKeys(place))
          const instead = meant ? `Write “${meant}”` : 'Remove it: Codex passes over it'
          // The loader passes over keys that it does not know; the check of plugins does not.
          const severity = meant || isPlugin ? 'error' : 'warn'
          report({ message: 'unknown', at, data: { key: excerpt(key), instead }, severity })
          break
        }
        case 'length':
          report({ message: 'length', at, data: { key, size, max: want } })
          break
        case 'type':
          report({ message: 'type', at, data: { key, want } })
          break
        case 'path':
          report({ message: 'path', at, data: { key, want } })
          break
        case 'color':
          report({ message: 'color', at, data: { key } })
          break
        case 'missing':
          report({ message: 'missing', at, data: { key: want } })
          break
        case 'prompt':
          report({ message: 'prompt', at, data: { key, want: excerpt(want) }, severity: 'info' })
      }
    }
  },
})
