import { defineRule } from '../../core/rule.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { invocationsIn, showsBoth } from '../../model/invocations.ts'
import { isAboutClient } from '../../model/other-clients.ts'

const FAMILY = Object.fromEntries(
  ['plan', 'run', 'check'].map(name => [
    `.codex/skills/garden-${name}/SKILL.md`,
    `---\nname: garden-${name}\ndescription: Does it.\n---\n`,
  ]),
)

export default defineRule({
  id: 'platform/invocation-prefix',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['claude', 'codex', 'agy'],
  fixable: 'safe',
  summary: 'Skills are called the way the client has it: `$name` in Codex, `/name` elsewhere.',
  why: 'What a user types from such a line, Codex takes for a command of its own or for plain text, and Claude Code for a word with a dollar sign: the skill does not run.',
  source: { url: 'https://developers.openai.com/codex/skills', level: 'MUST', verified: '2026-10' },
  messages: {
    prefix: { text: '{client} calls a skill as “{wanted}”, not as “{written}”.', help: 'Write “{wanted}”.' },
  },
  examples: [
    {
      files: {
        ...FAMILY,
        '.codex/skills/garden-plan/SKILL.md':
          '---\nname: garden-plan\ndescription: Plans the garden.\n---\n\nThen run `$garden-run 1`, or $garden-check.\n',
        '.claude/commands/garden-plan.md': '---\ndescription: Plans.\n---\n\nThen run `/garden-run 1`.\n',
      },
    },
    {
      files: {
        ...FAMILY,
        '.codex/skills/garden-plan/SKILL.md':
          '---\nname: garden-plan\ndescription: Plans; /garden-run does it.\n---\n\nThen run `/garden-run 1`（/garden-check，或 "/garden-sow"）.\n\n```bash\n/garden-run --all\n```\n',
        '.claude/commands/garden-plan.md': '---\ndescription: Plans.\n---\n\nThen run `$garden-run 1`.\n',
      },
      reports: [
        '.claude/commands/garden-plan.md:5:11 prefix',
        '.codex/skills/garden-plan/SKILL.md:3:21 prefix',
        '.codex/skills/garden-plan/SKILL.md:6:11 prefix',
        '.codex/skills/garden-plan/SKILL.md:6:26 prefix',
        '.codex/skills/garden-plan/SKILL.md:6:43 prefix',
        '.codex/skills/garden-plan/SKILL.md:9:1 prefix',
      ],
      fixed: {
        '.codex/skills/garden-plan/SKILL.md':
          '---\nname: garden-plan\ndescription: Plans; $garden-run does it.\n---\n\nThen run `$garden-run 1`（$garden-check，或 "$garden-sow"）.\n\n```bash\n$garden-run --all\n```\n',
        '.claude/commands/garden-plan.md': '---\ndescription: Plans.\n---\n\nThen run `/garden-run 1`.\n',
      },
    },
    {
      title: 'A name of one word, in code',
      files: {
        '.codex/skills/gardener/SKILL.md':
          '---\nname: gardener\ndescription: Gardens.\n---\n\nCall `/gardener` or `/gardener --all`; the /gardener folder and `ls /gardener` are paths.\n',
        '.codex/skills/review/SKILL.md':
          '---\nname: review\ndescription: Reviews.\n---\n\n`/review` is a command of Codex.\n',
      },
      reports: ['.codex/skills/gardener/SKILL.md:6:7 prefix', '.codex/skills/gardener/SKILL.md:6:22 prefix'],
      fixed: {
        '.codex/skills/gardener/SKILL.md':
          '---\nname: gardener\ndescription: Gardens.\n---\n\nCall `$gardener` or `$gardener --all`; the /gardener folder and `ls /gardener` are paths.\n',
      },
    },
    {
      title: 'Paths, addresses, variables, other languages, lines that show both or name the other client',
      files: {
        ...FAMILY,
        '.codex/skills/garden-plan/SKILL.md':
          '---\nname: garden-plan\ndescription: Plans.\n---\n\nSee skills/garden-run, `/garden-run/SKILL.md`, ~/garden-run, https://example.org/garden-run, `/garden-run.md`, and/or {x}/garden-run.\n\nClaude Code: `/garden-run`. Here `$garden-run`, elsewhere `/garden-run`.\n\n## Claude Code\n\nType `/garden-run`.\n\n```js\nfetch("/garden-run")\n```\n\nAsk /flower-shop.\n',
        '.claude/commands/garden-plan.md':
          '---\ndescription: Plans.\n---\n\nIn Codex `$garden-run`.\n\n```bash\necho $garden\n```\n',
        '.agents/skills/garden-plan/SKILL.md':
          '---\nname: garden-plan\ndescription: Plans.\n---\n\n`/garden-run`, $garden-run\n',
      },
    },
  ],

  check(document, report, { platform, platforms }) {
    const { invocation } = platform
    if (!invocation || isReference(document)) return
    const wrong = invocation === '$' ? '/' : '$'
    const others = Object.values(platforms).filter(other => other !== platform && other.invocation === wrong)
    const { path } = document
    for (const found of invocationsIn(document, wrong)) {
      const { name, span } = found
      if (showsBoth(document, found, platforms)) continue
      if (others.some(other => isAboutClient(document, span.start, other.id))) continue
      const wanted = `${invocation}${name}`
      const edit = { path, span: { start: span.start, end: span.start + 1 }, text: invocation }
      const fix = { title: `Write “${wanted}”`, safe: true, edits: [edit] }
      report({ message: 'prefix', at: span, data: { client: platform.title, wanted, written: `${wrong}${name}` }, fix })
    }
  },
})
