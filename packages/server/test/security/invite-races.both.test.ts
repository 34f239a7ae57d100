import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { invited } from '../support/invited.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD, type World } from '../support/world.ts'

const outcome = ({ status, body }: Reply): string => (status < 300 ? 'success' : `${status} ${body.error}`)

/** A fresh invite, its code, and what became of it. */
async function freshInvite({ admin, mail, sql }: Awaited<ReturnType<typeof invited>>, email: string) {
  const { body } = await admin.clone().post('/admin/invites', { email })
  const { code } = await mail.newest(email)
  const id: string = body.id
  const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
  const left = async () => {
    const [invite] = await sql(`SELECT accepted_at, revoked_at FROM invites WHERE id = ?`, [id])
    const accounts = await sql(`SELECT id FROM accounts WHERE email = ?`, [email])
    return { isAccepted: invite?.['accepted_at'] !== null, isRevoked: invite?.['revoked_at'] !== null, accounts: accounts.length }
  }
  return { id, form, left }
}

/** Whoever starts with a redemption is done before its password is hashed: every other round starts after that. */
const startOf = ({ hasher }: World, round: number): Promise<void> =>
  round % 2 === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        hasher.afterNext = async () => resolve()
      })

describe(`one invite, ${ROUNDS} times`, () => {
  it('redeemed by 20 at once: one account', { timeout }, async () => {
    const here = await invited()
    for (let round = 0; round < ROUNDS; round++) {
      const { form, left } = await freshInvite(here, `r${round}@example.com`)
      const replies = await Promise.all(Array.from({ length: 20 }, () => here.browser().post('/auth/invite/register', form)))
      const outcomes = replies.map(outcome).sort()
      expect(outcomes).toEqual([...Array.from({ length: 19 }, () => '410 invite_already_used'), 'success'])
      expect(await left()).toEqual({ isAccepted: true, isRevoked: false, accounts: 1 })
    }
  })

  it('redeemed and withdrawn at once: an account or a withdrawn invite, never both or neither', { timeout }, async () => {
    const here = await invited()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, form, left } = await freshInvite(here, `r${round}@example.com`)
      const redeem = () => here.browser().post('/auth/invite/register', form)
      const revoke = () => here.admin.clone().delete(`/admin/invites/${id}`)
      const [redeemed, revoked] = await Promise.all([redeem(), startOf(here, round).then(revoke)])
      const isIn = redeemed.status === 201
      expect([outcome(redeemed), outcome(revoked)]).toEqual(
        isIn ? ['success', '410 invite_already_used'] : ['410 invite_already_used', 'success'],
      )
      expect(await left()).toEqual({ isAccepted: isIn, isRevoked: !isIn, accounts: isIn ? 1 : 0 })
    }
  })

  it('redeemed and mailed again at once: the account, or the new link; the old one never works afterwards', {
    timeout,
  }, async () => {
    const here = await invited()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, form, left } = await freshInvite(here, `r${round}@example.com`)
      const redeem = () => here.browser().post('/auth/invite/register', form)
      const resend = () => here.admin.clone().post(`/admin/invites/${id}/resend`)
      const [redeemed, resent] = await Promise.all([redeem(), startOf(here, round).then(resend)])
      const isIn = redeemed.status === 201
      expect([outcome(redeemed), outcome(resent)]).toEqual(
        isIn ? ['success', '410 invite_already_used'] : [expect.stringMatching(/^4(04|10) invite_/), 'success'],
      )
      expect(await left()).toEqual({ isAccepted: isIn, isRevoked: false, accounts: isIn ? 1 : 0 })
      expect((await here.browser().post('/auth/invite/register', form)).status).toBe(isIn ? 410 : 404)
    }
  })
})

describe(`one address, ${ROUNDS} times`, () => {
  it('invited by ten at once: one invite, one mail', { timeout }, async () => {
    const { admin, mail, sql } = await invited()
    for (let round = 0; round < ROUNDS; round++) {
      const email = `r${round}@example.com`
      const replies = await Promise.all(Array.from({ length: 10 }, () => admin.clone().post('/admin/invites', { email })))
      const outcomes = replies.map(outcome).sort()
      expect(outcomes).toEqual([...Array.from({ length: 9 }, () => '409 invite_already_exists'), 'success'])
      expect(await sql(`SELECT id FROM invites WHERE email = ?`, [email])).toHaveLength(1)
      expect(mail.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
    }
  })

  it('invited and registered at once: the account is one, whichever door it came through', { timeout }, async () => {
    const here = await invited()
    for (let round = 0; round < ROUNDS; round++) {
      const email = `r${round}@example.com`
      const { form, left } = await freshInvite(here, email)
      const [invite, register] = await Promise.all([
        here.browser().post('/auth/invite/register', form),
        here.browser().post('/auth/register', { email, password: PASSWORD, name: 'Guest' }),
      ])
      const isIn = invite.status === 201
      expect([outcome(invite), outcome(register)].sort()).toEqual(['409 email_already_exists', 'success'])
      expect(await left()).toEqual({ isAccepted: isIn, isRevoked: false, accounts: 1 })
    }
  })
})
