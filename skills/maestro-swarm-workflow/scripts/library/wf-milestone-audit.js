const VIEWS = {
  coverage: 'every phase of the milestone has artifacts that are sealed, and every requirement is met by one of them',
  integration: 'what the phases built fits together: interfaces, data, order of calls',
  quality: 'tests run and pass, known issues are closed or accepted',
}

module.exports = {
  meta: {
    name: 'wf-milestone-audit',
    title: 'Three auditors, a devil’s advocate each, one verdict',
    when: 'a milestone may be finished and somebody has to say so',
    keywords: ['milestone', 'audit', 'release', 'done', '里程碑', '审计', '验收'],
    args: {
      milestone: { about: 'id of the milestone; the current one by default', example: 'M1' },
      is_adhoc: { about: 'true: work outside the roadmap' },
    },
    example: { auditor: { verdict: 'pass' }, advocate: { verdict: 'pass' } },
  },
  next({ args, rows }) {
    const subject = args.is_adhoc ? 'the work outside the roadmap' : args.milestone ? `milestone ${args.milestone}` : 'the current milestone of .workflow/state.json'
    const auditors = rows.filter(row => row.role === 'auditor')
    if (auditors.length === 0)
      return {
        rows: Object.entries(VIEWS).map(([view, holds]) => ({
          id: `audit-${view}`,
          title: `Audit: ${view}`,
          role: 'auditor',
          task: `Audit ${subject}. It passes when ${holds}. Read .workflow/state.json, .workflow/roadmap.md and what they name. verdict: pass, fail or unsure; findings: each gap with its file.`,
        })),
      }
    const advocates = rows.filter(row => row.role === 'advocate')
    if (advocates.length === 0)
      return {
        rows: auditors.map(row => ({
          id: `contest-${row.id}`,
          title: `Contest ${row.id}`,
          role: 'advocate',
          context_from: [row.id],
          task: `An auditor of ${subject} says ${row.verdict || 'nothing'}: ${row.findings}. Argue the opposite from the files. verdict: pass when the auditor's word stands, fail when it does not.`,
        })),
      }
    const views = auditors.map(row => {
      const contest = advocates.find(a => a.id === `contest-${row.id}`)
      const stands = contest?.verdict === 'pass'
      const verdict = stands && (row.verdict === 'pass' || row.verdict === 'fail') ? row.verdict : 'unsure'
      return { view: row.id.slice('audit-'.length), verdict, findings: row.findings, contested: stands ? '' : (contest?.findings ?? '') }
    })
    const verdict = views.some(view => view.verdict === 'fail') ? 'fail' : views.every(view => view.verdict === 'pass') ? 'pass' : 'unsure'
    const lines = views.map(view => `## ${view.view}: ${view.verdict}\n\n${view.findings}\n${view.contested ? `\nContested: ${view.contested}\n` : ''}`)
    return {
      done: true,
      summary: `Verdict ${verdict} on ${subject}.`,
      result: { verdict, views },
      files: { 'audit-report.md': `# Audit of ${subject}: ${verdict}\n\n${lines.join('\n')}` },
    }
  },
}
