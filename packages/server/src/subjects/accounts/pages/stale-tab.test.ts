import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../../test/support/administered.ts'
import { atAccount } from '../../../../test/support/at-account.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const BOB = 'bob@example.com'
const SAID = /now signed in to a different account\. Nothing was changed/

/** Bob signs in in another tab of the same browser; what was on the screen stays there. */
const bobSignsIn = async ({ browser }: PageVisitor) =>
  expect((await browser.post('/auth/login', { email: BOB, password: PASSWORD })).status).toBe(200)

describe('a page that was shown to somebody else than who is signed in now', () => {
  it('renames nobody', async () => {
    const { visitor, signedUp, sql } = await atAccount()
    await signedUp(BOB)
    await bobSignsIn(visitor)
    const page = await visitor.submit('rename', { name: 'Changed' })
    expect([page.status, page.text]).toEqual([409, expect.stringMatching(SAID)])
    expect((await sql(`SELECT name FROM accounts`)).map(({ name }) => name)).toEqual(['Ada', 'Ada'])
  })

  it('leads to no provider', async () => {
    const here = await oauthWorld()
    const visitor = new PageVisitor(await here.signedUp('ada@example.com'))
    await here.signedUp(BOB)
    await visitor.open('/account/connections')
    await bobSignsIn(visitor)
    const page = await visitor.submit('link', { provider: 'corp' })
    expect([page.status, page.address]).toEqual([409, '/account/connections'])
  })

  it('signs nobody out', async () => {
    const { visitor, signedUp } = await atAccount()
    await signedUp(BOB)
    await bobSignsIn(visitor)
    expect((await visitor.submit('signOut')).text).toMatch(SAID)
    expect((await visitor.browser.get('/auth/me')).body.email).toBe(BOB)
  })

  it('signs nobody out whose session has to be refreshed first', async () => {
    const { visitor, signedUp, clock } = await atAccount('/sign-out', { SESSION_TTL: '1h' })
    await signedUp(BOB)
    await bobSignsIn(visitor)
    clock.advance(3_700_000)
    expect((await visitor.submit('signOut')).text).toMatch(SAID)
    expect((await visitor.browser.get('/auth/me')).body.email).toBe(BOB)
  })

  it('bans nobody in the name of another administrator', async () => {
    const here = await administered()
    const bob = await here.signedUp(BOB)
    const { id } = (await bob.get('/auth/me')).body
    const visitor = new PageVisitor(here.root)
    await visitor.open(`/console/users/${id}`)
    await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [BOB])
    await here.sql(`UPDATE sessions SET second_factor_at = 1 WHERE account_id = ?`, [id])
    for (const [name, value] of bob.jar) visitor.browser.jar.set(name, value)
    expect((await visitor.submit('ban')).text).toMatch(SAID)
    expect(await here.sql(`SELECT email FROM accounts WHERE banned_at IS NOT NULL`)).toEqual([])
    expect((await here.sql(`SELECT email FROM accounts WHERE role = 'admin' ORDER BY email`)).map(({ email }) => email)).toEqual([
      BOB,
      ROOT,
    ])
  })

  it('does what it says once it is shown anew', async () => {
    const { visitor, signedUp, sql } = await atAccount()
    await signedUp(BOB)
    await bobSignsIn(visitor)
    await visitor.open('/account')
    await visitor.submit('rename', { name: 'Bob' })
    expect(await sql(`SELECT name FROM accounts WHERE email = ?`, [BOB])).toEqual([{ name: 'Bob' }])
  })
})
