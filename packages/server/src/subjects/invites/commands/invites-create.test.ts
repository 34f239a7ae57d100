import { describe, expect, it } from 'vitest'
import { fromCommandLine, GUEST, invitingShell } from '../../../../test/support/inviting-shell.ts'
import { gossip } from '../../../../test/support/mail-server.ts'
import { ada, ID, migratedShell } from '../../../../test/support/shell.ts'

const create = ['invites', 'create', '--email', GUEST] as const

describe('latchkey invites create', () => {
  it('mails a link and says until when it works, and prints no link', async () => {
    const { latchkey, mail, sql } = await invitingShell({ PUBLIC_URL: 'https://id.example.com' })
    const { code, out, err } = await latchkey(...create)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Invited guest@example\\.com \\(${ID}\\)\\. The link works until .{16} UTC\\.$`))
    const sent = await mail.newest(GUEST)
    expect(sent.link).toBe(`https://id.example.com/invite#token=${sent.code}`)
    expect(out).not.toContain(sent.code)
    expect(await sql('SELECT kind, outcome, payload FROM outbox')).toEqual([{ kind: 'invite', outcome: 'sent', payload: null }])
  })

  it('prints the invite as JSON when asked, as the service shows it', async () => {
    const { latchkey, mail } = await invitingShell({ INVITE_TTL: '1h' })
    const { code, out, err } = await latchkey('invites', 'create', '--email', ` ${GUEST.toUpperCase()} `, '--json')
    expect([code, err]).toEqual([0, ''])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const invite = JSON.parse(out)
    expect(invite).toEqual({
      id: expect.stringMatching(new RegExp(`^${ID}$`)),
      email: GUEST,
      status: 'pending',
      createdBy: null,
      expiresAt: time,
      acceptedAt: null,
      createdAt: time,
    })
    expect(Math.round((Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)) / 60_000)).toBe(60)
    expect(out).not.toContain((await mail.newest(GUEST)).code)
  })

  it('writes the audit trail, with nobody as its actor', async () => {
    const { invited, trail } = await invitingShell()
    const id = await invited()
    expect(await trail()).toEqual([fromCommandLine('invite.created', id)])
  })

  it.each([
    ['an invalid address', 'ada@localhost', 'This is not a valid email address.'],
    ['an address that has an account', 'ADA@example.com', 'An account with this email address already exists.'],
    ['an address that has an open invite', GUEST, 'There is already an open invite for this address.'],
  ])('refuses %s, and mails nothing', async (_, email, message) => {
    const { latchkey, invited, mail, invites, trail } = await invitingShell()
    await invited()
    await latchkey('users', 'create', ...ada, '--no-password')
    expect(await latchkey('invites', 'create', '--email', email)).toEqual({ code: 1, out: '', err: message })
    expect([mail.mails.length, (await invites()).length, (await trail()).length]).toEqual([1, 1, 1])
  })

  it.each([
    ['rejects the recipient', '550 no such mailbox'],
    ['rejects the mail', '554 no'],
    ['says 421', '421 come back later'],
  ] as const)('leaves no invite when the server %s, and works once it accepts', async (manner, words) => {
    const { latchkey, mail, invites, sql } = await invitingShell()
    mail.treat(manner)
    const { code, out, err } = await latchkey(...create)
    expect([code, out]).toEqual([1, ''])
    const [log = '', message] = err.split('\n')
    expect(JSON.parse(log)).toMatchObject({ err: expect.stringContaining(words), msg: 'a mail could not be sent' })
    expect(message).toBe('The email could not be sent.')
    expect(await invites()).toEqual([])
    expect(await sql('SELECT outcome, payload FROM outbox')).toEqual([{ outcome: 'failed', payload: null }])
    mail.treat('accepts')
    expect((await latchkey(...create)).code).toBe(0)
    expect(mail.mails).toHaveLength(1)
  })

  it('does not print the password of the mail server, even when that repeats it', async () => {
    const { latchkey } = await invitingShell({ SMTP_URL: `smtp://ada:canary%2Fword@127.0.0.1:${await gossip()}` })
    const { code, out, err } = await latchkey(...create)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('refused: AUTH PLAIN [secret] [secret] [secret]')
    expect(err).not.toMatch(/canary|Y2FuYXJ5/)
  })

  it('logs the mail and keeps it for the development inbox where there is no mail server', async () => {
    const { latchkey, sql } = await migratedShell({ ENABLE_INVITE: 'true' })
    const { code, out, err } = await latchkey(...create)
    expect([code, out]).toEqual([0, expect.stringMatching(/^Invited /)])
    const mail = err
      .split('\n')
      .map((line) => JSON.parse(line))
      .at(-1)
    expect(mail).toMatchObject({ to: GUEST, msg: 'mail (not sent: SMTP_URL is not set)' })
    expect(mail.text).toContain('http://localhost:3000/invite#token=')
    expect(await sql('SELECT outcome, payload FROM outbox')).toEqual([{ outcome: 'sent', payload: expect.any(String) }])
  })

  it('is refused while invites are switched off, and does nothing', async () => {
    const { latchkey, invites } = await invitingShell({ ENABLE_INVITE: 'false' })
    const message = 'Invites are switched off: set ENABLE_INVITE=true.'
    expect(await latchkey(...create)).toEqual({ code: 1, out: '', err: message })
    expect(await invites()).toEqual([])
  })

  it('exits with 2 when the address is missing and nobody can be asked', async () => {
    const { latchkey } = await invitingShell()
    const { code, out, err } = await latchkey('invites', 'create')
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^--email is missing\n\nUsage: latchkey invites create/)
  })
})
