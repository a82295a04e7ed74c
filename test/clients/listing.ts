import { type ModelRequest, textsOf } from './server.ts'

/** Names with their descriptions, as a client tells them to its model. */
export type Listing = ReadonlyMap<string, string>

/** The part of what a model reads between two marks; the second may be missing. */
function between(texts: readonly string[], start: string, end: RegExp): string {
  const text = texts.find(text => text.includes(start))
  if (text === undefined) return ''
  const part = text.slice(text.indexOf(start) + start.length)
  return part.slice(0, end.exec(part)?.index)
}

const named = (text: string, line: RegExp): Listing =>
  new Map(Array.from(text.matchAll(line), match => [match[1]!, match[2]!]))

/** The skills that a request lists; only those with a description. */
export function skillsIn({ wire, body }: ModelRequest): Listing {
  const texts = textsOf(body)
  if (wire === 'responses')
    return named(between(texts, '<skills_instructions>', /<\/skills_instructions>/), /^- (\S+): (.+) \(file: \S+\)$/gm)
  if (wire === 'gemini')
    return named(
      between(texts, '<available_skills>', /<\/available_skills>/),
      /<name>(\S+)<\/name>\s+<description>(.+)<\/description>/g,
    )
  return named(
    between(texts, 'skills are available for use with the Skill tool:', /<\/system-reminder>/),
    /^- (\S+): (.+)$/gm,
  )
}

/** The agents that a request offers. */
export function agentsIn({ wire, body }: ModelRequest): Listing {
  const texts = textsOf(body)
  if (wire === 'responses') return named(between(texts, 'Available roles:\n', /\n\n/), /^(\S+): \{\n(.+)\n\}$/gm)
  return named(between(texts, 'Available agent types for the Agent tool:', /\n\n/), /^- (\S+): (.+) \(Tools: .*\)$/gm)
}
