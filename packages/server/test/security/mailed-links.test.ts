import { describe, expect, it } from 'vitest'
import { mailedCode, memberFor, NEW_PASSWORD, purposes, redeemAt } from '../support/mailed-codes.ts'
import { dump, FETCHES, scan } from '../support/scanned.ts'
import { world } from '../support/world.ts'

const redeemRoutes = ['/auth/verify-email', '/auth/reset-password', '/auth/set-password/confirm', '/auth/account/delete/confirm']

describe('a mailed link', () => {
  it.each(purposes)(
    `%s: fetched ${FETCHES} times over, signed in or not, changes nothing and its code still works`,
    async (purpose) => {
      const here = await world({ withMail: true })
      const who = await memberFor(here, purpose, 'ada@example.com')
      const { link, code } = await mailedCode(here, purpose, who)
      expect(link).toContain(code)
      await here.outbox.idle()

      const before = await dump(here)
      await scan(here.browser(), link)
      await scan(who.browser.clone(), link)
      expect(await dump(here)).toEqual(before)
      expect((await redeemAt[purpose](here, who, code)).status).toBe(200)
      expect(await dump(here)).not.toEqual(before)
    },
  )

  it('GET and HEAD of the routes that redeem it redeem nothing', async () => {
    const here = await world({ withMail: true })
    const who = await memberFor(here, 'delete-account', 'ada@example.com')
    const codes: string[] = []
    for (const purpose of purposes) codes.push((await mailedCode(here, purpose, who)).code)
    await here.outbox.idle()
    const before = await dump(here)
    for (const url of redeemRoutes) {
      for (const code of codes) {
        const query = new URLSearchParams({ code, userId: who.id, newPassword: NEW_PASSWORD })
        for (const method of ['GET', 'HEAD']) {
          expect((await who.browser.clone().send(method, `${url}?${query}`)).status, url).toBe(405)
        }
      }
    }
    expect(await dump(here)).toEqual(before)
  })
})
