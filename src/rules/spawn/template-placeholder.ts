import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { type Instruction, instructionsOf } from '../../model/contract/instruction.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

/** `{name}`, `{ name }` and `{{{name}}}`; neither `{{name}}`, which is text, nor `${name}`, which code fills in. */
const HOLE = /(?<![{$\\])(\{\{\{|\{)([ \t]*)([a-z][a-z0-9]*(?:_[a-z0-9]+)*)([ \t]*)(\}\}\}|\})(?!\})/g

/** Lines that show what a worker is to write: headings, table rows, keys of JSON, bold labels. */
const SHOWN = /^[\s>]*(?:#|\||"|\*\*|[-*] \*\*|\[)|"[^"]*$/

/** Columns that the skill declares in headers, tables and prose, and fields that workers give back. */
function namesOf(documents: readonly Document[]): { columns: Set<string>; returned: Set<string> } {
  const columns = new Set<string>()
  const returned = new Set<string>()
  for (const document of documents) {
    const { csv, columns: lists, schemas } = contractsOf(document)
    for (const { header = [] } of csv) for (const { value } of header) columns.add(value.trim())
    for (const list of lists)
      for (const { name, phase } of list.columns) {
        columns.add(name)
        if (phase === 'output' || phase === 'lifecycle') returned.add(name)
      }
    for (const { fields } of schemas) for (const { name } of fields) if (name !== 'id') returned.add(name)
  }
  return { columns, returned }
}

/** `{x}`, `<x>`, `[x]` · `x:`, `x =` · a code span. */
const VALUED = /[{<[]\s*(\w+)\s*[}>\]]|`([^`\n]*)`|\b(\w+)["']?\s*[:=：]/g

/** Words that a skill uses outside of its instructions: those that have a value, and all others. `phaseDir` is `phase_dir`. */
function wordsIn(files: readonly { document: Document; instructions: readonly Instruction[] }[]) {
  const valued = new Set<string>()
  const all = new Set<string>()
  const add = (into: Set<string>, text: string) => {
    for (const [word] of text.matchAll(/\w+/g))
      into.add(word.replace(/(?<=[a-z\d])[A-Z]/g, letter => `_${letter.toLowerCase()}`))
  }
  for (const { document, instructions } of files) {
    let at = 0
    for (const { span } of [...instructions, { span: { start: document.text.length, end: document.text.length } }]) {
      const outside = document.text.slice(at, Math.max(at, span.start))
      at = Math.max(at, span.end)
      add(all, outside)
      for (const [, hole, code, name] of outside.matchAll(VALUED)) add(valued, hole ?? code ?? name!)
    }
  }
  return { valued, all }
}

export default defineRule({
  id: 'spawn/template-placeholder',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'Every placeholder of an instruction is a column, or is said to be filled in before.',
  why: 'For each row the tool puts the cell of column x in the place of “{x}”, exactly so written. What is no column stays as it is, and the worker reads a pair of braces where its task was to stand.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'MUST', verified: '2026-10' },
  messages: {
    unknown: {
      text: 'The table has no column “{name}”, so workers read the braces.',
      help: 'Declare the column, or say what is put in its place before the call.',
    },
    misspelt: {
      text: 'The table has no column “{name}”, so workers read the braces.',
      help: 'Write “{wanted}”, if that is what is meant.',
    },
    triple: {
      text: 'Two braces stand for one, so “{name}” is not filled in here.',
      help: 'Write one pair of braces, or put a space between the literal ones and the placeholder.',
    },
    spaced: {
      text: 'With spaces inside the braces “{name}” is not filled in.',
      help: 'Write the name between the braces without spaces.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,prev_context\n```\n\n```\nspawn_agents_on_csv({ csv_path, instruction: "Read {title} after {prev_context}. Answer {{as text}} in ${lang}.", max_concurrency: 2 })\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,prev_context\n```\n\n```\nspawn_agents_on_csv({ csv_path, instruction: "Read {title} in {scope} after {prev_contxt}." })\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:6:63 unknown', '.codex/skills/survey/SKILL.md:6:77 misspelt'],
    },
    {
      title: 'Braces that escape what they hold, and spaces inside',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Input columns: id, title.\n\n## Reader (READER_INSTRUCTION)\n\n```\nYou read {{{title}}} for row { id }.\n```\n\n`spawn_agents_on_csv({ csv_path, instruction: READER_INSTRUCTION })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:6:10 triple', '.codex/skills/survey/SKILL.md:6:30 spaced'],
    },
    {
      title: 'Values that the coordinator fills in, by whatever sentence or use says so',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title\n```\n\nSubstitute `{specs}` at build time; the folder is {session}/notes.\n\n## Reader (READER_INSTRUCTION)\n\n```\nRead {title} with {specs}, {phase_dir} and {depth} from {session}/notes/{topic}.md. {sessionFolder} {N}\n```\n\n```javascript\nconst phaseDir = find()\n```\n\n- depth: shallow or deep\n- `--topic <topic>`: what it is about\n\n`spawn_agents_on_csv({ csv_path, instruction: READER_INSTRUCTION })`\n',
      },
    },
    {
      title: 'What a worker is to write is shown with braces of its own',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title\n```\n\n## Reader (READER_INSTRUCTION)\n\n```\nRead {title}. Report { findings }, and write:\n# Notes on {topic}\n| {reader} | {rating} |\n**Date**: {date}\n{ "a": 1, "b": "{note}" }\n```\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": {}, "findings": {} }, "required": ["id"] }\n```\n\n`spawn_agents_on_csv({ csv_path, instruction: READER_INSTRUCTION })`\n',
      },
    },
    {
      title: 'Without columns, or without any placeholder that is one, nothing is known',
      files: {
        '.codex/skills/ask/SKILL.md': '`spawn_agents_on_csv({ csv_path, instruction: "Read {title} in {scope}." })`\n',
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title\n```\n\n`spawn_agents_on_csv({ csv_path, instruction: "Read about {weather}." })`\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const instructions = instructionsOf(document, contractsOf(document).uses)
    if (!instructions.length) return
    const companions = companionsOf(document)
    const { columns, returned } = namesOf(companions)
    if (!columns.size) return
    const read = companions.map(other => ({
      document: other,
      instructions: other === document ? instructions : instructionsOf(other, contractsOf(other).uses),
    }))
    const { text, lines } = document
    const seen = new Set<string>()
    let words: ReturnType<typeof wordsIn> | undefined
    for (const { span } of instructions) {
      const holes = [...text.slice(span.start, span.end).matchAll(HOLE)]
      const isFilled = holes.some(([whole, , , name]) => whole === `{${name}}` && columns.has(name!))
      for (const { 0: whole, 3: name = '', index } of holes) {
        const at = { start: span.start + index, end: span.start + index + whole.length }
        const data = { name }
        if (columns.has(name)) {
          if (whole === `{{{${name}}}}`) report({ message: 'triple', at, data })
          else if (/^\{[ \t]|[ \t]\}$/.test(whole) && !returned.has(name)) report({ message: 'spaced', at, data })
          continue
        }
        const before = text.slice(Math.max(span.start, lines.starts[lines.index(at.start)]!), at.start)
        if (whole !== `{${name}}` || seen.has(name) || SHOWN.test(before)) continue
        const isPath = before.endsWith('/') || text[at.end] === '/'
        words ??= wordsIn(read)
        if (words.valued.has(name) || (isPath && words.all.has(name))) continue
        const wanted = nearest(name, columns)
        if (wanted?.startsWith(name[0]!)) report({ message: 'misspelt', at, data: { name, wanted } })
        else if (isFilled) report({ message: 'unknown', at, data })
        else continue
        seen.add(name)
      }
    }
  },
})
