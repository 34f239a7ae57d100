import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { addPasskey, EMAIL } from '../../../../test/support/factored.ts'
import { codeIn, DAY, NEW, settledMoving, signIn } from '../../../../test/support/moving.ts'
import { shell } from '../../../../test/support/shell.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const THIRD = 'ada@example.net'
const invalid = { status: 400, body: { error: 'code_invalid' } }

type Moving = Awaited<ReturnType<typeof settledMoving>>
const addressOf = async ({ sql }: Moving) => (await sql(`SELECT email FROM accounts WHERE role = 'user'`))[0]?.['email']

/** Mails to an address that carry a link which takes a change back. */
const reverts = async (here: Moving, to: string) => {
  await here.outbox.idle()
  return here.mail.mails.filter(({ recipients, link }) => recipients.includes(to) && link?.includes('/revert-email#'))
}

describe('a change of address that leads back to one which could still be restored', () => {
  it('gives no link to the mailbox in between, and ends the one that is out', async () => {
    const here = await settledMoving()
    const { revertCode } = await here.move()
    await here.prove()
    await here.move(EMAIL, NEW)
    expect(await addressOf(here)).toBe(EMAIL)
    expect(await reverts(here, NEW)).toEqual([])
    expect(await here.revert(revertCode)).toMatchObject(invalid)
  })

  it('ends every link made since, and none from before', async () => {
    const here = await settledMoving()
    const first = await here.move()
    await here.prove()
    const second = await here.move(THIRD, NEW)
    await here.prove()
    await here.move(NEW, THIRD)
    expect(await here.revert(second.revertCode)).toMatchObject(invalid)
    expect(await reverts(here, THIRD)).toEqual([])
    expect((await here.revert(first.revertCode)).status).toBe(200)
    expect(await addressOf(here)).toBe(EMAIL)
  })

  it('gives none to a mailbox that both had agreed on either, for as long as a link would have lived', async () => {
    const here = await settledMoving({ EMAIL_CHANGE_CONFIRM: 'both' })
    await here.move()
    const row = await here.sql(`SELECT agreed, ended_at FROM email_reverts`)
    expect(row).toMatchObject([{ agreed: 1, ended_at: expect.anything() }])
    await here.prove()
    await here.move(EMAIL, NEW)
    expect(await here.sql(`SELECT id FROM email_reverts WHERE ended_at IS NULL OR agreed = 1`)).toEqual([])
  })

  it('gives none either where a restore of the database has ended the link', async () => {
    const here = await settledMoving()
    const { revertCode } = await here.move()
    expect((await shell({ DATABASE_URL: here.database.url }).latchkey('restored', '--yes')).code).toBe(0)
    expect(await here.revert(revertCode)).toMatchObject(invalid)
    here.clock.advance(30_000)
    const { body } = await signIn(here.owner, NEW)
    await here.owner.post('/auth/2fa/verify', { challengeId: body.challengeId, code: here.totp.code() })
    await here.prove()
    await here.move(EMAIL, NEW)
    expect(await addressOf(here)).toBe(EMAIL)
    expect(await reverts(here, NEW)).toEqual([])
  })

  it('is an ordinary change once the link has run out', async () => {
    const here = await settledMoving()
    await here.move()
    here.clock.advance(8 * DAY)
    await signIn(here.owner, NEW).then(async ({ body }) =>
      here.owner.post('/auth/2fa/verify', { challengeId: body.challengeId, code: here.totp.code() }),
    )
    await here.prove()
    await here.move(EMAIL, NEW)
    expect(await reverts(here, NEW)).toHaveLength(1)
  })

  it('is none after a link was used: whoever takes the address again can be stopped again', async () => {
    const here = await settledMoving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { revertCode } = await here.move()
    await here.revert(revertCode)
    await here.outbox.idle()
    const [reset] = here.mail.mails.flatMap(({ link }) => (link?.includes('/reset-password#') ? [link] : [])).slice(-1)
    const code = codeIn(reset ?? '')
    await here.browser().post('/auth/reset-password', { code, newPassword: PASSWORD })
    here.clock.advance(30_000)
    const { body } = await signIn(here.owner)
    await here.owner.post('/auth/2fa/verify', { challengeId: body.challengeId, code: here.totp.code() })
    const again = await here.move()
    expect(again.revertCode).not.toBe('')
    expect((await here.revert(again.revertCode)).status).toBe(200)
  })
})

