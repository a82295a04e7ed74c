import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { isChinese, withBlock } from '../../model/contract/place.ts'
import { terminationContract } from '../../model/contract/scaffold.ts'
import { companionsOf } from '../../model/contract/scope.ts'
import { fansOut } from '../../model/contract/spawn.ts'
import { formerStatusesOf, statusFieldsOf } from '../../model/contract/statuses.ts'
import { isDelegating } from '../../model/sections.ts'

/** What a schema that is still to be written allows. */
const STATUSES = ['completed', 'failed', 'blocked']

export default defineRule({
  id: 'termination/missing',
  scope: 'skill',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill'],
  platforms: ['codex', 'agents'],
  fixable: 'unsafe',
  summary: 'A skill that starts workers from a CSV tells them how to end.',
  why: 'A worker that ends without calling report_agent_job_result counts as failed whatever it has done, and one that does not know when to stop runs until it is killed. Nothing in the tool tells workers so; the instruction has to.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'MUST', verified: '2026-10' },
  messages: {
    missing: {
      text: 'The skill starts workers here, and no file of it says how a worker reports and ends.',
      help: 'Add a termination contract to every instruction: what to report on success, failure and timeout, and what a worker never does.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart readers with spawn_agents_on_csv.\n\n```\nCall report_agent_job_result exactly once.\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n<execution>\n\n1. Start readers via spawn_agents_on_csv (3 at a time).\n2. Merge.\n\n</execution>\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:5:22 missing'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n<execution>\n\n1. Start readers via spawn_agents_on_csv (3 at a time).\n2. Merge.\n\n**Termination contract** (part of every worker’s instruction):\n\n```\nWhatever happens, call report_agent_job_result exactly once, as your last act.\n- Success → the task is done and checked: result_status=completed\n- Failure → an error that you cannot repair: result_status=failed, error says what happened\n- Blocked → an input is missing or contradicts itself: result_status=blocked, error names it\n- Timeout → little time is left: stop, result_status=failed, error="timeout"\n- Never go on forever: where nothing moves any more, report what you have.\n- Never end silently: a run that reports nothing counts as lost.\n- Never skip the report, however little there is to say.\n- Never modify tasks.csv, wave-*.csv or results.csv: they are the coordinator’s.\n- Never start further agents: you are the last level.\n```\n\n</execution>\n',
      },
    },
    {
      title: 'Chinese, with the statuses of its schema, at the end of a file with CR LF',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# 调查\r\n\r\n并行启动：`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [done|error] } })`，然后合并结果。\r\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:7 missing'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '# 调查\r\n\r\n并行启动：`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [done|error] } })`，然后合并结果。\r\n\r\n**终止契约**（写进每个 worker 的指令）：\r\n\r\n```\r\n无论如何，最后一步调用 report_agent_job_result，恰好一次。\r\n- 成功 → 任务完成并已检查：result_status=done\r\n- 失败 → 出现无法修复的错误：result_status=error，error 写明原因\r\n- 超时 → 时间将尽：停止，result_status=error，error="timeout"\r\n- 禁止无限循环：没有进展就上报已有结果。\r\n- 禁止静默退出：没有结果的运行等于丢失。\r\n- 不得跳过上报，结果再少也要上报。\r\n- 不得修改 tasks.csv、wave-*.csv、results.csv：由协调者维护。\r\n- 不得递归：不再启动其他 worker。\r\n```\r\n',
      },
    },
    {
      title:
        'The contract stands in an instruction or a role; mentions that start nobody; a workflow that holds it all',
      files: {
        '.codex/skills/a/SKILL.md': 'Readers are started with spawn_agents_on_csv.\n',
        '.codex/skills/a/instructions/reader.md': 'Call report_agent_job_result exactly once.\n',
        '.codex/skills/b/SKILL.md':
          '```\nReport with report_agent_job_result. Do NOT call spawn_agents_on_csv (no recursion).\n```\n',
        '.codex/skills/c/SKILL.md':
          '---\nname: c\ndescription: Reads.\nallowed-tools: spawn_agents_on_csv\n---\n\nOne wave of `spawn_agents_on_csv({ max_runtime_seconds: 3600, ... })` at most. NEVER use spawn_agents_on_csv for one row.\n',
        '.codex/skills/d/SKILL.md': "Follow '~/.maestro/workflows/d.md' completely: waves via spawn_agents_on_csv.\n",
        '.codex/tools.md': '# spawn_agents_on_csv\n\n`spawn_agents_on_csv({ csv_path, instruction })`\n',
      },
    },
  ],

  check({ entry }, report) {
    const files = companionsOf(entry)
    const user = files.find(file => fansOut(contractsOf(file).uses))
    if (!user) return
    const tells = (file: typeof entry) => file.text.indexOf('report_agent_job_result', file.meta.span.end) >= 0
    if (files.some(file => tells(file) || contractsOf(file).terminations.length)) return
    const use = fansOut(contractsOf(user).uses)!
    if (use.form === 'prose' && isDelegating(user)) return
    const statuses = statusFieldsOf(user).flatMap(({ field }) => field.values.map(({ value }) => value))
    const chinese = isChinese(user)
    const title = chinese
      ? '**终止契约**（写进每个 worker 的指令）：'
      : '**Termination contract** (part of every worker’s instruction):'
    const former = formerStatusesOf(user)
    const known = statuses.length ? statuses : former.length ? former : STATUSES
    const lines = terminationContract(known, chinese)
    const edit = withBlock(user, use.whole.end, [title, '', '```', ...lines, '```'])
    const fix = { title: 'Add a termination contract', safe: false, edits: [edit] }
    report({ message: 'missing', in: user, at: use.span, fix })
  },
})
