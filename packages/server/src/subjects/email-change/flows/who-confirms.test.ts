import { describe, expect, it } from 'vitest'
import { addPasskey, addTotp, enterByPasskey, STEP_MS } from '../../../../test/support/factored.ts'
import { DAY, moving, NEW, settledMoving } from '../../../../test/support/moving.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const BOTH = ['new', 'old']
type Moving = Awaited<ReturnType<typeof moving>>

const asked = async ({ owner }: Pick<Moving, 'owner'>) => (await owner.post('/auth/email/change', { email: NEW })).body.confirm

describe('who confirms a new address', () => {
  it('is the new mailbox alone after a step-up with an authenticator app of more than a week', async () => {
    expect(await asked(await settledMoving())).toEqual(['new'])
  })

  it('is both after one that is younger, to the millisecond', async () => {
    const here = await moving()
    const { app } = await addTotp(here, here.owner)
    here.clock.advance(7 * DAY - STEP_MS - 1)
    await here.owner.post('/auth/step-up', { code: app.code() })
    expect(await asked(here)).toEqual(BOTH)
    here.clock.advance(1)
    expect(await asked(here)).toEqual(['new'])
  })

  it('is both after a recovery code, however old', async () => {
    const here = await moving()
    const { recoveryCodes } = await addTotp(here, here.owner)
    here.clock.advance(8 * DAY)
    await here.owner.post('/auth/step-up', { code: recoveryCodes[0] })
    expect(await asked(here)).toEqual(BOTH)
  })

  it('goes by the age of the very passkey that was shown', async () => {
    const here = await moving()
    const old = await addPasskey(here.owner)
    here.clock.advance(8 * DAY)
    const entered = here.browser()
    await enterByPasskey(entered, old.authenticator)
    expect(await asked({ owner: entered })).toEqual(['new'])
    const young = await addPasskey(entered)
    const thief = here.browser()
    await enterByPasskey(thief, young.authenticator)
    expect(await asked({ owner: thief })).toEqual(BOTH)
    await enterByPasskey(entered, old.authenticator)
    expect(await asked({ owner: entered })).toEqual(['new'])
  })

  it('is both after a mailed code', async () => {
    const { owner, sql, mail, ...here } = await moving()
    await sql(`UPDATE accounts SET password_hash = NULL`)
    here.clock.advance(DAY)
    await owner.post('/auth/step-up/send')
    const { code } = await mail.newest('ada@example.com')
    await owner.post('/auth/step-up', { code })
    expect(await asked({ owner })).toEqual(BOTH)
  })

  it('is the new mailbox alone where the old one was never proved, and that gets no link', async () => {
    const { sql, move, owner } = await moving()
    await sql(`UPDATE accounts SET verified_at = NULL`)
    const { replies, told, revertCode } = await move()
    expect(replies.map(({ body }) => body.completed)).toEqual([true])
    expect([revertCode, told.includes(NEW)]).toEqual(['', false])
    expect((await owner.get('/auth/me')).body).toMatchObject({ email: NEW, isVerified: true })
  })

  it('is what EMAIL_CHANGE_CONFIRM says, which may be the new one alone', async () => {
    const { move } = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { replies, revertCode } = await move()
    expect(replies.map(({ body }) => body.completed)).toEqual([true])
    expect(revertCode).toHaveLength(43)
  })

  it('or both, whatever was proved', async () => {
    const { move } = await settledMoving({ EMAIL_CHANGE_CONFIRM: 'both' })
    const { replies, revertCode } = await move()
    expect(replies.map(({ body }) => body.completed)).toEqual([false, true])
    expect(revertCode).toBe('')
  })

  it('forgets a strong proof once a weaker one has taken its place', async () => {
    const here = await moving()
    await addPasskey(here.owner)
    here.clock.advance(8 * DAY)
    await here.owner.post('/auth/step-up', { password: PASSWORD })
    expect(await asked(here)).toEqual(BOTH)
  })
})
