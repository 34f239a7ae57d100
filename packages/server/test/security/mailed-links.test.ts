import { describe, expect, inject, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { mailedCode, memberFor, NEW_PASSWORD, purposes, redeemAt } from '../support/mailed-codes.ts'
import { type World, world } from '../support/world.ts'

const FETCHES = 20
const redeemRoutes = ['/auth/verify-email', '/auth/reset-password', '/auth/set-password/confirm', '/auth/account/delete/confirm']

const tableNames = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table'`,
  postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
}

/** Every row of every table, but for when a session was last seen, and what processes tell each other. */
async function dump({ sql }: World): Promise<Record<string, readonly string[]>> {
  const tables = (await sql(tableNames[inject('engine')])).map(({ name }) => String(name))
  expect(tables).toEqual(expect.arrayContaining(['accounts', 'sessions', 'codes', 'outbox', 'audit_events']))
  const dumped: Record<string, readonly string[]> = {}
  for (const table of tables) {
    const rows = await sql(`SELECT * FROM ${table}`)
    dumped[table] = rows.map(({ last_active_at: _, renewals: __, ...row }) => JSON.stringify(row)).sort()
  }
  return dumped
}

/** A browser does not send the fragment; some scanners turn it into a query, or put it into the path. */
function formsOf(link: string): string[] {
  const { pathname, hash } = new URL(link)
  const fragment = hash.slice(1)
  return [pathname, `${pathname}?${fragment}`, `${pathname}?utm=x&${fragment}`, `${pathname}/${encodeURIComponent(fragment)}`]
}

async function scan(visitor: Browser, link: string): Promise<void> {
  for (const url of formsOf(link)) {
    for (let n = 0; n < FETCHES; n++) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await visitor.send(method, url)
        expect(status).toBeLessThan(500)
      }
    }
  }
}

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
