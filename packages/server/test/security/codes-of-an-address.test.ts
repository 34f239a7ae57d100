import { describe, expect, it } from 'vitest'
import { mailedCode, memberFor, purposes, redeemAt } from '../support/mailed-codes.ts'
import { world } from '../support/world.ts'

const OLD = 'ada@example.com'
const NEW = 'ada@example.org'

/**
 * A code that is asked for while the address changes may be written after that has ended all codes, and go to the mailbox that the
 * account has left: of a thief, whose change was just taken back.
 */
describe('a code that was mailed to an address which the account has no more', () => {
  it.each(purposes)('%s: is good for nothing, and is none of the new address', async (purpose) => {
    const here = await world({ withMail: true, env: { SESSION_CACHE_SIZE: '0' } })
    const who = await memberFor(here, purpose, OLD)
    const { code } = await mailedCode(here, purpose, who)
    await here.sql(`UPDATE accounts SET email = ?, words_of = ? || ' ' || name`, [NEW, NEW])
    const before = await here.sql(`SELECT password_hash, verified_at, credential_version FROM accounts`)
    expect((await redeemAt[purpose](here, who, code)).status).toBe(400)
    expect(await here.sql(`SELECT password_hash, verified_at, credential_version FROM accounts`)).toEqual(before)
    await here.sql(`UPDATE accounts SET email = ?, words_of = ? || ' ' || name`, [OLD, OLD])
    expect((await redeemAt[purpose](here, who, code)).status).toBe(200)
  })

  it('tells its holder nothing of the account on the page of its link', async () => {
    const here = await world({ withMail: true })
    const who = await memberFor(here, 'reset-password', OLD)
    const { code } = await mailedCode(here, 'reset-password', who)
    await here.sql(`UPDATE accounts SET email = ?, words_of = ? || ' ' || name`, [NEW, NEW])
    const form = new URLSearchParams({ _action: 'open', code }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { text } = await here.browser().post('/reset-password', undefined, { headers, raw: form })
    expect(text).not.toContain(NEW)
  })
})
