const parse = text => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

const MAX_REVISIONS = 2

module.exports = {
  meta: {
    name: 'wf-plan',
    title: 'Explore, draft rival plans, pick, check until it holds',
    when: 'work is understood and is to be cut into tasks',
    keywords: ['plan', 'tasks', 'break down', 'gaps', '规划', '计划', '拆解'],
    args: {
      context_dir: { about: 'folder of an analysis', example: '.workflow/scratch/20261130-swarm-wf-analyze-login' },
      from: { about: 'a document to plan from' },
      phase: { about: 'phase of the roadmap' },
      scope: { about: 'what to plan, in words' },
      specs: { about: 'conventions, as text' },
      gaps: { about: 'gaps of an audit or a test run that the plan has to close' },
      quick: { about: 'true: one draft, no exploration' },
    },
    example: {
      planner: {
        data: '{"tasks":[{"id":"TASK-001","title":"Parser","action":"Write it","read_first":["a.ts"],"criteria":["grep parse a.ts"],"deps":[],"files":["a.ts"]}]}',
      },
      checker: { verdict: 'pass' },
    },
  },
  next({ args, rows }) {
    if (!['scope', 'phase', 'from', 'context_dir', 'gaps'].some(name => args[name]))
      throw new Error('one of scope, phase, from, context_dir, gaps is needed')
    const about = ['scope', 'phase', 'from', 'context_dir', 'gaps', 'specs']
      .filter(name => args[name])
      .map(name => `${name}: ${typeof args[name] === 'string' ? args[name] : JSON.stringify(args[name])}.`)
      .join(' ')
    const of = role => rows.filter(row => row.role === role)
    const shape =
      'data: { "tasks": [{ "id": "TASK-001", "title", "action", "read_first": [files], "criteria": [checks that a command can make], "deps": [ids], "files": [files] }] }'
    if (!args.quick && of('explorer').length === 0)
      return {
        rows: ['architecture', 'patterns', 'tests', 'risks'].map(angle => ({
          id: `explore-${angle}`,
          title: `Explore: ${angle}`,
          role: 'explorer',
          task: `Prepare a plan. ${about} Report what a planner must know about ${angle}, each with file:line.`,
        })),
      }
    const plans = of('planner')
    const explored = of('explorer').map(row => row.id)
    if (plans.length === 0)
      return {
        rows: (args.quick ? ['smallest'] : ['smallest', 'safest']).map(style => ({
          id: `draft-${style}`,
          title: `Draft: the ${style} plan`,
          role: 'planner',
          context_from: explored,
          task: `Write the ${style} plan that reaches the goal. ${about} ${shape}`,
        })),
      }
    const checks = of('checker')
    const unchecked = plans.filter(row => !checks.some(check => check.title === `Check ${row.id}`))
    if (unchecked.length > 0)
      return {
        rows: unchecked.map(row => ({
          id: `check-${row.id}`,
          title: `Check ${row.id}`,
          role: 'checker',
          context_from: [row.id],
          task: `Check this plan against the goal. ${about} Plan: ${row.data} Coverage, order of tasks, criteria that a command can check, the hardest task thought through. verdict: pass or fail; confidence 0 to 100; findings: every gap.`,
        })),
      }
    const usable = plans.filter(row => Array.isArray(parse(row.data)?.tasks) && parse(row.data).tasks.length > 0)
    const rated = usable.map(row => {
      const check = checks.find(c => c.title === `Check ${row.id}`)
      return { row, pass: check?.verdict === 'pass', confidence: Number(check?.confidence) || 0, gaps: check?.findings ?? '' }
    })
    const best = rated.sort((a, b) => Number(b.pass) - Number(a.pass) || b.confidence - a.confidence)[0]
    const revisions = plans.filter(row => row.id.startsWith('revise-')).length
    if (best && !best.pass && revisions < MAX_REVISIONS)
      return {
        rows: [
          {
            id: `revise-${revisions + 1}`,
            title: `Revision ${revisions + 1}`,
            role: 'planner',
            context_from: explored,
            task: `Mend this plan: ${best.row.data} Gaps to close: ${best.gaps} ${about} ${shape}`,
          },
        ],
      }
    const tasks = best ? parse(best.row.data).tasks : []
    const files = {}
    const entries = tasks.map((task, i) => ({ ...task, id: /^TASK-\d+$/.test(task.id) ? task.id : `TASK-${String(i + 1).padStart(3, '0')}` }))
    for (const task of entries) files[`.task/${task.id}.json`] = `${JSON.stringify(task, null, 2)}\n`
    const plan = { source: 'wf-plan', verdict: best?.pass ? 'pass' : 'fail', gaps: best?.pass ? '' : (best?.gaps ?? 'no plan'), tasks: entries.map(({ id, title, deps }) => ({ id, title, deps: deps ?? [] })) }
    return {
      done: true,
      summary: `${entries.length} tasks; ${best?.pass ? 'the check passed' : 'the check has NOT passed'}.`,
      result: plan,
      files: { ...files, 'plan.json': `${JSON.stringify(plan, null, 2)}\n` },
    }
  },
}
