import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SmtpManner, smtpInbox } from '../../test/smtp-inbox.ts'
import { type MailKind, mailKinds } from '../mail/mail-kinds.ts'
import { runCli } from './run-cli.ts'

const kinds = Object.keys(mailKinds) as MailKind[]

/** Runs a command where nobody sits, in an empty directory. */
async function latchkey(env: Record<string, string>, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const cwd = emptyDirectory()
  const code = await runCli(args, {
    env,
    cwd,
    isInteractive: false,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

function templates(files: Readonly<Record<string, string>>): string {
  const directory = path.join(emptyDirectory(), 'templates')
  mkdirSync(directory)
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(directory, name), content)
  return directory
}

async function mailServer(manner: SmtpManner = 'accepts') {
  const inbox = await smtpInbox()
  inbox.treat(manner)
  onTestFinished(inbox.close)
  return inbox
}

/** Refuses every login, and is as careless as to repeat what it was sent. */
async function gossip(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.toString().split('\r\n')
      if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n')
      else socket.write(`535 \u001b[31mrefused: ${line} canary%2Fword canary/word\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('latchkey mail test', () => {
  it('sends a mail and says that it was accepted', async () => {
    const { url, newest } = await mailServer()
    const env = { SMTP_URL: url, MAIL_FROM: 'Acme <no-reply@acme.example>', APP_NAME: 'Acme' }
    expect(await latchkey(env, 'mail', 'test', 'Ada@Example.com')).toEqual({
      code: 0,
      out: 'The mail server accepted the test mail to ada@example.com.',
      err: '',
    })
    expect(await newest('ada@example.com')).toMatchObject({
      subject: 'Test mail from Acme',
      from: { name: 'Acme', address: 'no-reply@acme.example' },
      text: expect.stringMatching(/^Hello,\n\nThis is a test mail\./),
      html: expect.stringContaining('This is a test mail.'),
    })
  })

  it('uses the templates in force', async () => {
    const { url, newest } = await mailServer()
    const directory = templates({ 'test.txt.liquid': 'Subject: Moin\n\nMoin von {{ appName }}.\n' })
    await latchkey({ SMTP_URL: url, MAIL_TEMPLATES: directory }, 'mail', 'test', 'ada@example.com')
    expect(await newest('ada@example.com')).toMatchObject({
      subject: 'Moin',
      text: expect.stringMatching(/^Moin von Latchkey\.\s+$/),
    })
  })

  it.each([
    ['rejects the recipient', '550 no such mailbox'],
    ['rejects the mail', '554 no'],
    ['says 421', '421 come back later'],
  ] as const)('exits with 1 and the words of a server that %s', async (manner, words) => {
    const { url, mails } = await mailServer(manner)
    const { code, out, err } = await latchkey({ SMTP_URL: url }, 'mail', 'test', 'ada@example.com')
    expect([code, out, mails]).toEqual([1, '', []])
    expect(err).toBe(`The test mail was not accepted: ${words}`)
  })

  it('exits with 1 when nobody listens, and does not print the password', async () => {
    const { code, out, err } = await latchkey({ SMTP_URL: 'smtp://ada:canary@127.0.0.1:1' }, 'mail', 'test', 'ada@example.com')
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('The test mail was not accepted: connect ECONNREFUSED 127.0.0.1:1')
  })

  it('hides the password even when the server repeats it, and its control characters', async () => {
    const url = `smtp://ada:canary%2Fword@127.0.0.1:${await gossip()}`
    const { code, out, err } = await latchkey({ SMTP_URL: url }, 'mail', 'test', 'ada@example.com')
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('The test mail was not accepted: 535  [31mrefused: AUTH PLAIN [secret] [secret] [secret]')
  })

  it.each([
    ['no SMTP_URL is set', {}, 'SMTP_URL is not set, so there is no mail server to try.'],
    ['SMTP_URL is no URL', { SMTP_URL: 'mail.example.com' }, expect.stringContaining('SMTP_URL: ')],
  ])('exits with 1 when %s', async (_, env: Record<string, string>, message) => {
    expect(await latchkey(env, 'mail', 'test', 'ada@example.com')).toEqual({ code: 1, out: '', err: message })
  })

  it.each(['ada', 'ada@example.com,bob@example.com', ''])('refuses %j as an address', async (address) => {
    const { url, connections } = await mailServer()
    const { code, err } = await latchkey({ SMTP_URL: url }, 'mail', 'test', address)
    expect([code, err, connections()]).toEqual([1, 'This is not a valid email address.', 0])
  })

  it.each([
    ['no address', [], '<address> is missing'],
    ['two addresses', ['ada@example.com', 'bob@example.com'], "Unexpected argument 'bob@example.com'"],
    ['a mistyped flag', ['ada@example.com', '--jsno'], "Unknown option '--jsno'"],
  ])('exits with 2 and its help for %s', async (_, args, message) => {
    const { url, connections } = await mailServer()
    const { code, out, err } = await latchkey({ SMTP_URL: url }, 'mail', 'test', ...args)
    expect([code, out, connections()]).toEqual([2, '', 0])
    expect(err.startsWith(message)).toBe(true)
    expect(err).toContain('Usage: latchkey mail test [options] <address>\n')
  })

  it('explains its argument', async () => {
    expect((await latchkey({}, 'mail', 'test', '--help')).out).toMatch(/^ {2}<address> +Who gets it\.$/m)
  })
})

