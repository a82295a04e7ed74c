import type { NeutralTool, Platform } from '../../core/platform.ts'
import type { Document } from '../../core/types.ts'
import { inPack, parse } from '../../markdown/parse.ts'
import { type WrittenCall, writtenCallsOf } from '../../model/platform-calls.ts'
import { isUnmistakable } from '../../model/tool-uses.ts'
import { neutralOf } from '../../model/vocabulary.ts'
import type { Client } from '../client.ts'
import { agy } from '../clients/agy.ts'
import { claude } from '../clients/claude.ts'
import { codex } from '../clients/codex.ts'
import type { ImportSetup } from './types.ts'

export const CLIENTS: Readonly<Record<string, Client>> = { claude, codex, agy }

/** What all parts of an import know. */
export interface Context {
  setup: ImportSetup
  /** The client that the pack is written for. */
  home: Platform
  client: Client
  /** The other clients that sources are built for. */
  others: readonly Platform[]
  /** Names of the skills that the sources will have. */
  skills: ReadonlySet<string>
  /** Where a file of the pack goes, by its path inside the pack; both are paths inside the client’s folder. */
  places: ReadonlyMap<string, string>
  /** Names that mean something to the home client alone. */
  words: HomeWords
}

/** Names that stand for something of one client wherever they are written. */
export interface HomeWords {
  tools: ReadonlySet<string>
  /** Parameters of its tools that no other client’s tools have. */
  params: ReadonlySet<string>
  pattern: RegExp
}

const paramsOf = ({ tools }: Platform): string[] =>
  Object.values(tools).flatMap(({ args }) => [
    ...(args?.required ?? []),
    ...(args?.optional ?? []),
    ...Object.values(args?.takes ?? {}).flatMap(({ items }) => [
      ...(items?.required ?? []),
      ...(items?.optional ?? []),
    ]),
  ])

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names of a client that no other of the clients has. */
export function wordsOf(home: Platform, others: readonly Platform[]): HomeWords {
  const isForeign = (name: string) => others.some(({ tools }) => Object.hasOwn(tools, name))
  const tools = new Set(Object.keys(home.tools).filter(name => isUnmistakable(name) && !isForeign(name)))
  const known = new Set(others.flatMap(paramsOf))
  const params = new Set(paramsOf(home).filter(name => isUnmistakable(name) && !known.has(name) && !isForeign(name)))
  const names = [...tools, ...params].sort((a, b) => b.length - a.length)
  return {
    tools,
    params,
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${names.map(escapeRegExp).join('|') || '(?!)'})(?![A-Za-z0-9])`, 'g'),
  }
}

export function contextOf(
  setup: ImportSetup,
  skills: ReadonlySet<string>,
  places: ReadonlyMap<string, string>,
): Context {
  const { platform: home } = setup.home
  const others = setup.targets.map(({ platform }) => platform).filter(({ id }) => id !== home.id)
  const context = { setup, home, client: CLIENTS[home.id]!, others, skills, places, words: wordsOf(home, others) }
  return context
}

/** What other clients are told where they have no tool for something; what is not here has no words. */
const INSTEAD: Readonly<Partial<Record<NeutralTool, string>>> = {
  'web-fetch': 'a command that fetches pages',
  'web-search': 'a search of the web',
  ask: 'a plain question',
  plan: 'a list of steps',
  agent: 'a new agent',
  message: 'a message',
}

/** How a token goes on for clients that have no such tool: ` else "…"`; `undefined` where nothing can be said. */
export function elseFor(neutral: NeutralTool, { others }: Context): string | undefined {
  if (others.every(platform => platform.neutral[neutral] !== null)) return ''
  const words = INSTEAD[neutral]
  return words && ` else "${words}"`
}

/** The neutral name of a tool of the home client, where that name stands for this tool and no other there. */
export function exactNeutral(tool: string, { home }: Context): NeutralTool | undefined {
  if (!Object.hasOwn(home.tools, tool)) return undefined
  const neutral = neutralOf(tool, home)
  return neutral && home.neutral[neutral] === tool ? neutral : undefined
}

const calls = new WeakMap<Document, Map<number, WrittenCall>>()

/** A call of the home client’s tools as it is written, by where its name begins; `undefined` for one that is not made. */
export function writtenAt(document: Document, start: number, { home }: Context): WrittenCall | undefined {
  const known = calls.get(document)
  const made =
    known ??
    new Map(
      writtenCallsOf(document, tool => Object.hasOwn(home.tools, tool)).map(call => [call.span.start, call] as const),
    )
  calls.set(document, made)
  return made.get(start)
}

/** A text of its own, read as if it stood in the place of a document. */
export function fragment(text: string, like: Document, { setup }: Context): Document {
  const parsed = parse({ path: like.path, text }, 'other', false, setup.parser)
  const document = inPack(parsed, like.pack, like.inner)
  if (like.skill) document.skill = like.skill
  return document
}

/** A text for the home client, and one for the others, as passages on one line. */
export const either = ({ home }: Context, own: string, other: string): string =>
  `{{#${home.id}}}${own}{{/${home.id}}}{{^${home.id}}}${other}{{/${home.id}}}`
