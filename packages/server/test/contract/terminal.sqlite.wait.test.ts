import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inTime } from '../support/processes.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'

const program = path.resolve(import.meta.dirname, '../../bin/latchkey.js')

/** `script` gives its command a terminal; on macOS it has other arguments. */
function inTerminal(...command: readonly string[]) {
  const args =
    process.platform === 'darwin' ? ['-q', '/dev/null', ...command] : ['--quiet', '--command', command.join(' '), '/dev/null']
  const { PATH = '' } = process.env
  const child = spawn('script', args, {
    cwd: scratchDirectory('terminal-'),
    env: { PATH, PORT: '0', NO_COLOR: '1', LATCHKEY_PROT: '1' },
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  let shown = ''
  child.stdout.on('data', (bytes) => (shown += String(bytes).replaceAll('\r', '')))
  return () => shown
}

it('the first start in a terminal fits on it, and says where everything is', { timeout: 60_000 }, async () => {
  const shown = inTerminal(process.execPath, program, 'start')
  await expect.poll(shown, inTime).toContain('Reference')
  const [, address] = /Open +(http:\/\/localhost:\d+)/.exec(shown()) ?? []
  const [warning, ...lines] = shown().trim().split('\n')
  expect(warning).toBe('Warning: LATCHKEY_PROT: no such setting. Did you mean LATCHKEY_PORT?')
  expect(lines.length).toBeLessThan(12)
  expect(lines[0]).toMatch(/^[\d:]{8} the database is ready database=sqlite steps=\d+$/)
  expect(lines[1]).toMatch(/^[\d:]{8} listening /)
  expect(shown()).toContain(`
    Open       ${address}
    Mails      ${address}/dev/inbox
    Console    ${address}/console
               for administrators: npx latchkey admin create
    Reference  ${address}/docs
`)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await fetch(`${address}/assets/nothing.css`)
  await fetch(`${address}/auth/me?token=secret`)
  await expect.poll(shown, inTime).toMatch(/^[\d:]{8} GET \/auth\/me 401 \d+ ms$/m)
  expect(shown()).toMatch(/^[\d:]{8} GET \/readyz 200 \d+ ms$/m)
  expect(shown()).not.toContain('secret')
})
