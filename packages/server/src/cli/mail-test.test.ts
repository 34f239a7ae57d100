import { describe, expect, it } from 'vitest'
import { gossip, mailServer } from '../../test/support/mail-server.ts'
import { shell, templates } from '../../test/support/shell.ts'

describe('latchkey mail test', () => {
  it('sends a mail and says that it was accepted', async () => {
    const { url, newest } = await mailServer()
    const env = { SMTP_URL: url, MAIL_FROM: 'Acme <no-reply@acme.example>', APP_NAME: 'Acme' }
    expect(await shell(env).latchkey('mail', 'test', 'Ada@Example.com')).toEqual({
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
    await shell({ SMTP_URL: url, MAIL_TEMPLATES: directory }).latchkey('mail', 'test', 'ada@example.com')
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
    const { code, out, err } = await shell({ SMTP_URL: url }).latchkey('mail', 'test', 'ada@example.com')
    expect([code, out, mails]).toEqual([1, '', []])
    expect(err).toBe(`The test mail was not accepted: ${words}`)
  })

  it('exits with 1 when nobody listens, and does not print the password', async () => {
    const { code, out, err } = await shell({ SMTP_URL: 'smtp://ada:canary@127.0.0.1:1' }).latchkey(
      'mail',
      'test',
      'ada@example.com',
    )
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('The test mail was not accepted: connect ECONNREFUSED 127.0.0.1:1')
  })

  it('hides the password even when the server repeats it, and its control characters', async () => {
    const url = `smtp://ada:canary%2Fword@127.0.0.1:${await gossip()}`
    const { code, out, err } = await shell({ SMTP_URL: url }).latchkey('mail', 'test', 'ada@example.com')
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('The test mail was not accepted: 535  [31mrefused: AUTH PLAIN [secret] [secret] [secret]')
  })

  it.each([
    ['no SMTP_URL is set', {}, 'SMTP_URL is not set, so there is no mail server to try.'],
    ['SMTP_URL is no URL', { SMTP_URL: 'mail.example.com' }, expect.stringContaining('SMTP_URL: ')],
  ])('exits with 1 when %s', async (_, env: Record<string, string>, message) => {
    expect(await shell(env).latchkey('mail', 'test', 'ada@example.com')).toEqual({ code: 1, out: '', err: message })
  })

  it.each(['ada', 'ada@example.com,bob@example.com', ''])('refuses %j as an address', async (address) => {
    const { url, connections } = await mailServer()
    const { code, err } = await shell({ SMTP_URL: url }).latchkey('mail', 'test', address)
    expect([code, err, connections()]).toEqual([1, 'This is not a valid email address.', 0])
  })

  it.each([
    ['no address', [], '<address> is missing'],
    ['two addresses', ['ada@example.com', 'bob@example.com'], "Unexpected argument 'bob@example.com'"],
    ['a mistyped flag', ['ada@example.com', '--jsno'], "Unknown option '--jsno'"],
  ])('exits with 2 and its help for %s', async (_, args, message) => {
    const { url, connections } = await mailServer()
    const { code, out, err } = await shell({ SMTP_URL: url }).latchkey('mail', 'test', ...args)
    expect([code, out, connections()]).toEqual([2, '', 0])
    expect(err.startsWith(message)).toBe(true)
    expect(err).toContain('Usage: latchkey mail test [options] <address>\n')
  })

  it('explains its argument', async () => {
    expect((await shell().latchkey('mail', 'test', '--help')).out).toMatch(/^ {2}<address> +Who gets it\.$/m)
  })
})
