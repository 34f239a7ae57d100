import { describe, expect, it } from 'vitest'
import { asked, authorizing, changeClient, EMAIL, locationOf } from '../../../../test/support/authorizing.ts'
import { together } from '../../../../test/support/rounds.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const AS_PAGE = { headers: { accept: 'text/html' } }

/** A request of Ada's that waits for nothing but to be answered. */
async function waiting() {
  const here = await authorizing()
  const browser = here.browser()
  const begun = await here.begin(browser)
  const back = new URL(locationOf(begun), 'http://x').searchParams.get('returnTo') ?? ''
  await here.signedUp(EMAIL)
  await browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
  const codes = () => here.sql(`SELECT * FROM oidc_codes`)
  return { ...here, ada: browser, back: back.replace('~', ''), codes }
}

describe('a request that waits', () => {
  it('gives one code to ten tabs that come back at once', async () => {
    const { ada, back, codes } = await waiting()
    const replies = await together(10, () => ada.clone().get(back, AS_PAGE))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)])
    expect(await codes()).toHaveLength(1)
  })

  it.each([
    ['is banned', `UPDATE accounts SET banned_at = 1`],
    ['is deleted', `UPDATE accounts SET created_at = -1`],
    ['has the session ended elsewhere', `UPDATE sessions SET revoked_at = 1`],
    ['has all sessions ended', `UPDATE accounts SET session_epoch = session_epoch + 1`],
  ])('gives no code to a person who %s before it is written', async (_what, statement) => {
    const { ada, back, codes, sql, beforeNextTransaction } = await waiting()
    await ada.get('/auth/me')
    beforeNextTransaction(() => sql(statement))
    const reply = await ada.get(back, AS_PAGE)
    expect([reply.status, locationOf(reply).split('?')[0]]).toEqual([303, '/sign-in'])
    expect(await codes()).toEqual([])
  })

  it.each([
    ['switched off', { disabledAt: 1 }],
    ['given other addresses', { redirectUris: ['https://wiki.example.com/other'] }],
  ])('gives no code for a client that is %s before it is written', async (_what, change) => {
    const here = await waiting()
    here.beforeNextTransaction(() => changeClient(here, 'wiki', change))
    const reply = await here.ada.get(here.back, AS_PAGE)
    expect([reply.status, reply.headers['location']]).toEqual([400, undefined])
    expect((await here.ada.get(here.back, AS_PAGE)).status).toBe(400)
    expect(await here.codes()).toEqual([])
  })

  it('asks for what is demanded by then', async () => {
    const here = await waiting()
    here.beforeNextTransaction(() => changeClient(here, 'wiki', { demands: { role: 'admin' } }))
    expect((await here.ada.get(here.back, AS_PAGE)).status).toBe(403)
    expect(await here.codes()).toEqual([])
  })
})

describe('before there is an application', () => {
  it('a stranger is told so by one question to the database, and nothing is kept', async () => {
    const here = await authorizing()
    await here.sql(`DELETE FROM oidc_clients`)
    const before = here.queries()
    expect((await here.browser().get(asked(), AS_PAGE)).status).toBe(400)
    expect(here.queries() - before).toBe(1)
    expect(await here.sql(`SELECT * FROM oidc_requests`)).toEqual([])
  })
})
