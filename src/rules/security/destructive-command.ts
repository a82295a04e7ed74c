import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { commandsOf, programOf, shellCodeOf } from '../../model/commands.ts'
import { isDenied } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'
import type { ShellCommand, ShellDialect, ShellWord } from '../../model/shell.ts'

const MENTIONS = /\brm\b|\bfind\b|\bmkfs|\bdd\b|\bshred\b|\/dev\/|remove-item|\bri\b|\brd\b|\brmdir\b|\bdel\b/i
const SYSTEM =
  /^\/(?:etc|usr|var|bin|sbin|lib|lib64|boot|home|root|opt|dev|proc|sys|Users|System|Library|Applications)$/
const DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk)\w*$/
const VARIABLE = /^\$\{?(\w+)\}?\/(?:\*|\.\*)?$/

/** What a target outside of the workspace is; `undefined` for anything inside or more special. */
function outside(target: string): string | undefined {
  const place = target.replace(/[/\\]\.?\*$/, '').replace(/(?<=.)[/\\]+$/, '')
  if (place === '' || place === '/' || /^[A-Za-z]:$/.test(place)) return 'the whole disk'
  if (/^(?:~|\$HOME|\$\{HOME\}|\$env:(?:USERPROFILE|HOME)|%USERPROFILE%)$/i.test(place)) return 'the home folder'
  if (/^\.\.(?:[/\\]\.\.)*$/.test(place)) return 'what lies above the working folder'
  return SYSTEM.test(place) ? 'a folder of the system' : undefined
}

/** The folders that a command deletes with all that is in them. */
function deleted({ name, args }: { name: string; args: readonly ShellWord[] }, dialect: ShellDialect): ShellWord[] {
  const flag = dialect === 'sh' ? /^-/ : /^(?:-|\/[a-z]$)/i
  if (name === 'find') {
    const isDeleting = args.some(
      ({ text }, index) => text === '-delete' || (text === '-exec' && args[index + 1]?.text === 'rm'),
    )
    const end = args.findIndex(({ text }) => text.startsWith('-'))
    return isDeleting ? args.slice(0, end) : []
  }
  const isRemover = name === 'rm' || (dialect === 'powershell' && /^(?:remove-item|ri|rd|rmdir|del|erase)$/i.test(name))
  const isRecursive = args.some(({ text }) => /^-[a-z]*r|^--recursive$|^\/s$/i.test(text) && flag.test(text))
  return isRemover && isRecursive ? args.filter(({ text }) => text && !flag.test(text)) : []
}

/** Whether a command overwrites a disk: `mkfs`, `dd of=/dev/sda`, `> /dev/sda`. */
function wipes(command: ShellCommand, name: string, args: readonly ShellWord[]): boolean {
  if (command.writes.some(({ text }) => DEVICE.test(text))) return true
  if (/^mkfs(?:\.|$)/.test(name)) return args.length > 0
  if (name === 'dd') return args.some(({ text }) => text.startsWith('of=') && DEVICE.test(text.slice(3)))
  return name === 'shred' && args.some(({ text }) => DEVICE.test(text))
}

