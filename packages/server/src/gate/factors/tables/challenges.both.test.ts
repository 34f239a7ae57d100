import { describe, expect, it } from 'vitest'
import { gated } from '../../../../test/support/gated.ts'
import { challengeCodesIn } from './challenge-codes.ts'
import { challengesIn } from './challenges.ts'

/** An open challenge whose code was mailed, and the table it is in. */
async function mailed() {
  const { depsFor, clock, challengeId, sql } = await gated()
  const { store } = depsFor()
  const [challenges, table] = [challengesIn(store), challengeCodesIn(store)]
  const now = clock.now()
  const minted = { codeHash: 'fresh', expiresAt: now + 1000, mailId: 'mail', mailPendingUntil: now + 100 }
  return { challenges, table, now, minted, challengeId, set: (change: string) => sql(`UPDATE challenges SET ${change}`) }
}

describe('a challenge that gets a fresh code', () => {
  it.each([true, false])(
    'no longer counts as mailed until that code is, whether it was a resend (%s) or a login',
    async (isResend) => {
      const { table, now, minted, challengeId } = await mailed()
      expect((await table.find(challengeId))?.mailAcceptedAt).toBe(now)
      expect(await table.remint(challengeId, minted, isResend, now)).toBe(true)
      expect(await table.find(challengeId)).toMatchObject({
        codeHash: 'fresh',
        expiresAt: now + 1000,
        resends: isResend ? 1 : 0,
        mailPendingUntil: now + 100,
        mailAcceptedAt: undefined,
      })
    },
  )

  it('gets no other one while that is on its way', async () => {
    const { table, now, minted, challengeId } = await mailed()
    await table.remint(challengeId, minted, true, now)
    const rival = { ...minted, codeHash: 'rival' }
    expect(await table.remint(challengeId, rival, true, now + 99)).toBe(false)
    expect((await table.find(challengeId))?.codeHash).toBe('fresh')
    expect(await table.remint(challengeId, rival, true, now + 100)).toBe(true)
  })

  it.each([
    ['is used', `used_at = 1`],
    ['has expired', `expires_at = 1`],
    ['is out of guesses', `guesses = 5`],
  ])('gets none once it %s', async (_what, change) => {
    const { table, now, minted, challengeId, set } = await mailed()
    await set(change)
    for (const isResend of [true, false]) expect(await table.remint(challengeId, minted, isResend, now)).toBe(false)
  })

  it('gets none by a resend once three were used, but still by a login', async () => {
    const { table, now, minted, challengeId, set } = await mailed()
    await set(`resends = 3`)
    expect(await table.remint(challengeId, minted, true, now)).toBe(false)
    expect(await table.remint(challengeId, minted, false, now)).toBe(true)
  })
})

describe('the mail of a challenge', () => {
  it('is marked by its own sender alone, and only while it is on its way', async () => {
    const { table, now, minted, challengeId } = await mailed()
    const pendingUntil = async () => (await table.find(challengeId))?.mailPendingUntil
    await table.remint(challengeId, minted, true, now)
    await table.renewMark(challengeId, 'of another', now + 500)
    expect(await pendingUntil()).toBe(now + 100)
    await table.renewMark(challengeId, 'mail', now + 500)
    expect(await pendingUntil()).toBe(now + 500)
    expect(await table.setSent(challengeId, 'of another', now)).toBe(false)
    expect(await table.remove(challengeId, 'of another')).toBe(false)
    expect(await table.setSent(challengeId, 'mail', now)).toBe(true)
    await table.renewMark(challengeId, 'mail', now + 900)
    expect(await table.find(challengeId)).toMatchObject({ mailPendingUntil: 0, mailAcceptedAt: now })
  })
})

describe('a challenge that is spent', () => {
  it('is spent once, while it lasts', async () => {
    const { challenges, now, challengeId } = await mailed()
    const { expiresAt } = (await challenges.find(challengeId)) ?? { expiresAt: 0 }
    expect(await challenges.take(challengeId, expiresAt)).toBe(false)
    expect(await challenges.take(challengeId, now)).toBe(true)
    expect(await challenges.take(challengeId, now)).toBe(false)
  })

  it('knows the code that it has', async () => {
    const { table, challengeId, set } = await mailed()
    await set(`code_hash = 'right'`)
    expect(await table.isCurrent(challengeId, 'wrong')).toBe(false)
    expect(await table.isCurrent(challengeId, 'right')).toBe(true)
    await set(`code_hash = ''`)
    expect(await table.isCurrent(challengeId, '')).toBe(false)
  })
})
