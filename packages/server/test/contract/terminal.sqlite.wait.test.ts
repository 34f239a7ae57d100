import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { ownDirectory } from '../support/scratch-directory.ts'

const program = path.resolve(import.meta.dirname, '../../bin/latchkey.js')

/** `script` gives its command a terminal, which has no width yet; on macOS it has other arguments. */
function inTerminal(cwd: string, env: Record<string, string>, ...args: readonly string[]) {
  const command = `stty cols 120 rows 40; exec ${[process.execPath, program, ...args].join(' ')}`
  const { PATH = '' } = process.env
  const child = spawn(
    'script',
    process.platform === 'darwin'
      ? ['-q', '/dev/null', 'sh', '-c', command]
      : ['--quiet', '--return', '--command', command, '/dev/null'],
    { cwd, env: { PATH, PORT: '0', NO_COLOR: '1', ...env } },
  )
  onTestFinished(() => void child.kill('SIGTERM'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let shown = ''
  child.stdout.on('data', (bytes) => (shown += String(bytes)))
  const text = () => stripVTControlCharacters(shown).replaceAll('\r', '')
  return {
    shown: text,
    coloured: () => shown,
    ended,
    end: () => child.kill('SIGTERM'),
    /** What is typed between two questions is lost: a complaint is answered once the question stands below it. */
    async answer(question: RegExp, line: string): Promise<void> {
      await expect.poll(text, inTime).toMatch(question)
      shown = ''
      child.stdin.write(`${line}\r`)
    },
  }
}

it('the first start in a terminal fits on it, and says where everything is', async () => {
  const { shown } = inTerminal(ownDirectory('terminal-'), { LATCHKEY_PROT: '1', APP_NAME: 'Notes' }, 'start')
  await expect.poll(shown, inTime).toContain('Reference')
  const [, address] = /Open +(http:\/\/localhost:\d+)/.exec(shown()) ?? []
  const [warning, ...lines] = shown().trim().split('\n')
  expect(warning).toMatch(/^[\d:]{8} warning LATCHKEY_PROT: no such setting\. Did you mean LATCHKEY_PORT\?$/)
  expect(lines.length).toBeLessThan(12)
  expect(lines[0]).toMatch(/^[\d:]{8} sqlite database ready, \d+ steps$/)
  expect(lines[1]).toMatch(/^[\d:]{8} listening at http/)
  expect(shown()).toContain(`
  Latchkey is ready.

    Open       ${address}
    Mails      ${address}/dev/inbox
    Console    ${address}/console
               for administrators: npx latchkey admin create
    Reference  ${address}/docs
`)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await fetch(`${address}/_latchkey/nothing.css`)
  await fetch(`${address}/auth/me?token=secret`)
  await fetch(`${address}/nowhere/ü%1b?token=secret`)
  await fetch(`${address}/auth/login`, { method: 'DELETE' })
  await expect.poll(shown, inTime).toMatch(/^[\d:]{8} GET \/auth\/me 401 \d+ ms$/m)
  expect(shown()).toMatch(/^[\d:]{8} GET \/readyz 200 \d+ ms$/m)
  await expect.poll(shown, inTime).toMatch(/^[\d:]{8} GET \/nowhere\/%C3%BC%1b 404 \d+ ms$/m)
  await expect.poll(shown, inTime).toMatch(/^[\d:]{8} DELETE \/auth\/login 405 \d+ ms$/m)
  expect(shown()).not.toContain('secret')
})

it('has colours in a terminal alone, and is JSON in a file', async () => {
  const { coloured } = inTerminal(ownDirectory('terminal-'), { NO_COLOR: '' }, 'start')
  await expect.poll(coloured, inTime).toContain('\x1b[0m sqlite database ready, ')
  const cwd = ownDirectory('terminal-')
  const { shown } = inTerminal(cwd, {}, 'start', '>log')
  await expect.poll(shown, inTime).toContain('Reference')
  const lines = readFileSync(path.join(cwd, 'log'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['the database is ready', 'listening'])
})

it('admin create asks for what is missing, and shows no password', async () => {
  const cwd = ownDirectory('terminal-')
  await inTerminal(cwd, {}, 'migrate').ended
  const { answer, shown, ended } = inTerminal(cwd, {}, 'admin', 'create')
  await answer(/Email address/, 'notanaddress')
  await answer(/This is not a valid email address\.[\s\S]*Email address/, 'ada@example.com')
  await answer(/Name/, ' ')
  await answer(/The name must have 1 to 200 visible characters\.[\s\S]*Name/, 'Ada Lovelace')
  await answer(/Password/, 'password1')
  await answer(/The password is too easy to guess[\s\S]*Password/, 'correct horse 1')
  await answer(/Once more/, 'correct house 1')
  await answer(/The two passwords differ\.[\s\S]*Password/, 'correct horse 1')
  await answer(/Once more/, 'correct horse 1')
  expect(await ended).toBe(0)
  expect(shown()).toContain('Created administrator ada@example.com')
  expect(shown()).not.toContain('horse')

  const again = inTerminal(cwd, {}, 'admin', 'create')
  await again.answer(/Email address/, 'ada@example.com')
  await expect.poll(again.shown, inTime).toContain('ada@example.com is an administrator already.')
  expect(await again.ended).toBe(1)
})

it('dev --seed fills an empty database, says how to sign in, and fills none twice', async () => {
  const cwd = ownDirectory('terminal-')
  const first = inTerminal(cwd, {}, 'dev', '--seed')
  await expect.poll(first.shown, inTime).toContain('Reference')
  const [, email, password] = /Administrator: (\S+), password: (\S+)\. /.exec(first.shown()) ?? []
  const [, address = ''] = /Open +(http:\/\/localhost:\d+)/.exec(first.shown()) ?? []
  const headers = { origin: address, 'content-type': 'application/json' }
  const entered = await fetch(`${address}/auth/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  expect(await entered.json()).toMatchObject({ requiresTwoFactor: true, user: { role: 'admin' } })
  expect(first.shown()).not.toContain('admin create')
  first.end()
  await first.ended
  const second = inTerminal(cwd, {}, 'dev', '--seed')
  await expect.poll(second.shown, inTime).toContain('Reference')
  expect(second.shown()).toContain('There are accounts in the database already: it was not filled.')
})