const VALUE = /\b(\w+)=|\b(?:for|read)\s+(?:-r\s+)?(\w+)|\$env:(\w+)\s*=|\$\{(\w+):?\?|-[nzd] "?\$\{?(\w+)/g

/** The variables that a document gives a value or checks; under `set -u` the shell checks all. */
function guardedIn({ text }: Document): (variable: string) => boolean {
  if (/\bset -\w*u/.test(text)) return () => true
  const names = new Set(['PWD'])
  for (const [, ...groups] of text.matchAll(VALUE)) for (const name of groups) if (name) names.add(name)
  return variable => names.has(variable)
}

export default defineRule({
  id: 'security/destructive-command',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  summary: 'Code blocks delete nothing outside of the workspace.',
  why: 'An agent runs the block as it stands. A home folder, a disk or a parent folder that is deleted by it does not come back, and a path that begins with an empty variable is the root.',
  source: { url: 'https://cwe.mitre.org/data/definitions/78.html', level: 'ADVICE', verified: '2026-11' },
  messages: {
    outside: {
      text: '“{command}” deletes {what}.',
      help: 'Name the folder inside the workspace that is meant.',
    },
    'maybe-empty': {
      text: 'Where “{variable}” is empty this deletes from the root of the disk.',
      help: 'Write “{guarded}”, which stops instead, or delete a named folder.',
    },
    device: {
      text: '“{command}” overwrites a whole device.',
      help: 'Leave devices to the user; write to a file inside the workspace.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/clean/SKILL.md':
          '```bash\nrm -rf build/ ./dist/* /tmp/review-cache ~/.cache/review "$HOME/.review"\nfind . -name "*.tmp" -delete\ngit clean -fdx\n```\n',
      },
    },
    {
      files: {
        '.claude/skills/clean/SKILL.md':
          '```bash\nrm -rf /\ncd x && sudo rm -fr -- ~/*\nrm -r --force "$HOME" ../..\nfind / -name "*.log" -delete\nrm -rf /usr/*\n```\n',
      },
      reports: [
        '.claude/skills/clean/SKILL.md:2:8 outside',
        '.claude/skills/clean/SKILL.md:3:24 outside',
        '.claude/skills/clean/SKILL.md:4:15 outside',
        '.claude/skills/clean/SKILL.md:4:23 outside',
        '.claude/skills/clean/SKILL.md:5:6 outside',
        '.claude/skills/clean/SKILL.md:6:8 outside',
      ],
    },
    {
      title: 'A variable that may be empty',
      files: { '.claude/skills/clean/SKILL.md': '```sh\nrm -rf $OUT/ "${CACHE}"/*\n```\n' },
      reports: ['.claude/skills/clean/SKILL.md:2:8 maybe-empty', '.claude/skills/clean/SKILL.md:2:14 maybe-empty'],
    },
    {
      title: 'One that has a value, or is checked',
      files: {
        '.claude/skills/clean/SKILL.md':
          '```sh\nOUT=$(mktemp -d)\nrm -rf $OUT/\nrm -rf "${CACHE:?}"/* $CACHE/ $PWD/*\n```\n',
      },
    },
    {
      title: 'Disks',
      files: {
        '.claude/skills/clean/SKILL.md':
          '```bash\nmkfs.ext4 /dev/sdb1\ndd if=a.img of=/dev/sda\ndd if=a of=/dev/null\n```\n',
      },
      reports: ['.claude/skills/clean/SKILL.md:2:1 device', '.claude/skills/clean/SKILL.md:3:1 device'],
    },
    {
      title: 'PowerShell',
      files: {
        '.claude/skills/clean/SKILL.md':
          '```powershell\nRemove-Item -Recurse -Force C:\\\nRemove-Item -Recurse .\\dist\n```\n',
      },
      reports: ['.claude/skills/clean/SKILL.md:2:29 outside'],
    },
    {
      title: 'A ban is no order',
      files: {
        '.claude/skills/clean/SKILL.md':
          'Never run these:\n\n```bash\nrm -rf /\n```\n\n## Dangerous commands\n\nThe hook stops them.\n\n```bash\nrm -rf ~ # anything like it\n```\n\nAlso `rm -rf /` in prose.\n',
      },
    },
    {
      title: 'Words that are not commands',
      files: {
        '.claude/skills/clean/SKILL.md': '```bash\necho "rm -rf /"\ngit commit -m "no rm -rf ~" # rm -rf ~\n```\n',
      },
    },
  ],

  check(document, report) {
    let isGuarded: ReturnType<typeof guardedIn> | undefined
    for (const { pipelines, dialect } of shellCodeOf(document, MENTIONS))
      for (const { command } of commandsOf(pipelines)) {
        const program = programOf(command)
        if (!program || isDenied(document, command.span.start)) continue
        const words = excerpt(document.text.slice(command.span.start, command.span.end))
        if (wipes(command, program.name, program.args)) {
          report({ message: 'device', at: command, data: { command: words } })
          continue
        }
        for (const target of deleted(program, dialect)) {
          const what = outside(target.text)
          const variable = VARIABLE.exec(target.text)?.[1]
          if (what) report({ message: 'outside', at: target, data: { command: words, what } })
          else if (variable && !(isGuarded ??= guardedIn(document))(variable))
            report({
              message: 'maybe-empty',
              at: target,
              data: { variable: `$${variable}`, guarded: `\${${variable}:?}/` },
            })
        }
      }
  },
})
