import { describe, expect, test } from 'vitest'
import type { AnyRule } from '../../../src/core/rule.ts'
import broad from '../../../src/rules/security/broad-permission.ts'
import destructive from '../../../src/rules/security/destructive-command.ts'
import remote from '../../../src/rules/security/remote-script.ts'
import { lintTexts } from '../../helpers/lint.ts'

const PATH = '.claude/skills/setup/notes.md'

/** What a rule says of one line of a shell, as `message text`. */
const found = (rule: AnyRule, text: string) =>
  lintTexts({ [PATH]: text }, [rule]).map(({ span }) => text.slice(span.start, span.end))
const inShell = (rule: AnyRule, code: string, lang = 'bash') => found(rule, `\`\`\`${lang}\n${code}\n\`\`\`\n`)

describe('remote-script', () => {
  test.each([
    'wget -qO- x | bash',
    'curl x | tee log | sh',
    'curl x | jq -r .run | bash -x',
    'source <(curl x)',
    '. <(curl x)',
    'python3 <(curl x)',
    'curl x | python',
    'curl x | node -',
    'curl x | perl /dev/stdin',
    'curl x | bash /dev/stdin',
    'curl x | bash -o pipefail',
    '(cd y; curl x) | sh',
    'echo "$(curl x)" | sh',
    'sh -c "`curl x`"',
    'bash -c "curl x | sh"',
    'python -c "$(curl x)"',
    'pwsh -Command "iwr x | iex"',
    'if ! curl x | sudo sh',
  ])('%s', code => expect(inShell(remote, code)).toHaveLength(1))

  test.each([
    'curl x | bash script.sh',
    'curl x | bash -o pipefail script.sh',
    'curl x | python3 -c "read()"',
    'curl x | python3 filter.py',
    'curl x | sh -c "cat"',
    'curl x | ssh host',
    'curl x | grep sh | less',
    'curl x > a.sh; sh a.sh',
    'bash "$(curl x)"',
    'bash -c "echo curl"',
    'bash -c "$(make x)" curl',
    'diff <(curl a) <(curl b)',
    'A=$(curl x)',
    'sh | curl x',
    'bash -c',
  ])('not %s', code => expect(inShell(remote, code)).toEqual([]))
})

describe('destructive-command', () => {
  test.each([
    ['rm -rf / --no-preserve-root', ['/']],
    ['rm -rf ~/ "$HOME/"', ['~/', '"$HOME/"']],
    ['rm -R ../* ../..', ['../*', '../..']],
    ['rm -rf /etc/ /usr/*', ['/etc/', '/usr/*']],
    ['find ~ /usr -name x -delete', ['~', '/usr']],
    ['find / -name x -exec rm -rf {} +', ['/']],
    ['shred -n 3 /dev/sda', ['shred -n 3 /dev/sda']],
    ['cat a.img > /dev/nvme0n1', ['cat a.img > /dev/nvme0n1']],
    ['rm -rf $1/', ['$1/']],
  ])('%s', (code, expected) => expect(inShell(destructive, code)).toEqual(expected))

  test.each([
    ['rd /s /q C:\\', ['C:\\']],
    ['Remove-Item -r $env:USERPROFILE\\*', ['$env:USERPROFILE\\*']],
    ['del C:\\x.txt', []],
  ])('in PowerShell: %s', (code, expected) => expect(inShell(destructive, code, 'powershell')).toEqual(expected))

  test.each([
    'rm -f /',
    'rm -rf "$X"/y $X',
    'rm -rf /var/lib/apt/lists/* ~/.cache ../build ./ *',
    'for d in a b; do rm -rf $d/; done',
    '[ -n "$X" ] && rm -rf $X/',
    'set -eu; rm -rf $X/',
    'find . -name x -delete',
    'find / -name x',
    'find /etc -name x -exec cat {} +',
    'dd if=/dev/sda of=disk.img',
    'echo x > /dev/null',
    'mkfs',
    'rmdir ..',
    'A=1 # rm -rf /',
  ])('not %s', code => expect(inShell(destructive, code)).toEqual([]))
})

describe('broad-permission', () => {
  test.each([
    ['claude --permission-mode bypassPermissions', ['bypassPermissions']],
    ['claude --permission-mode=bypassPermissions', ['--permission-mode=bypassPermissions']],
    ['codex exec --sandbox danger-full-access', ['danger-full-access']],
    ['echo x | gemini --yolo', ['--yolo']],
    ['docker run img claude --dangerously-skip-permissions', ['--dangerously-skip-permissions']],
    ['grep -- --yolo .', []],
    ['claude --permission-mode plan # bypassPermissions', []],
    ['X=--yolo', []],
  ])('%s', (code, expected) => expect(inShell(broad, code)).toEqual(expected))

  test.each([
    ['Then run `codex --yolo`.\n', ['--yolo']],
    ['运行 `codex --yolo`。\n', ['--yolo']],
    ['`codex --yolo` is an alias.\n', []],
    ['Do not run `codex --yolo`.\n', []],
    ['禁止使用 `codex --yolo`。\n', []],
    ['Run `npm test`, see --yolo.\n', []],
  ])('%j', (text, expected) => expect(found(broad, text)).toEqual(expected))
})
