import { expect, test } from 'vitest'
import { secretsIn } from '../../../src/model/secrets.ts'

/** Random letters and digits, made here: no scanner of repositories may take this file for a leak. */
function random(
  length: number,
  seed: number,
  alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789',
): string {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return alphabet[state % alphabet.length]!
  }
  return Array.from({ length }, next).join('')
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

test.each([
  ['an Anthropic key', `sk-ant-api03-${random(93, 1)}`],
  ['an OpenAI key', `sk-proj-${random(80, 2)}`],
  ['an OpenAI key', `sk-${random(48, 3)}`],
  ['a GitHub token', `ghp_${random(36, 4)}`],
  ['a GitHub token', `github_pat_${random(22, 5)}_${random(59, 6)}`],
  ['a GitLab token', `glpat-${random(20, 7)}`],
  ['an AWS access key', `AKIA${random(16, 8, upper)}`],
  ['a Slack token', `xoxb-${random(12, 9, '23456789')}-${random(24, 10)}`],
  ['a Google API key', `AIza${random(35, 11)}`],
  ['a Stripe key', `sk_live_${random(24, 12)}`],
  ['an npm token', `npm_${random(36, 13)}`],
  ['a PyPI token', `pypi-AgEIcHlwaS5vcmc${random(60, 14)}`],
  ['a Hugging Face token', `hf_${random(34, 15)}`],
  ['a SendGrid key', `SG.${random(22, 16)}.${random(43, 17)}`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${random(64, 18)}`],
  ['a private key', `-----BEGIN PRIVATE KEY-----\\n${random(64, 19)}`],
  ['a signed token (JWT)', `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"bot"}')}.${random(43, 20)}`.replaceAll('=', '')],
])('%s', (kind, value) => {
  const text = `key: "${value}"\n`
  expect(secretsIn(text)).toEqual([{ kind, span: { start: 6, end: 6 + value.length } }])
})

test.each([
  `sk-ant-api03-${'x'.repeat(93)}`,
  `sk-ant-api03-your-key-here-${random(40, 1)}`,
  'sk-ant-this-is-not-a-real-key-at-all-but-long',
  `ghp_${'abcdefghijklmnopqrstuvwxyz0123456789'}`,
  `ghp_${'0'.repeat(36)}`,
  `ghp_${'1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7q8r'}`,
  `AKIA${'ABCDEFGHIJKLMNOP'}`,
  'AKIAIOSFODNN7EXAMPLE',
  `${btoa('{"alg":"HS256"}')}.${btoa('{"role":"anon","iss":"supabase"}')}.${random(43, 2)}`.replaceAll('=', ''),
  '-----BEGIN PUBLIC KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgk7Vw',
  '-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----',
  `eyJhbGciOiJIUzI1NiJ9.eyJ${'a'.repeat(10)}.${random(43, 5)}`,
  `task-${random(48, 3)} disk-proj-${random(8, 4)}`,
])('no secret: %s', text => expect(secretsIn(text)).toEqual([]))
