const id = task => String(task.id).replace(/[^\w.-]/g, '-')

module.exports = {
  meta: {
    name: 'wf-execute',
    title: 'Carry out a plan in order of its dependencies, verify, mend once',
    when: 'a plan with tasks is there and is to be carried out',
    keywords: ['execute', 'implement', 'build', 'carry out', '执行', '实现'],
    args: {
      plan_dir: { required: true, about: 'folder with plan.json and .task/', example: '.workflow/scratch/plan' },
      tasks: {
        required: true,
        about: 'the tasks of .task/*.json, as a list; read by the skill',
        example: [
          { id: 'TASK-001', title: 'Parser', action: 'Write it', files: ['a.ts'] },
          { id: 'TASK-002', title: 'Printer', action: 'Write it', deps: ['TASK-001'], files: ['b.ts'] },
        ],
      },
      specs: { about: 'conventions, as text' },
      codebase_context: { about: 'what is known of the code base, as text' },
      wiki_context: { about: 'knowledge that applies, as text' },
      auto_commit: { about: 'true: one commit per task' },
    },
    example: { verifier: { verdict: 'pass' } },
  },
  next({ args, rows, round }) {
    const tasks = args.tasks.map(task => ({ ...task, id: id(task), deps: (task.deps ?? []).map(dep => id({ id: dep })) }))
    const row = name => rows.find(r => r.id === name)
    const last = task => row(`mend-${task.id}`) ?? row(`do-${task.id}`)
    const verdict = task => (row(`verify-mend-${task.id}`) ?? row(`verify-do-${task.id}`))?.verdict
    const extra = ['specs', 'codebase_context', 'wiki_context']
      .filter(name => args[name])
      .map(name => `${name}: ${args[name]}`)
      .join('\n')
    const order = (task, what, prefix) => ({
      id: `${prefix}-${task.id}`,
      title: `${what} ${task.title}`,
      kind: 'write',
      role: 'implementer',
      context_from: task.deps.map(dep => last({ id: dep })?.id).filter(Boolean),
      task: `${JSON.stringify(task)}\nChange only the files of the task. Run its criteria. ${args.auto_commit ? 'Commit when they hold, these files only.' : 'Do not commit.'}\n${extra}`,
    })
    const written = rows.filter(r => r.kind === 'write' && r.status === 'completed')
    const unverified = written.filter(r => !row(`verify-${r.id}`))
    if (unverified.length > 0)
      return {
        rows: unverified.map(r => ({
          id: `verify-${r.id}`,
          title: `Verify ${r.id}`,
          role: 'verifier',
          context_from: [r.id],
          task: `Verify what this task left behind: ${r.task} verdict: pass when every criterion holds, fail otherwise; findings: what is missing.`,
        })),
      }
    const mend = tasks.filter(task => verdict(task) === 'fail' && !row(`mend-${task.id}`))
    const ready = tasks.filter(task => !row(`do-${task.id}`) && task.deps.every(dep => verdict({ id: dep }) === 'pass'))
    // Two tasks that name the same file never run side by side.
    const taken = new Set()
    const apart = task => {
      const files = task.files?.length ? task.files : ['*']
      if (taken.has('*') || (files.includes('*') && taken.size > 0) || files.some(file => taken.has(file))) return false
      for (const file of files) taken.add(file)
      return true
    }
    const batch = [
      ...mend.filter(apart).map(task => {
        const again = order(task, 'Mend', 'mend')
        return { ...again, task: `${again.task}\nA check found: ${row(`verify-do-${task.id}`).findings}` }
      }),
      ...ready.filter(apart).map(task => order(task, 'Do', 'do')),
    ]
    if (batch.length > 0 && round < 29) return { rows: batch }
    const passed = tasks.filter(task => verdict(task) === 'pass')
    const open = tasks
      .filter(task => verdict(task) !== 'pass')
      .map(task => ({ id: task.id, why: last(task) ? last(task).error || `verdict ${verdict(task) || 'none'}` : 'not started: a dependency did not pass' }))
    return {
      done: true,
      summary: `${passed.length} of ${tasks.length} tasks are done and verified.`,
      result: { passed: passed.map(task => task.id), open },
      files: {
        'summary.md': `# Execution of ${args.plan_dir}\n\n${passed.map(task => `- [x] ${task.id} ${task.title}`).join('\n')}\n${open.map(task => `- [ ] ${task.id}: ${task.why}`).join('\n')}\n`,
      },
    }
  },
}
