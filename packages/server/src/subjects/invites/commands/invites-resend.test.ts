import { describe, expect, it } from 'vitest'
import { fromCommandLine, GUEST, invitingShell } from '../../../../test/support/inviting-shell.ts'
import { ID } from '../../../../test/support/shell.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

describe('latchkey invites resend', () => {
  it.each(['id', 'address'])('mails a new link for the invite with this %s, and prints no link', async (by) => {
    const { latchkey, invited, mail, invites, trail } = await invitingShell()
    const id = await invited()
    const [before] = await invites()
    const { code, out, err } = await latchkey('invites', 'resend', by === 'id' ? id : ` ${GUEST.toUpperCase()}`)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Invited ${GUEST} again \\(${ID}\\)\\. The new link works until .{16} UTC\\.$`))
    const [first, second] = mail.mails
    expect(second?.code).toMatch(/^[\w-]{43}$/)
    expect(second?.code).not.toBe(first?.code)
    expect(out).not.toContain(second?.code)
    const [after] = await invites()
    expect(after).toMatchObject({ id, created_at: before?.['created_at'] })
    expect(after?.['token_hash']).not.toBe(before?.['token_hash'])
    expect(await trail()).toEqual([fromCommandLine('invite.created', id), fromCommandLine('invite.resent', id)])
  })

  it('gives an invite that has expired a new life', async () => {
    const { latchkey, invited, sql } = await invitingShell()
    const id = await invited()
    await sql('UPDATE invites SET expires_at = 1')
    const { code, out } = await latchkey('invites', 'resend', GUEST, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ id, email: GUEST, status: 'pending', createdBy: null })
  })

  it('finds the open invite of an address that has an older one, and none of a longer address', async () => {
    const { latchkey, invited } = await invitingShell()
    await invited()
    await latchkey('invites', 'revoke', GUEST)
    const open = await invited()
    await invited(`${GUEST}munity`)
    expect(JSON.parse((await latchkey('invites', 'resend', GUEST, '--json')).out).id).toBe(open)
  })

  it.each([
    ['an unknown id', NOBODY, 'This invite is not known.'],
    ['an unknown address', 'nobody@example.com', 'This invite is not known.'],
    ['the beginning of an address', 'guest@example.co', 'This invite is not known.'],
    ['what is neither', 'guest', 'This is neither the id of an invite nor an email address.'],
  ])('refuses %s, and mails nothing', async (_, operand, message) => {
    const { latchkey, invited, mail } = await invitingShell()
    await invited()
    expect(await latchkey('invites', 'resend', operand)).toEqual({ code: 1, out: '', err: message })
    expect(mail.mails).toHaveLength(1)
  })

  it.each([
    ['was accepted', 'accepted_at', 'This invite was already used.'],
    ['was withdrawn', 'revoked_at', 'This invite has been withdrawn.'],
  ])('refuses an invite that %s', async (_, column, message) => {
    const { latchkey, invited, mail, sql } = await invitingShell()
    await invited()
    await sql(`UPDATE invites SET ${column} = 1`)
    expect(await latchkey('invites', 'resend', GUEST)).toEqual({ code: 1, out: '', err: message })
    expect(mail.mails).toHaveLength(1)
  })

  it('leaves the old link good when the mail does not leave', async () => {
    const { latchkey, invited, mail, invites } = await invitingShell()
    await invited()
    const before = await invites()
    mail.treat('rejects the mail')
    const { code, out, err } = await latchkey('invites', 'resend', GUEST)
    expect([code, out, err.split('\n').at(-1)]).toEqual([1, '', 'The email could not be sent.'])
    expect(await invites()).toEqual(before)
  })

  it('is refused while invites are switched off', async () => {
    const { latchkey } = await invitingShell({ ENABLE_INVITE: 'false' })
    const message = 'Invites are switched off: set ENABLE_INVITE=true.'
    expect(await latchkey('invites', 'resend', GUEST)).toEqual({ code: 1, out: '', err: message })
  })

  it('exits with 2 when it is not told which invite', async () => {
    const { latchkey } = await invitingShell()
    const { code, err } = await latchkey('invites', 'resend')
    expect([code, err]).toEqual([2, expect.stringMatching(/^<invite> is missing\n/)])
  })
})
