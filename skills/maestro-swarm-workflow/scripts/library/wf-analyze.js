const parse = text => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

const ANGLES = {
  structure: 'modules, their borders, who depends on whom',
  behaviour: 'what happens at run time, in which order, and where it can fail',
  tests: 'what is tested, what is not, how tests are run',
  risks: 'what a change would break, what is unclear, what blocks work',
}

module.exports = {
  meta: {
    name: 'wf-analyze',
    title: 'Fan out, refute, conclude',
    when: 'a question about a code base needs several angles and claims that hold',
    keywords: ['analyze', 'understand', 'investigate', 'why', 'root cause', '分析', '调查'],
    args: {
      topic: { required: true, about: 'the question', example: 'How are sessions stored?' },
      scope: { about: 'folders or files to look at' },
      angles: { about: 'list of angles instead of the four built in' },
    },
    example: { explorer: { data: '[{"claim":"It is cached","evidence":"src/a.ts:1"}]' }, skeptic: { verdict: 'pass' } },
  },
  next({ args, rows, round }) {
    const scope = args.scope ? ` Look at ${args.scope}.` : ''
    if (round === 0) {
      const angles = args.angles?.length ? args.angles : Object.keys(ANGLES)
      return {
        rows: angles.map((angle, i) => ({
          id: `explore-${i + 1}`,
          title: `Explore: ${angle}`,
          role: 'explorer',
          task: `Question: ${args.topic}.${scope} Your angle: ${angle}${ANGLES[angle] ? ` (${ANGLES[angle]})` : ''}. data: a JSON list of { "claim", "evidence" }, at most 8; evidence is file:line.`,
        })),
      }
    }
    const explored = rows.filter(row => row.role === 'explorer')
    const claims = explored.flatMap(row => {
      const list = parse(row.data)
      return Array.isArray(list) ? list.slice(0, 8).map(claim => ({ ...claim, by: row.id })) : []
    })
    const skeptics = rows.filter(row => row.role === 'skeptic')
    if (skeptics.length === 0 && round === 1 && claims.length > 0)
      return {
        rows: claims.slice(0, 24).map((claim, i) => ({
          id: `refute-${i + 1}`,
          title: `Refute claim ${i + 1} of ${claim.by}`,
          role: 'skeptic',
          task: `Try to refute this claim by reading what it cites and what it leaves out: ${claim.claim} (${claim.evidence}). verdict: pass when it withstands, fail when it does not, unsure otherwise.`,
        })),
      }
    const judged = claims.slice(0, 24).map((claim, i) => ({ ...claim, verdict: skeptics[i]?.verdict || 'unsure' }))
    if (!rows.some(row => row.role === 'synthesizer'))
      return {
        rows: [
          {
            id: 'conclude',
            title: 'Conclude',
            role: 'synthesizer',
            context_from: explored.map(row => row.id),
            task: `Answer: ${args.topic}. Claims with the verdicts of independent skeptics: ${JSON.stringify(judged)}. Build on pass only; name unsure as open and fail as refuted. data: { "answer", "decisions": [], "open": [] }.`,
          },
        ],
      }
    const last = rows.find(row => row.role === 'synthesizer')
    const result = { answer: last.findings, details: parse(last.data), claims: judged }
    const lines = judged.map(claim => `- [${claim.verdict}] ${claim.claim} (${claim.evidence})`)
    return {
      done: true,
      summary: last.findings,
      result,
      files: { 'context.md': `# ${args.topic}\n\n${last.findings}\n\n## Claims\n\n${lines.join('\n')}\n` },
    }
  },
}
