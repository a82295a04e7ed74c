import type { Document, Fence } from '../core/types.ts'
import { pipelinesIn, type ShellCommand, type ShellDialect, type ShellPipeline, type ShellWord } from './shell.ts'

/** A code block that a shell would run. */
export interface ShellCode {
  fence: Fence
  dialect: ShellDialect
  pipelines: readonly ShellPipeline[]
}

const DIALECTS: Readonly<Record<string, ShellDialect>> = {
  bash: 'sh',
  sh: 'sh',
  shell: 'sh',
  zsh: 'sh',
  ksh: 'sh',
  fish: 'sh',
  console: 'sh',
  terminal: 'sh',
  'shell-session': 'sh',
  shellsession: 'sh',
  powershell: 'powershell',
  pwsh: 'powershell',
  ps1: 'powershell',
  ps: 'powershell',
  bat: 'powershell',
  batch: 'powershell',
  cmd: 'powershell',
}

/** How the first line of an unlabelled block begins when the block is meant for a shell. */
const LOOKS_LIKE_SHELL =
  /^(?:\$ |(?:sudo|curl|wget|bash|sh|zsh|eval|source|rm|cd|mkdir|cp|mv|git|npm|npx|pnpm|yarn|node|python3?|pip3?|uvx?|brew|apt|apt-get|docker|export|claude|codex|agy|gemini) \S|set -\w)/

/**
 * The code as a shell gets it, at equal length: quote marks of the document and prompts are blanked; where a block has
 * prompts, its other lines are output.
 */
function withoutPrompts(code: string): string {
  if (!/^[ \t]*>|^[ \t]*(?:PS [^>\n]*>|\$) /m.test(code)) return code
  const lines = code.split('\n')
  const hasPrompts = lines.some(line => /^[ \t>]*(?:PS [^>]*>|\$) /.test(line))
  let isContinued = false
  return lines
    .map(line => {
      const prompt = /^[ \t>]*(?:PS [^>]*>|\$) /.exec(line)?.[0]
      const isOutput = hasPrompts && prompt === undefined && !isContinued
      const blank = isOutput ? line.replace(/\r$/, '') : (prompt ?? /^[ \t]*>[ \t]?/.exec(line)?.[0] ?? '')
      isContinued = !isOutput && /[\\`]\r?$/.test(line)
      return ' '.repeat(blank.length) + line.slice(blank.length)
    })
    .join('\n')
}

/** The shell code of a document: fences in a shell's language, and unlabelled ones that look like it. */
export function shellCodeOf(document: Document, mentions: RegExp): ShellCode[] {
  const found: ShellCode[] = []
  for (const fence of document.fences) {
    const code = document.text.slice(fence.body.start, fence.body.end)
    if (!mentions.test(code)) continue
    const first = code.split('\n').find(line => /^[ \t>]*[^\s#>]/.test(line)) ?? ''
    const isShell = fence.info === '' && LOOKS_LIKE_SHELL.test(first.replace(/^[ \t>]+/, ''))
    const dialect = Object.hasOwn(DIALECTS, fence.lang) ? DIALECTS[fence.lang] : isShell ? 'sh' : undefined
    if (dialect) found.push({ fence, dialect, pipelines: pipelinesIn(withoutPrompts(code), fence.body.start, dialect) })
  }
  return found
}

const KEYWORD = /^(?:if|then|elif|else|while|until|do|!|\{|time|exec|command|builtin|nohup)$/

/** Programs that run the command after them, with those of their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugphCDRrtT]$/,
  doas: /^-[uC]$/,
  env: /^-[uCS]$/,
  nice: /^-n$/,
  timeout: /^-[ks]$/,
  xargs: /^-[IdEnLPsa]$/,
}

/** The program that a command runs, without keywords, assignments and wrappers such as `sudo`, and its arguments. */
export function programOf(
  command: ShellCommand,
): { name: string; word: ShellWord; args: readonly ShellWord[] } | undefined {
  const { words } = command
  let at = 0
  while (at < words.length) {
    const word = words[at]!
    const name = word.text.slice(word.text.lastIndexOf('/') + 1).replace(/\.exe$/i, '')
    const options = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
    if (KEYWORD.test(word.text) || /^\w+=/.test(word.text)) at++
    else if (options) {
      for (at++; at < words.length && /^-|^\w+=/.test(words[at]!.text); at++) if (options.test(words[at]!.text)) at++
      if (name === 'timeout') at++
    } else return { name, word, args: words.slice(at + 1) }
  }
  return undefined
}

/** All commands of pipelines, those inside of substitutions and groups too, each with its pipeline. */
export function* commandsOf(
  pipelines: readonly ShellPipeline[],
): Generator<{ command: ShellCommand; pipeline: ShellPipeline }> {
  for (const pipeline of pipelines)
    for (const command of pipeline) {
      yield { command, pipeline }
      for (const word of [...command.words, ...command.writes]) yield* commandsOf(word.runs)
    }
}
