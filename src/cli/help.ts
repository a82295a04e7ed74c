/** The help text of `maestro-lint`. A test holds it to the options that are read. */
export const LINT_HELP = `maestro-lint [path…]

Checks multi-agent skill packs: SKILL.md, roles, commands, agents and specs under .claude, .codex, .agy and .agents,
or in any folder of skills. Without a path it looks below the working directory. With files (as pre-commit passes
them) it loads the packs they belong to and reports what concerns these files.

Fixing
  --fix                   apply safe fixes
  --fix-unsafe            apply also those that need an author's eye
  --fix-dry-run           print a unified diff instead of writing (with --fix-unsafe: of all fixes)

Output
  -f, --format FORMAT     pretty, json, sarif, github, markdown (default: pretty; github under GITHUB_ACTIONS)
  -q, --quiet             errors only
  --stats                 print time per phase and rule on stderr

What is checked
  --profile PROFILE       recommended (default), strict, spec (agentskills.io only)
  --rule ID=LEVEL         error, warn, info or off for a rule or a whole group; may be repeated
  --target CLIENT@VERSION client versions that the pack must run on, such as codex@0.171,claude@2.1 (default: newest)
  --baseline FILE         accept the findings listed in FILE, report new ones
  --update-baseline       write today's findings to the baseline (default file: maestro-baseline.json)
  --max-warnings N        exit 1 when there are more than N warnings
  --stdin-filename FILE   read FILE's text from stdin; with --fix the repaired text goes to stdout
  -c, --config FILE       configuration (default: maestro.config.ts in this folder or one above)
  --no-config             run without a configuration, execute nothing
  --no-cache              keep nothing between runs

About the rules
  --explain RULE          print a rule's page
  --list-rules            print all rules
  -h, --help              print this
  -v, --version           print the version

Exit codes: 0 clean, 1 findings at error level (or too many warnings), 2 could not run or could not write a file.
`

/** The help text of `maestro-pack`. */
export function packHelp(commands: Readonly<Record<string, { summary: string }>>): string {
  const width = Math.max(...Object.keys(commands).map(name => name.length))
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}\n`)
  return `maestro-pack <command> [options]

The compiler for multi-agent skill packs: one source per skill becomes bundles for Claude Code, Codex CLI and
Antigravity. See maestro-pack <command> --help.

${lines.join('')}
  -h, --help     print this
  -v, --version  print the version

Exit codes: 0 done, 1 something is wrong with the pack or differs, 2 could not run.
`
}
