import type { Span } from '../core/types.ts'

/** Key material found in a text. */
export interface Secret {
  /** What it is, for a sentence: “a GitHub token”. */
  kind: string
  span: Span
}

/** Formats of keys as their issuers document them; the group holds what is random. */
const FORMATS: readonly { kind: string; pattern: RegExp; isUpper?: true }[] = [
  { kind: 'an Anthropic key', pattern: /\bsk-ant-[a-z]{3,8}\d{2}-([\w-]{24,})/g },
  { kind: 'an OpenAI key', pattern: /\bsk-(?:proj|svcacct|admin)-([\w-]{32,})/g },
  { kind: 'an OpenAI key', pattern: /\bsk-([A-Za-z0-9]{48})\b/g },
  { kind: 'a GitHub token', pattern: /\bgh[pousr]_([A-Za-z0-9]{36,})\b/g },
  { kind: 'a GitHub token', pattern: /\bgithub_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{40,})\b/g },
  { kind: 'a GitLab token', pattern: /\bglpat-([\w-]{20,})/g },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)([A-Z2-7]{16})\b/g, isUpper: true },
  { kind: 'a Slack token', pattern: /\bxox[abprs]-([\w-]{24,})/g },
  { kind: 'a Google API key', pattern: /\bAIza([\w-]{35})(?![\w-])/g },
  { kind: 'a Stripe key', pattern: /\b[sr]k_live_([A-Za-z0-9]{24,})\b/g },
  { kind: 'an npm token', pattern: /\bnpm_([A-Za-z0-9]{36})\b/g },
  { kind: 'a PyPI token', pattern: /\bpypi-AgEIcHlwaS5vcmc([\w-]{50,})/g },
  { kind: 'a Hugging Face token', pattern: /\bhf_([A-Za-z0-9]{34,})\b/g },
  { kind: 'a SendGrid key', pattern: /\bSG\.([\w-]{22}\.[\w-]{43})(?![\w-])/g },
]

const QUICK =
  /sk-|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox[abprs]-|AIza|[sr]k_live_|npm_|pypi-|hf_|SG\.|PRIVATE KEY|eyJ/

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\n|\s){0,4}(?:[A-Z][\w-]{0,30}: [^\n]{0,200}\n){0,4}(?:\\n|\s){0,4}([A-Za-z0-9+/]{40,})/g

const JWT = /(?<![\w-])eyJ[\w-]{10,}\.(eyJ[\w-]{10,})\.([\w-]{20,})/g

/** Words that authors write into a key that is none. */
const PLACEHOLDER =
  /x{4}|example|your|sample|dummy|fake|placeholder|redacted|secret|changeme|insert|token|replace|\.\.\./i

/** How many neighbours (one or two apart) follow each other in the alphabet or repeat, at most, in a row. */
function longestRow(text: string, step: number): number {
  let longest = 0
  for (const by of [-1, 0, 1])
    for (let i = step, row = 0; i < text.length; i++) {
      row = text.charCodeAt(i) - text.charCodeAt(i - step) === by ? row + 1 : 0
      if (row > longest) longest = row
    }
  return longest
}

/** Whether the random part of a key is random: no words, no rows such as `abcdef`, `1a2b3c` or `0000`. */
function isRandom(part: string, isUpper = false): boolean {
  const low = part.toLowerCase()
  if (PLACEHOLDER.test(part) || new Set(low).size < Math.min(10, part.length / 2)) return false
  if (longestRow(low, 1) >= 4 || longestRow(low, 2) >= 5) return false
  if (isUpper) return /\d/.test(part)
  return /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part)
}

/** The text of a JWT’s payload; empty when it is none. */
function payloadOf(part: string): string {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** Well-known JWTs: the one of every tutorial, keys of local services, keys that are public by design. */
const isKnown = (payload: string) => /John Doe|"1234567890"|supabase-demo|"role":\s*"anon"/.test(payload)

/** Finds key material: high precision, by the formats of issuers. Values are never returned. */
export function secretsIn(text: string): Secret[] {
  if (!QUICK.test(text)) return []
  const found: Secret[] = []
  const add = (kind: string, match: RegExpExecArray) =>
    found.push({ kind, span: { start: match.index, end: match.index + match[0].length } })
  for (const { kind, pattern, isUpper } of FORMATS)
    for (const match of text.matchAll(pattern)) if (isRandom(match[1]!, isUpper)) add(kind, match)
  for (const match of text.matchAll(PRIVATE_KEY)) if (isRandom(match[1]!)) add('a private key', match)
  for (const match of text.matchAll(JWT)) {
    const payload = payloadOf(match[1]!)
    if (payload.startsWith('{') && !isKnown(payload) && isRandom(match[2]!)) add('a signed token (JWT)', match)
  }
  return found.sort((a, b) => a.span.start - b.span.start)
}
