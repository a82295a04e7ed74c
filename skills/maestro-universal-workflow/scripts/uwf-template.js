// A pattern to start from: work items side by side, every answer contested, another round for what did not hold, then one conclusion.
const MAX_ROUNDS = 3
const VOTES = { quick: 1, standard: 3, deep: 5 }

const parse = text => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

module.exports = {
  meta: {
    name: 'uwf-template',
    title: 'Items, votes, rounds until it holds',
    when: 'work falls into parts whose answers can be contested',
    keywords: ['template'],
    args: {
      goal: { required: true, about: 'what is to be known at the end', example: 'Which endpoints lack a check?' },
      items: { required: true, about: 'list of parts, each { "id", "task" }', example: [{ id: 'login', task: 'Read src/login' }] },
      depth: { about: 'quick, standard or deep', example: 'standard' },
    },
    example: { worker: { data: '{"answer":"none"}' }, critic: { verdict: 'pass', confidence: '80' } },
  },
  next({ args, rows }) {
    const votes = VOTES[args.depth] ?? VOTES.standard
    const numbered = (role, prefix) =>
      rows.filter(row => row.role === role && row.id.startsWith(prefix) && /^\d+$/.test(row.id.slice(prefix.length)))
    const attempts = item => numbered('worker', `work.${item.id}.`)
    const criticsOf = work => numbered('critic', `vote.${work.id}.`)
    const state = args.items.map(item => {
      const tries = attempts(item)
      const work = tries[tries.length - 1]
      const critics = work ? criticsOf(work) : []
      const pass = critics.filter(row => row.verdict === 'pass').length
      return { item, work, tries: tries.length, critics, pass, holds: critics.length > 0 && pass * 2 > critics.length }
    })

    // 1. Answers that nobody has contested yet.
    const fresh = state.filter(({ work, critics }) => work?.status === 'completed' && critics.length === 0)
    if (fresh.length > 0)
      return {
        rows: fresh.flatMap(({ item, work }) =>
          Array.from({ length: votes }, (_, i) => ({
            id: `vote.${work.id}.${i + 1}`,
            title: `Vote ${i + 1} on ${item.id}`,
            role: 'critic',
            context_from: [work.id],
            task: `Goal: ${args.goal}. Try to refute the answer you are given; read what it cites. verdict: pass when it withstands, else fail or unsure; confidence 0 to 100; findings: what is wrong.`,
          })),
        ),
      }

    // 2. Items without an answer that holds, as long as rounds are left.
    const open = state.filter(({ holds, tries }) => !holds && tries < MAX_ROUNDS)
    if (open.length > 0)
      return {
        rows: open.map(({ item, tries, critics }) => ({
          id: `work.${item.id}.${tries + 1}`,
          title: `Work on ${item.id}, round ${tries + 1}`,
          role: 'worker',
          context_from: critics.map(row => row.id),
          task: `Goal: ${args.goal}. Your part: ${item.task}. data: { "answer": text }.${tries > 0 ? ' An earlier answer did not hold; its critics are in your context.' : ''}`,
        })),
      }

    // 3. One conclusion from what holds.
    const conclusion = rows.find(row => row.id === 'conclude')
    if (!conclusion)
      return {
        rows: [
          {
            id: 'conclude',
            title: 'Conclude',
            role: 'synthesizer',
            context_from: state.filter(({ holds }) => holds).map(({ work }) => work.id),
            task: `Goal: ${args.goal}. Conclude from the answers that you are given; name as open: ${
              state
                .filter(({ holds }) => !holds)
                .map(({ item }) => item.id)
                .join(', ') || 'nothing'
            }.`,
          },
        ],
      }
    const marks = state.flatMap(({ critics }) => critics.map(row => Number(row.confidence)).filter(mark => mark > 0))
    const confidence = marks.length ? Math.round(marks.reduce((sum, mark) => sum + mark, 0) / marks.length) : 0
    const items = state.map(({ item, work, holds, pass, critics, tries }) => ({
      id: item.id,
      holds,
      votes: `${pass}/${critics.length}`,
      rounds: tries,
      answer: parse(work?.data)?.answer ?? work?.findings ?? '',
    }))
    const lines = items.map(item => `| ${item.id} | ${item.holds ? 'yes' : 'no'} | ${item.votes} | ${item.rounds} | ${item.answer} |`)
    return {
      done: true,
      summary: conclusion.findings,
      result: { confidence, converged: items.every(item => item.holds), items },
      files: {
        'report.md': `# ${args.goal}\n\n${conclusion.findings}\n\n| part | holds | votes | rounds | answer |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
      },
    }
  },
}
