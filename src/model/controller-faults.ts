import { nearest } from '../core/nearest.ts'
import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Edit, Span } from '../core/types.ts'
import { type CommandLine, commandLinesAround } from './controller-commands.ts'

/** Something that a controller refuses in a command line. */
export interface LineFault {
  /** A clause: “--config” is unknown. */
  text: string
  at: Span
  /** Edits that repair it without changing what is meant. */
  edits?: readonly Edit[]
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { '--session': '<session>', '--iter': '<k>' }

/** The shortest command line of a command that a controller takes. */
export function usageOf(manifest: ControllerManifest, command: string): string {
  const { required } = manifest.commands[command]!
  const session = manifest.sessionless.includes(command) ? [] : ['--session <session>']
  const words = [
    manifest.name,
    ...session,
    command,
    ...required.map(flag => `${flag} ${PLACEHOLDERS[flag] ?? '<value>'}`),
  ]
  return words.join(' ')
}

const spellings = new WeakMap<readonly CommandLine[], ReadonlySet<string>>()

/** How the command lines of a skill write the session: the one spelling that all share. */
function sessionSpelling({ document }: CommandLine): string | undefined {
  const lines = commandLinesAround(document)
  const found =
    spellings.get(lines) ??
    new Set(
      lines.flatMap(({ options }) =>
        options.flatMap(({ name, value }) => (name === '--session' && value ? [value] : [])),
      ),
    )
  spellings.set(lines, found)
  const [only] = found
  return found.size === 1 && only !== undefined && /^[\w<>${}./-]+$/.test(only) ? only : undefined
}

/** A command line that names no command of its controller, and the one that is probably meant. */
export function unknownCommandOf({ manifest, command, options }: CommandLine): { meant?: string } | undefined {
  const names = Object.keys(manifest.commands)
  if (names.includes(command.name) || command.name === 'help') return undefined
  const meant = nearest(command.name, names)
  // Without an option of a controller's it is a sentence more often than a call.
  const isCall = options.some(({ name }) => manifest.globals.includes(name) || name === '--iter')
  return isCall || meant ? (meant ? { meant } : {}) : undefined
}

/** What a controller refuses in a command line whose command it has. */
export function faultsOf(line: CommandLine): LineFault[] {
  const { manifest, command, options, isOpen, document } = line
  const known = manifest.commands[command.name]
  if (!known || options.some(({ name }) => name === '--help' || name === '--version')) return []
  const { path, text } = document
  const all = [...manifest.globals, ...known.flags]
  const remove = ({ start, end }: Span): Edit => ({
    path,
    span: { start: start - (/[ \t]/.test(text[start - 1] ?? '') ? 1 : 0), end },
    text: '',
  })
  const before = (words: string): Edit => ({
    path,
    span: { start: command.span.start, end: command.span.start },
    text: `${words} `,
  })
  const spelling = sessionSpelling(line)
  const faults: LineFault[] = []
  for (const { name, nameSpan, span, value } of options) {
    if (!all.includes(name)) {
      // Python's reader takes the beginning of a name for the name.
      if (manifest.isOrdered && all.filter(flag => flag.startsWith(name)).length === 1) continue
      // The controller reads this file of its session in any case.
      const isDefault = name === '--config' && spelling !== undefined && value === `${spelling}/swarm-config.json`
      faults.push({ text: `“${name}” is unknown`, at: nameSpan, ...(isDefault ? { edits: [remove(span)] } : {}) })
    } else if (manifest.isOrdered) {
      const isGlobal = manifest.globals.includes(name)
      const isBehind = span.start > command.span.start
      if (isGlobal && isBehind)
        faults.push({
          text: `“${name}” stands behind the command`,
          at: nameSpan,
          edits: [remove(span), before(text.slice(span.start, span.end))],
        })
      else if (!isGlobal && !isBehind) faults.push({ text: `“${name}” stands before the command`, at: nameSpan })
    }
  }
  if (isOpen) return faults
  const isGiven = (flag: string) =>
    options.some(({ name }) => name === flag || (name.length > 3 && flag.startsWith(name)))
  if (!manifest.sessionless.includes(command.name) && !isGiven('--session'))
    faults.push({
      text: '“--session” is missing',
      at: command.span,
      ...(spelling === undefined ? {} : { edits: [before(`--session ${spelling}`)] }),
    })
  for (const flag of known.required) if (!isGiven(flag)) faults.push({ text: `“${flag}” is missing`, at: command.span })
  return faults
}
