const parse = text => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

const DIMENSIONS = {
  correctness: 'wrong results, broken edge cases, errors that are swallowed',
  security: 'input that is trusted, secrets, permissions',
  performance: 'work that grows with the data, needless waiting',
  maintenance: 'duplication, names, missing tests',
}

module.exports = {
  meta: {
    name: 'wf-review',
    title: 'Review in dimensions, each finding checked by three votes',
    when: 'code or a document is to be reviewed and false alarms cost time',
    keywords: ['review', 'audit code', 'check', 'bugs', 'security', '审查', '代码评审'],
    args: {
      target: { required: true, about: 'files, a folder, or a range of commits', example: 'src/login' },
      dimensions: { about: 'list of dimensions instead of the four built in' },
    },
    example: {
      reviewer: { data: '[{"what":"Off by one","where":"src/a.ts:9","severity":"major"}]' },
      voter: { verdict: 'pass' },
    },
  },
  next({ args, rows }) {
    const reviewers = rows.filter(row => row.role === 'reviewer')
    const voters = rows.filter(row => row.role === 'voter')
    if (reviewers.length === 0)
      return {
        rows: (args.dimensions?.length ? args.dimensions : Object.keys(DIMENSIONS)).map((dimension, i) => ({
          id: `review-${i + 1}`,
          title: `Review: ${dimension}`,
          role: 'reviewer',
          task: `Review ${args.target} for ${dimension}${DIMENSIONS[dimension] ? ` (${DIMENSIONS[dimension]})` : ''} only. data: a JSON list of { "what", "where", "severity" }, at most 8; where is file:line, severity critical, major or minor.`,
        })),
      }
    const findings = reviewers
      .flatMap(row => {
        const list = parse(row.data)
        return Array.isArray(list) ? list.slice(0, 8) : []
      })
      .slice(0, 30)
    if (voters.length === 0 && findings.length > 0)
      return {
        rows: findings.flatMap((finding, i) =>
          [1, 2, 3].map(n => ({
            id: `vote-${i + 1}-${n}`,
            title: `Vote ${n} on finding ${i + 1}`,
            role: 'voter',
            task: `Is this a real fault? ${finding.what} at ${finding.where}. Read the place and what calls it. verdict: pass when it is real, fail when it is not, unsure when the code does not tell.`,
          })),
        ),
      }
    const judged = findings.map((finding, i) => {
      const votes = voters.filter(row => row.id.startsWith(`vote-${i + 1}-`))
      const real = votes.filter(row => row.verdict === 'pass').length
      return { ...finding, votes: `${real}/${votes.length}`, confirmed: real >= 2 }
    })
    const confirmed = judged.filter(finding => finding.confirmed)
    const line = finding => `- [${finding.severity}] ${finding.what} (${finding.where}; ${finding.votes} votes)`
    return {
      done: true,
      summary: `${confirmed.length} of ${judged.length} findings are confirmed.`,
      result: { findings: judged, unreviewed: reviewers.filter(row => row.status !== 'completed').map(row => row.title) },
      files: {
        'review.md': `# Review of ${args.target}\n\n## Confirmed\n\n${confirmed.map(line).join('\n') || 'None.'}\n\n## Not confirmed\n\n${
          judged
            .filter(finding => !finding.confirmed)
            .map(line)
            .join('\n') || 'None.'
        }\n`,
      },
    }
  },
}
