import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { entriesOf, trustedFields } from '../../model/entries.ts'
import { excerpt } from '../../model/excerpt.ts'

const FLAG = /(?<![\w-])--[A-Za-z][\w-]*/g

/** Flags that stand for any. */
const PLACEHOLDER = /^--(?:flags?|options?|opts?|args?|switches)$/

/** `-y|--yes` and `--yes, -y`. */
const PAIR = /(?<![\w-])(?:-([A-Za-z])\s*[|,/]\s*(--[\w-]+)|(--[\w-]+)\s*[|,/]\s*-([A-Za-z])(?![\w-]))/g

/** A delegated workflow; the name may hold a placeholder. */
const WORKFLOW = /(?<![\w-])workflows\/([^\s`'"|]{1,200}?\.md)(?!\w)/g

/** A program of the pack, whose flags they may be. */
const SCRIPT = /(?<![\w-])scripts\/[\w./-]+\.(?:[cm]?js|ts|py|sh|rb|ps1)(?![\w-])/

/** Where the hint's value stands, also in a block that YAML cannot read. */
function hintOf(document: Document): Span | undefined {
  const field = trustedFields(document).find(({ key }) => key === 'argument-hint')
  return field?.span ?? entriesOf(document).find(({ key, isTop }) => isTop && key === 'argument-hint')?.span
}

/** Whether the arguments go as they came to another skill or to a command, whose flags they are. */
function passesOn(document: Document): boolean {
  const { text, fences } = document
  const holds = ({ start, end }: Span) => text.slice(start, end).includes('$ARGUMENTS')
  if (!text.includes('$ARGUMENTS')) return false
  return (
    document.calls.some(
      ({ tool, args }) => args && /^(?:Skill|SlashCommand|Bash|exec_command|run_command)$/.test(tool) && holds(args),
    ) || fences.some(({ lang, body }) => /^(?:bash|sh|shell|zsh|console|powershell|pwsh)$/.test(lang) && holds(body))
  )
}

/** The texts that may explain a flag; `undefined` when a workflow or a program among them is not at hand. */
function textsOf(document: Document, hint: Span): string[] | undefined {
  const texts = [document.text.slice(0, hint.start) + document.text.slice(hint.end)]
  const queue = [document, ...(document.skill?.files ?? [])]
  const seen = new Set(queue)
  for (const one of queue) {
    if (SCRIPT.test(one.text)) return undefined
    if (one !== document) texts.push(one.text)
    for (const [, name] of one.text.matchAll(WORKFLOW)) {
      const found = document.pack.documents.filter(
        ({ path }) => path.endsWith(`/workflows/${name}`) || path === `workflows/${name}`,
      )
      if (!found.length) return undefined
      for (const other of found)
        if (!seen.has(other)) {
          seen.add(other)
          queue.push(other)
        }
    }
  }
  return texts
}

const mentions = (texts: readonly string[], flag: string) => {
  const pattern = new RegExp(`(?<![\\w-])${flag}(?![\\w-])`)
  return texts.some(text => pattern.test(text))
}

export default defineRule({
  id: 'frontmatter/dead-flag',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command'],
  summary: 'Every flag that the argument-hint shows is explained in the text.',
  why: 'The hint is a promise to the user. A flag that neither the text nor the workflow it delegates to speaks of is passed to a model that does not know what to do with it.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'ADVICE', verified: '2026-08' },
  messages: {
    dead: {
      text: 'The argument-hint shows “{flag}”, which the text never explains.',
      help: 'Say what the flag does, or take it out of the hint.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md':
          '---\nname: plan\nargument-hint: "[phase] [--gaps]"\n---\n\n`--gaps` plans only what is left.\n',
      },
    },
    {
      files: {
        '.codex/skills/retro/SKILL.md':
          '\uFEFF---\r\nname: retro\r\nargument-hint: "复盘 [--lens git|plan] [--days N] [--lens-all]"\r\n---\r\n\r\nWith `--lens=git` read the log.\r\n',
      },
      reports: ['.codex/skills/retro/SKILL.md:3:39 dead', '.codex/skills/retro/SKILL.md:3:50 dead'],
    },
    {
      title: 'The block is broken, the hint is there',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [phase] [--gaps]\n---\n\nPlans a phase.\n' },
      reports: ['.agy/skills/x/SKILL.md:3:25 dead'],
    },
    {
      title: 'Either form of a flag is enough',
      files: {
        '.claude/commands/run.md':
          '---\nname: run\nargument-hint: "[--yes] [-c|--concurrency N] [--flags]"\n---\n\n`-y` asks nothing, `-c 3` runs three.\n',
      },
    },
    {
      title: 'Flags of a delegated workflow, of another file of the skill, of a family',
      files: {
        '.claude/skills/ship/SKILL.md':
          '---\nname: ship\nargument-hint: "[--tag v] [--dry-run] [--skip-tests]"\n---\n\nFollow `~/.maestro/workflows/ship.md`. `--skip-*` leaves a step out.\n',
        '.claude/skills/ship/steps/tag.md': 'With `--tag` set the tag.\n',
        '.claude/workflows/ship.md': '`--dry-run` changes nothing.\n',
      },
    },
    {
      title: 'A delegated workflow outside of the pack, or a program, may know them',
      files: {
        '.claude/commands/sum.md': '---\nargument-hint: "[--all]"\n---\n\nRun `python scripts/sum.py` with them.\n',
        '.claude/commands/ship.md':
          '---\nname: ship\nargument-hint: "[--tag v]"\n---\n\n@~/.maestro/workflows/ship.md\n',
      },
    },
    {
      title: 'Arguments that go on as they came',
      files: {
        '.claude/commands/ship.md': '---\nargument-hint: "[--tag v]"\n---\n\n```bash\nnode ship.mjs $ARGUMENTS\n```\n',
        '.claude/commands/go.md':
          '---\nargument-hint: "[--tag v]"\n---\n\n`Skill({ skill: "ship", args: "$ARGUMENTS" })`\n',
      },
    },
  ],

  check(document, report) {
    const span = document.meta.state === 'closed' ? hintOf(document) : undefined
    if (!span) return
    const hint = document.text.slice(span.start, span.end)
    const flags = [...hint.matchAll(FLAG)].filter(([flag]) => !PLACEHOLDER.test(flag))
    if (!flags.length || passesOn(document)) return
    const texts = textsOf(document, span)
    if (!texts) return
    const short = new Map([['--yes', '-y']])
    for (const [, first, long, other, last] of hint.matchAll(PAIR)) short.set((long ?? other)!, `-${first ?? last}`)
    const families = texts.flatMap(text =>
      [...text.matchAll(/(?<![\w-])--[A-Za-z][\w-]*-(?=[*<{])/g)].map(([family]) => family),
    )

    const seen = new Set<string>()
    for (const { 0: flag, index } of flags) {
      if (seen.has(flag)) continue
      seen.add(flag)
      const alias = short.get(flag)
      if (mentions(texts, flag) || (alias && mentions(texts, alias))) continue
      if (families.some(family => flag.startsWith(family))) continue
      const start = span.start + index
      report({ message: 'dead', at: { start, end: start + flag.length }, data: { flag: excerpt(flag) } })
    }
  },
})
