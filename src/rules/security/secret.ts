import { defineRule } from '../../core/rule.ts'
import { secretsIn } from '../../model/secrets.ts'

export default defineRule({
  id: 'security/secret',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  generators: true,
  summary: 'No key, token or private key stands in a pack.',
  why: 'A pack is published, copied into other projects and sent to a model with every use. Whoever reads it can use the key. Only values in the format of a known issuer that look random are reported; the value itself is never printed.',
  source: { url: 'https://cwe.mitre.org/data/definitions/798.html', level: 'MUST', verified: '2026-11' },
  messages: {
    secret: {
      text: 'This looks like {kind} (it begins “{start}”).',
      help: 'Revoke it, read it from an environment variable instead, and take it out of the history too.',
    },
  },
  examples: [
    { files: { '.claude/skills/deploy/SKILL.md': 'Read the key from `$ANTHROPIC_API_KEY`.\n' } },
    {
      files: {
        '.claude/skills/deploy/SKILL.md': '```bash\nexport AWS_ACCESS_KEY_ID=AKIAQ3EGRZ5VKX7WTBLN\n```\n',
        '.claude/skills/deploy/config.json':
          '{ "bearer": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJidWlsZC1ib3QiLCJzY29wZSI6ImRlcGxveSJ9.q7Zt1vUo9KxW3yBnRf5LmDc2" }\n',
      },
      reports: ['.claude/skills/deploy/SKILL.md:2:26 secret', '.claude/skills/deploy/config.json:1:14 secret'],
    },
    {
      title: 'A private key',
      files: {
        '.claude/skills/deploy/notes.md':
          '```text\n-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgk7Vw\n-----END PRIVATE KEY-----\n```\n',
      },
      reports: ['.claude/skills/deploy/notes.md:2:1 secret'],
    },
    {
      title: 'Placeholders, keys of tutorials, rows of letters',
      files: {
        '.claude/skills/deploy/SKILL.md':
          '`sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`, `ghp_<token>`, `sk-proj-...`, `ghp_1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7q8r`, `xoxb-your-token-goes-here-please`, `AIzaABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi`\n',
        '.claude/skills/deploy/notes.md':
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c\n',
        '.claude/skills/deploy/key.md': '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n',
      },
    },
  ],

  check({ text }, report) {
    for (const { kind, span } of secretsIn(text))
      report({ message: 'secret', at: span, data: { kind, start: text.slice(span.start, span.start + 4) } })
  },
})
