import { describe, expect, it } from 'vitest'
import { fromCommandLine, GUEST, invitingShell } from '../../../../test/support/inviting-shell.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

describe('latchkey invites revoke', () => {
  it.each(['id', 'address'])('withdraws the invite with this %s', async (by) => {
    const { latchkey, invited, invites, trail } = await invitingShell()
    const [id, other] = [await invited(), await invited('other@example.com')]
    expect(await latchkey('invites', 'revoke', by === 'id' ? id : GUEST)).toEqual({
      code: 0,
      out: `The invite for ${GUEST} was withdrawn (${id}).`,
      err: '',
    })
    expect(await invites()).toMatchObject([
      { id, revoked_at: expect.any(Number) },
      { id: other, revoked_at: null },
    ])
    expect((await trail()).at(-1)).toEqual(fromCommandLine('invite.revoked', id))
  })

  it('makes room for a new invite to the same address', async () => {
    const { latchkey, invited } = await invitingShell()
    const first = await invited()
    await latchkey('invites', 'revoke', GUEST)
    expect(await invited()).not.toBe(first)
  })

  it.each([
    ['an unknown id', NOBODY, 'This invite is not known.'],
    ['an unknown address', 'nobody@example.com', 'This invite is not known.'],
    ['what is neither', 'guest', 'This is neither the id of an invite nor an email address.'],
  ])('refuses %s', async (_, operand, message) => {
    const { latchkey, invited, invites } = await invitingShell()
    await invited()
    expect(await latchkey('invites', 'revoke', operand)).toEqual({ code: 1, out: '', err: message })
    expect(await invites()).toMatchObject([{ revoked_at: null }])
  })

  it.each([
    ['was accepted', 'accepted_at', 'This invite was already used.'],
    ['was withdrawn', 'revoked_at', 'This invite has been withdrawn.'],
  ])('refuses an invite that %s, and writes nothing', async (_, column, message) => {
    const { latchkey, invited, invites, trail, sql } = await invitingShell()
    await invited()
    await sql(`UPDATE invites SET ${column} = 1`)
    expect(await latchkey('invites', 'revoke', GUEST)).toEqual({ code: 1, out: '', err: message })
    expect(await invites()).toMatchObject([{ [column]: 1 }])
    expect(await trail()).toHaveLength(1)
  })

  it('is refused while invites are switched off', async () => {
    const { latchkey } = await invitingShell({ ENABLE_INVITE: 'false' })
    const message = 'Invites are switched off: set ENABLE_INVITE=true.'
    expect(await latchkey('invites', 'revoke', GUEST)).toEqual({ code: 1, out: '', err: message })
  })
})
