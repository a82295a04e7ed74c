const parse = text => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

const VIEWS = ['user', 'maintainer', 'operator', 'skeptic']

module.exports = {
  meta: {
    name: 'wf-brainstorm',
    title: 'Ideas from several views, then a vote',
    when: 'there are many ways to go and none is chosen yet',
    keywords: ['brainstorm', 'ideas', 'options', 'alternatives', 'design', '头脑风暴', '方案'],
    args: {
      topic: { required: true, about: 'what ideas are wanted for', example: 'Offline mode' },
      views: { about: 'list of views instead of user, maintainer, operator, skeptic' },
      voters: { about: 'how many judges vote, 3 by default, 7 at most' },
    },
    example: {
      thinker: { data: '[{"idea":"Sync on start","why":"simple"}]' },
      judge: { data: '{"1":8,"2":5,"3":4,"4":3}' },
    },
  },
  next({ args, rows }) {
    const thinkers = rows.filter(row => row.role === 'thinker')
    const judges = rows.filter(row => row.role === 'judge')
    if (thinkers.length === 0)
      return {
        rows: (args.views?.length ? args.views : VIEWS).map((view, i) => ({
          id: `idea-${i + 1}`,
          title: `Ideas of the ${view}`,
          role: 'thinker',
          task: `Find ideas for: ${args.topic}. You take the view of the ${view}. data: a JSON list of { "idea", "why" }, 2 to 4 of them, each different in kind.`,
        })),
      }
    const ideas = thinkers.flatMap(row => {
      const list = parse(row.data)
      return Array.isArray(list) ? list.slice(0, 4).map(idea => ({ ...idea, by: row.id })) : []
    })
    const numbered = ideas.map((idea, i) => `${i + 1}. ${idea.idea} (${idea.why})`).join(' ')
    if (judges.length === 0 && ideas.length > 0)
      return {
        rows: Array.from({ length: Math.min(7, Math.max(1, Number(args.voters) || 3)) }, (_, i) => ({
          id: `vote-${i + 1}`,
          title: `Vote ${i + 1}`,
          role: 'judge',
          task: `Judge ideas for: ${args.topic}. Ideas: ${numbered} Give each a mark from 0 to 10 for benefit against cost, on your own. data: a JSON object from number to mark.`,
        })),
      }
    const marks = judges.map(row => parse(row.data)).filter(vote => vote && typeof vote === 'object')
    const ranking = ideas
      .map((idea, i) => {
        const given = marks.map(vote => Number(vote[i + 1])).filter(mark => mark >= 0 && mark <= 10)
        const score = given.length ? given.reduce((sum, mark) => sum + mark, 0) / given.length : 0
        const spread = given.length ? Math.max(...given) - Math.min(...given) : 0
        return { ...idea, score: Math.round(score * 10) / 10, spread, votes: given.length }
      })
      .sort((a, b) => b.score - a.score)
    const lines = ranking.map(idea => `| ${idea.score} | ${idea.spread} | ${idea.votes} | ${idea.idea} | ${idea.why} |`)
    return {
      done: true,
      summary: ranking[0] ? `First of ${ranking.length}: ${ranking[0].idea}` : 'No idea came back.',
      result: { ranking },
      files: {
        'ideas.md': `# ${args.topic}\n\n| score | spread | votes | idea | why |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
      },
    }
  },
}
