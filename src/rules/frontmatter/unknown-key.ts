import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { trustedFields } from '../../model/entries.ts'
import { excerpt } from '../../model/excerpt.ts'
import { knownKeys, misspelled, requiredKeys, SPEC_KEYS } from '../../model/keys.ts'

export default defineRule({
  id: 'frontmatter/unknown-key',
  scope: 'document',
  severity: 'info',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent', 'role'],
  summary: 'Frontmatter keys are ones that some client, or the pack itself, reads.',
  why: 'Clients pass over keys that they do not know, so a slip of the pen switches a setting off without a word. The Agent Skills specification allows six keys and refuses every other: under the spec profile these are errors.',
  source: { url: 'https://agentskills.io/specification', level: 'ADVICE', verified: '2026-08' },
  messages: {
    unknown: {
      text: 'The key “{key}” is unknown.',
      help: 'Remove it, or set it below “metadata” for your own use.',
    },
    typo: {
      text: 'The key “{key}” is unknown.',
      help: 'Write “{known}”, if that is meant.',
    },
    'not-in-spec': {
      text: 'The specification has no key “{key}” for skills.',
      help: 'Move it below “metadata”, or leave it out; the keys are {keys}.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/plan/SKILL.md':
          '---\nname: plan\ndescription: Plans.\nargument-hint: "[x]"\ncontext: fork\nsession-mode: run\ncontract: { consumes: [a] }\nmetadata:\n  owner: web\n---\n',
        '.claude/skills/plan/roles/dev/role.md':
          '---\nrole: dev\nprefix: DEV\ninner_loop: true\ndiscuss_rounds: [1]\ncli_tools: [git]\n---\n',
        '.claude/agents/dev.md': '---\nname: dev\ndescription: Writes.\nallowed-tools: Read\nmodel: opus\n---\n',
        '.claude/skills/plan/specs/table.md': '---\nowner: web\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md':
          '---\nname: plan\ndescription: Plans.\nallowed-tool: Read\nowner: web\nx-owner: web\nAgent: writer\n---\n',
        '.codex/skills/team/roles/dev/role.md': '\uFEFF---\r\nrole: dev\r\ninner-loop: true\r\n---\r\n',
      },
      reports: [
        '.claude/commands/plan.md:4:1 typo',
        '.claude/commands/plan.md:5:1 unknown',
        '.claude/commands/plan.md:7:1 typo',
        '.codex/skills/team/roles/dev/role.md:3:1 typo',
      ],
    },
    {
      title: 'A misspelled required key is reported as missing',
      files: { '.claude/skills/x/SKILL.md': '---\nname: x\ndescripton: Does x.\n---\n' },
    },
    {
      title: 'Behind a broken line keys cannot be trusted',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [a] [b]\nnmae: x\n---\n' },
    },
    {
      title: 'Brackets before a colon are no key of their own',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [id]: the issue\ndescription: Does x.\n---\n' },
    },
    {
      title: 'The specification alone',
      profile: 'spec',
      files: {
        'skills/x/SKILL.md':
          '---\nname: x\ndescription: Does x.\nlicense: MIT\nargument-hint: "[a]"\nx-owner: web\n---\n',
        'skills/x/roles/dev/role.md': '---\nrole: dev\n---\n',
      },
      reports: ['skills/x/SKILL.md:5:1 not-in-spec', 'skills/x/SKILL.md:6:1 not-in-spec'],
    },
  ],

  check(document, report, { platforms, profile }) {
    const { meta, kind } = document
    if (meta.state !== 'closed') return
    if (profile === 'spec') {
      if (kind !== 'skill') return
      for (const { key, keySpan } of trustedFields(document))
        if (!SPEC_KEYS.includes(key)) {
          const data = { key: excerpt(key), keys: SPEC_KEYS.join(', ') }
          report({ message: 'not-in-spec', at: keySpan, data, severity: 'error' })
        }
      return
    }
    const known = knownKeys(kind, platforms)
    // A key without letters comes of brackets before a colon, of which `unquoted-special` tells.
    const unknown = trustedFields(document).filter(
      ({ key, keySpan }) => keySpan.end > keySpan.start && !known.has(key) && !/^x[-_]/i.test(key),
    )
    if (!unknown.length) return
    const missing = requiredKeys(document).map(key => misspelled(document, key, known))
    for (const field of unknown) {
      if (missing.includes(field)) continue
      const best = nearest(field.key, known)
      if (best === undefined) report({ message: 'unknown', at: field.keySpan, data: { key: excerpt(field.key) } })
      else report({ message: 'typo', at: field.keySpan, data: { key: excerpt(field.key), known: best } })
    }
  },
})