describe('PATCH /admin/users/{id}/email after an account was taken over', () => {
  async function takenOver() {
    const here = await settledMoving()
    const root = await signedInAsAdmin(here, 'root@example.com')
    const { revertCode } = await here.move()
    const [row] = await here.sql(`SELECT id FROM accounts WHERE role = 'user'`)
    const change = (body: object) => root.send('PATCH', `/admin/users/${row?.['id']}/email`, body)
    return { ...here, change, revertCode }
  }

  it.each([
    ['the old address', { email: EMAIL }],
    ['the old address, said to be final', { email: EMAIL, revertible: false }],
    ['another address, said to be final', { email: THIRD, revertible: false }],
  ])('gives the thief no way back: %s', async (_what, body) => {
    const here = await takenOver()
    expect((await here.change(body)).status).toBe(200)
    expect(await reverts(here, NEW)).toEqual([])
    expect(await addressOf(here)).toBe(body.email)
  })

  it('ends the links that are out, and mails one of its own unless told otherwise', async () => {
    const here = await takenOver()
    await here.change({ email: THIRD })
    expect(await here.revert(here.revertCode)).toMatchObject(invalid)
    const [link] = await reverts(here, NEW)
    expect((await here.revert(codeIn(link?.link ?? ''))).status).toBe(200)
  })

  it('mails none to a banned account, whatever is said', async () => {
    const here = await takenOver()
    await here.sql(`UPDATE accounts SET banned_at = 1 WHERE role = 'user'`)
    await here.change({ email: THIRD, revertible: true })
    expect(await reverts(here, NEW)).toEqual([])
  })
})

describe('a passkey gate that a thief has switched on', () => {
  it('is off after a revert, and the passkey from before stays', async () => {
    const here = await settledMoving()
    await here.owner.post('/auth/step-up', { code: here.totp.code() })
    const { id } = await addPasskey(here.owner)
    here.clock.advance(30 * DAY)
    await here.sql(`UPDATE sessions SET expires_at = ?, refresh_expires_at = ?`, [here.clock.now() + DAY, here.clock.now() + DAY])
    await here.prove()
    expect((await here.owner.post('/auth/2fa/enable', { method: 'passkey' })).status).toBe(200)
    await here.prove()
    const { revertCode } = await here.move()
    expect((await here.revert(revertCode)).status).toBe(200)
    expect(await here.sql(`SELECT passkey_gate_at FROM accounts`)).toMatchObject([{ passkey_gate_at: null }])
    expect(await here.sql(`SELECT id FROM passkeys`)).toEqual([{ id }])
  })
})

describe('the guide for an account that was taken over, followed to the letter', () => {
  it('leaves the thief neither password nor provider, and the owner gets in by the reset', async () => {
    const here = await settledMoving()
    const root = await signedInAsAdmin(here, 'root@example.com')
    const thief = here.browser()
    const [row] = await here.sql(`SELECT id FROM accounts WHERE role = 'user'`)
    const path = `/admin/users/${row?.['id']}`
    await here.sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, vouched_email, created_at, used_at)
      VALUES ('https://corp.example', 's', 'corp', ?, 'thief@example.com', 1, 1)`,
      [row?.['id'] ?? ''],
    )
    for (const [method, route, body] of [
      ['PATCH', 'ban', {}],
      ['DELETE', 'factors', undefined],
      ['PATCH', 'email', { email: THIRD, revertible: false }],
      ['PATCH', 'unban', undefined],
    ] as const)
      expect((await root.send(method, `${path}/${route}`, body)).status, route).toBe(200)
    expect((await signIn(thief, THIRD)).status).toBe(401)
    expect((await signIn(thief, EMAIL)).status).toBe(401)
    expect(await here.sql(`SELECT provider FROM identities`)).toEqual([])
    expect((await root.post(`${path}/reset-password`)).status).toBe(200)
    await here.outbox.idle()
    const [reset] = here.mail.mails.flatMap(({ link }) => (link?.includes('/reset-password#') ? [link] : [])).slice(-1)
    expect((await here.browser().post('/auth/reset-password', { code: codeIn(reset ?? ''), newPassword: PASSWORD })).status).toBe(
      200,
    )
    expect((await signIn(here.browser(), THIRD)).status).toBe(200)
  })
})