describe('latchkey mail preview', () => {
  it('prints the text of every mail, one after the other', async () => {
    const { code, out, err } = await latchkey({ APP_NAME: 'Acme' }, 'mail', 'preview')
    expect([code, err]).toEqual([0, ''])
    expect(out.match(/^===== .* =====$/gm)).toEqual(kinds.map((kind) => `===== ${kind} =====`))
    expect(out.match(/^Subject: .*Acme.*\n\nHello Ada Example,$/gm)).toHaveLength(kinds.length)
    expect(out).not.toMatch(/<\w|undefined/)
  })

  it('prints one mail as it is', async () => {
    const { out } = await latchkey({ PUBLIC_URL: 'https://id.acme.example' }, 'mail', 'preview', '--kind', 'password-set')
    expect(out).toMatch(/^Subject: Your Latchkey account has a password now\n\nHello Ada Example,\n/)
    expect(out).toMatch(/\nSent by Latchkey, https:\/\/id\.acme\.example$/)
  })

  it('prints the HTML part', async () => {
    const { out } = await latchkey({}, 'mail', 'preview', '--kind', 'verification', '--format', 'html')
    expect(out).toMatch(/^<!doctype html>.*7K3M-Q9TX-B2ZH.*<\/html>$/s)
    const all = await latchkey({}, 'mail', 'preview', '--format', 'html')
    expect(all.out.match(/^<!doctype html>$/gm)).toHaveLength(kinds.length)
  })

  it('shows the templates in force', async () => {
    const directory = templates({ 'password-set.txt.liquid': 'Subject: Moin\n\nMoin {{ name }}!\n' })
    const { out } = await latchkey({ MAIL_TEMPLATES: directory }, 'mail', 'preview', '--kind', 'password-set')
    expect(out).toBe('Subject: Moin\n\nMoin Ada Example!')
  })

  it('exits with 1 and every problem for templates that do not work', async () => {
    const directory = templates({ 'password-set.txt.liquid': 'Subject: Hi\n\n{{ nope }}\n' })
    const { code, out, err } = await latchkey({ MAIL_TEMPLATES: directory }, 'mail', 'preview')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /^The mail templates have a problem:\n {2}\S+password-set\.txt\.liquid, line 3: unknown variable nope;.*$/,
    )
  })

  it.each([
    ['--kind', 'nope', /^--kind must be one of verification, password-reset, /],
    ['--kind', 'constructor', /^--kind must be one of verification, password-reset, /],
    ['--format', 'pdf', /^--format must be one of text, html\n/],
  ])('exits with 2 for %s %s', async (flag, value, message) => {
    const { code, out, err } = await latchkey({}, 'mail', 'preview', flag, value)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
  })
})
