import { defineRule } from '../../core/rule.ts'
import { isExample } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'

/** A path that begins with a user's home folder, or with a drive and at least two names. */
const HOME =
  /(?<![\w.~$})\]>*/\\-])(?:[A-Za-z]:)?\/(?:home|Users)\/([^\s/\\"'`()[\],;:|&?#，。；：、）（“”]+)(?:\/[^\s"'`()[\]<>,;|，。；：、）（“”]*)?/g
const DRIVE =
  /(?<![\w\\%$.^])[A-Za-z]:\\{1,2}([\w.() -]{2,40})\\{1,2}([^\s\\/"'`()[\]<>,;|，。；：、）（“”]*)[^\s"'`()[\]<>,;|，。；：、）（“”]*/g

/** Names that stand for anybody's, and the users of standard images. */
const ANYBODY =
  /^(?:[\W_].*|.*[<>{}$%*…].*|\.\.\.|x+|u|me|you|user(?:name)?s?|your[-_]?(?:user)?(?:name)?|my[-_]?(?:user)?(?:name)?|name|someone|somebody|example|alice|bob|foo|bar|test|public|shared|default|runner|node|ubuntu|vscode|app|root|admin|用户名?)$/i

/** Folders that every Windows has. */
const SYSTEM =
  /^(?:windows|program files(?: \(x86\))?|programdata|path|path[-_ ]?to|to|dir|folder|temp|tmp|users|documents and settings)$/i

export default defineRule({
  id: 'hygiene/absolute-path',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  summary: 'No path of its author’s machine is left in a skill.',
  why: 'A path below somebody’s home folder or drive exists on one machine; elsewhere the step fails, or an agent creates the folder. Paths that every system has are fine.',
  source: { url: 'docs/pack-grammar.md#files', level: 'ADVICE', verified: '2026-11' },
  messages: {
    path: {
      text: '“{path}” is a path of one machine.',
      help: 'Write it relative to the project or the skill, or below “~”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/build/SKILL.md': 'Run `#!/usr/bin/env node`, write to `~/.cache/build` and `/tmp/build.log`.\n',
      },
    },
    {
      files: {
        '.claude/skills/build/SKILL.md': 'Read `D:\\work\\maps\\list.md` and /home/jkoski/maps/list.md first.\n',
      },
      reports: ['.claude/skills/build/SKILL.md:1:7 path', '.claude/skills/build/SKILL.md:1:33 path'],
    },
    {
      title: 'In a code block, with doubled backslashes, and on a Mac',
      files: {
        '.claude/skills/build/SKILL.md':
          '```json\n{ "a": "C:\\\\dev\\\\maps\\\\x.json", "b": "/Users/jkoski/x.json" }\n```\n',
      },
      reports: ['.claude/skills/build/SKILL.md:2:9 path', '.claude/skills/build/SKILL.md:2:39 path'],
    },
    {
      title: 'Blocks that show what to write and what not',
      files: {
        '.claude/skills/build/SKILL.md':
          'BAD:\n\n```text\n/home/jkoski/maps/list.md\n```\n\nGOOD:\n\n```text\n/Users/jkoski/maps\n```\n\n```bash\n# ❌ one machine only\ncd /home/jkoski/maps\n```\n\n- ❌ `C:\\dev\\maps\\list.md`\n',
      },
    },
    {
      title: 'Names that stand for anybody’s',
      files: {
        '.claude/skills/build/SKILL.md':
          'Your file is `/home/<user>/x`, `/Users/$USER/x`, `/Users/...`, `/home/user/x`, /home/user. Or `C:\\Users\\you\\x` or `C:\\path\\to\\x`.\n',
      },
    },
    {
      title: 'Classes and escapes of regular expressions, formulas, routes, system folders',
      files: {
        '.claude/skills/build/SKILL.md':
          'Match `[A-Za-z]:\\\\[^\\\\]+\\\\` or `\\d:\\s\\w+`; $f:\\alpha\\to\\beta$; GET api/home/jkoski/x, https://x.example/home/jkoski/x; `C:\\Windows\\System32\\cmd.exe`.\n',
      },
    },
  ],

  check(document, report) {
    const { text } = document
    const tell = (match: RegExpExecArray) => {
      const path = match[0].replace(/[.:!?*_]+$/, '')
      const span = { start: match.index, end: match.index + path.length }
      if (!isExample(document, span.start)) report({ message: 'path', at: span, data: { path: excerpt(path) } })
    }
    for (const match of text.matchAll(HOME)) {
      const user = match[1]!.replace(/[.…!*_]+$/, '')
      if (user && !ANYBODY.test(user)) tell(match)
    }
    for (const match of text.matchAll(DRIVE)) {
      const [, first, second] = match as unknown as [string, string, string]
      const isUser = /^users$/i.test(first) && second !== '' && !ANYBODY.test(second)
      if (isUser || (!SYSTEM.test(first) && !ANYBODY.test(first) && /^\w/.test(second))) tell(match)
    }
  },
})
