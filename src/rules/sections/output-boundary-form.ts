import { defineRule } from '../../core/rule.ts'
import { boundaryOf } from '../../model/output-boundary.ts'

const NOTHING =
  /\bread[- ]only\b|\b(?:writes?|wrote|creates?|touch(?:es)?|modif(?:y|ies)) (?:no|zero) (?:\w+ )?files?\b|\bno (?:\w+ )?files? (?:is|are|gets?)? ?(?:ever )?(?:written|created|modified|changed)\b|\b(?:does not|doesn['’]t|do not|never|not) writes?\b|\bwrites nothing\b|\bno (?:file )?writes?\b|\bwithout writing\b|只读|(?:不|无|没有|禁止|从不|绝不)(?:会|得|直接)?(?:写入?|产生|生成|创建|修改)(?:任何|其他|其它)?(?:项目|源码|源代码|代码)?(?:文件|内容)?|无(?:任何)?(?:文件)?(?:写入|写操作)/i

const TARGET =
  /\b(?:must|may|shall|can|will|are|is|writes?|outputs?)\b(?:[^.。]|\.(?=\S)){0,120}\b(?:targets?|only|go(?:es)? to|land|stay|limited|restricted|confined|inside|within|under|written to)\b|\bonly (?:ever )?(?:writes?|creates?|modif(?:y|ies)|touch(?:es)?)\b|\bwrites? (?:only )?(?:(?:in)?to\b|[\w~{<$./-]*[./][\w-])|\b(?:is|are) (?:only )?written\b|(?:仅|只|必须|限|全部|所有)[^。；]{0,40}(?:写|输出|修改|生成|落|目标|位于)|(?:写入|输出|修改)[^。；]{0,20}(?:仅|只|限|必须)/i

const FORBID =
  /\bnever\b|\bmust not\b|\bmay not\b|\b(?:do|does|shall|will) not\b|\bno (?:other|\w+ )?(?:files?|paths?|folders?|writes?)\b|\bnothing else\b|\bonly\b|\bexclusively\b|\bforbidden\b|\bprohibited\b|\boff[- ]limits\b|禁止|不得|绝不|严禁|不可|不能|不允许|不会?(?:修改|写|碰|触)|切勿|仅|只/i

export default defineRule({
  id: 'sections/output-boundary-form',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'An output boundary names what may be written and what never is.',
  why: 'A boundary with one half is no boundary: a list of targets does not forbid the rest, and “never the sources” does not say where results go.',
  source: { url: 'docs/pack-grammar.md#output-boundary', level: 'ADVICE', verified: '2026-11' },
  messages: {
    target: {
      text: 'The output boundary does not say where files may be written.',
      help: 'Write “ALL file writes MUST target `PATH`”, or say that the skill writes no files.',
    },
    forbidden: {
      text: 'The output boundary does not say what is never written.',
      help: 'Add “NEVER modify …” with what lies outside.',
    },
    vague: {
      text: 'The output boundary names neither what may be written nor what is never written.',
      help: 'Write “ALL file writes MUST target `PATH`. NEVER modify …”, or say that the skill writes no files.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md':
          '**Output boundary**: ALL file writes MUST target `plans/` and\n`state.json`. NEVER modify source code.\n',
      },
    },
    {
      files: { '.claude/commands/plan.md': '**Output boundary**: NEVER modify source code.\n' },
      reports: ['.claude/commands/plan.md:1:1 target'],
    },
    {
      files: { '.claude/commands/plan.md': '**Output boundary**: ALL file writes MUST target `plans/`.\n' },
      reports: ['.claude/commands/plan.md:1:1 forbidden'],
    },
    {
      files: { '.claude/commands/plan.md': '1. **Output boundary** — see the workflow.\n' },
      reports: ['.claude/commands/plan.md:1:4 vague'],
    },
    {
      title: 'Saying plainly that nothing is written is enough',
      files: {
        '.claude/commands/status.md': '**Output boundary**: Read-only, no files are written.\n',
        '.claude/commands/draft.md': '**Output boundary**: writes `drafts/next.md` only; NEVER the sources.\n',
        '.claude/commands/help.md': '**Output boundary**: this command writes NO files.\n',
      },
    },
    {
      title: 'In Chinese',
      files: {
        '.codex/skills/plan/SKILL.md': '**Output boundary**：仅写入 `plans/` 目录。\n',
        '.codex/skills/audit/SKILL.md': '**输出边界**：所有文件必须写入 `reports/`，禁止修改源码。\n',
        '.codex/skills/show/SKILL.md': '**输出边界**（强制）：只读，不写任何文件\n',
      },
    },
    {
      title: 'The targets as a list',
      files: {
        '.claude/commands/plan.md':
          '**Output boundary**: file writes MUST stay within\n\n- `plans/`\n- `state.json`\n\nNEVER anywhere else.\n',
        '.claude/commands/roadmap.md': '**Output boundary**:\n\n- files are written to `roadmap/` only\n',
      },
      reports: ['.claude/commands/plan.md:1:1 forbidden'],
    },
  ],

  check(document, report) {
    const boundary = boundaryOf(document)
    if (!boundary || NOTHING.test(boundary.words)) return
    const hasTarget = TARGET.test(boundary.words)
    const forbids = FORBID.test(boundary.words)
    if (hasTarget && forbids) return
    report({ message: hasTarget ? 'forbidden' : forbids ? 'target' : 'vague', at: boundary.label })
  },
})
