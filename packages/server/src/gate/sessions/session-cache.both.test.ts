import { describe, expect, inject, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../test/support/administered.ts'
import type { Browser } from '../../../test/support/browser.ts'
import { inUse } from '../../../test/support/in-use.ts'
import { PASSWORD, type World, world } from '../../../test/support/world.ts'

/** How many queries a check takes. */
async function queriesOf(here: Pick<World, 'queries'>, browser: Browser): Promise<number> {
  const before = here.queries()
  await browser.get('/auth/me')
  return here.queries() - before
}

describe('a session that is kept in memory', () => {
  it('is checked without a query, and answered word for word as with one', async () => {
    const here = await world()
    await inUse(here)
    const ada = await here.signedUp()
    const first = await ada.get('/auth/me')
    expect(await queriesOf(here, ada)).toBe(0)
    expect((await ada.get('/auth/me')).text).toBe(first.text)
    expect((await ada.get('/auth/check')).body.user.email).toBe('ada@example.com')
  })

  it('is none where SESSION_CACHE_SIZE is 0', async () => {
    const here = await world({ env: { SESSION_CACHE_SIZE: '0' } })
    const ada = await here.signedUp()
    await ada.get('/auth/me')
    expect(await queriesOf(here, ada)).toBe(1)
    expect(here.depsFor().sessionCache.look()).toEqual({ hits: 0, misses: 0, evictions: 0, isHeld: false })
  })

  it('makes room for another, the longest unused first', async () => {
    const here = await world({ env: { SESSION_CACHE_SIZE: '2' } })
    await inUse(here)
    const [ada, eve, zoe] = [
      await here.signedUp('a@example.com'),
      await here.signedUp('e@example.com'),
      await here.signedUp('z@example.com'),
    ]
    for (const one of [ada, eve, ada, zoe]) await one.get('/auth/me')
    expect([await queriesOf(here, ada), await queriesOf(here, zoe), await queriesOf(here, eve)]).toEqual([0, 0, 1])
  })

  it('expires in memory', async () => {
    const here = await world()
    await inUse(here)
    const ada = await here.signedUp()
    await ada.get('/auth/me')
    here.clock.advance(24 * 3600_000)
    ada.jar.delete('app_refresh')
    expect((await ada.get('/auth/me')).status).toBe(401)
  })

  it('notes its last use once a minute, and not with every check after one', async () => {
    const here = await world()
    await inUse(here)
    const ada = await here.signedUp()
    await ada.get('/auth/me')
    here.clock.advance(61_000)
    expect([await queriesOf(here, ada), await queriesOf(here, ada)]).toEqual([1, 0])
    const { session } = (await ada.get('/auth/me')).body
    expect(session.lastActiveAt).toBe(new Date(here.clock.now()).toISOString())
  })

  it('is never that there is none', async () => {
    const here = await world()
    await inUse(here)
    const nobody = here.browser()
    nobody.jar.set('app_session', 'a'.repeat(43))
    expect([await queriesOf(here, nobody), await queriesOf(here, nobody)]).toEqual([1, 1])
  })

  it.runIf(inject('engine') === 'sqlite')('is forgotten when anything else writes to the file', async () => {
    const here = await world()
    const ada = await here.signedUp()
    await ada.get('/auth/me')
    await here.elsewhere.query(`UPDATE accounts SET name = 'Countess'`)
    expect((await ada.get('/auth/me')).body.name).toBe('Countess')
  })
})

type Scene = Awaited<ReturnType<typeof administered>>
const status = async (browser: Browser) => (await browser.get('/auth/me')).status

/** What is done, and what a check of Ada's session answers then. */
const changes: Readonly<Record<string, (here: Scene) => Promise<unknown>>> = {
  logout: ({ ada }) => ada.clone().post('/auth/logout'),
  'the end of all other sessions': async ({ browser }) => {
    const other = browser()
    await other.post('/auth/login', { email: ADA, password: PASSWORD })
    return other.delete('/auth/sessions')
  },
  'a change of the password elsewhere': async ({ browser }) => {
    const other = browser()
    await other.post('/auth/login', { email: ADA, password: PASSWORD })
    return other.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' })
  },
  'a ban': ({ root, adaId }) => root.send('PATCH', `/admin/users/${adaId}/ban`),
  'the end by an administrator': ({ root, adaId }) => root.delete(`/admin/users/${adaId}/sessions`),
  'the deletion by an administrator': ({ root, adaId }) => root.delete(`/admin/users/${adaId}`),
  'the deletion by its owner': ({ ada }) => ada.clone().delete('/auth/account', { password: PASSWORD }),
  'a refresh': ({ ada }) => ada.clone().post('/auth/refresh'),
}

describe('a change that was acknowledged', () => {
  it.each(Object.entries(changes))('is seen by the next check: %s', async (_name, change) => {
    const here = await administered()
    await inUse(here)
    const ada = here.ada.clone()
    ada.jar.delete('app_refresh')
    expect([await status(ada), await status(ada)]).toEqual([200, 200])
    const { status: done } = (await change(here)) as { status: number }
    expect([done, await status(ada)]).toEqual([200, 401])
  })

  it('is seen by the next check: name, role, language, second factor', async () => {
    const here = await administered()
    await inUse(here)
    const { ada, root, adaId } = here
    const me = async () => (await ada.get('/auth/me')).body
    await me()
    await ada.put('/auth/name', { name: 'Countess' })
    expect(await me()).toMatchObject({ name: 'Countess', role: 'user' })
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })
    expect(await me()).toMatchObject({ role: 'admin', twoFactorEnabled: false })
    await ada.post('/auth/2fa/enable', { password: PASSWORD })
    expect(await me()).toMatchObject({ twoFactorEnabled: true })
    await ada.put('/auth/language', { language: 'de' })
    expect((await ada.get('/account')).text).toContain('lang="de"')
    expect((await root.get('/auth/me')).body.email).toBe(ROOT)
  })
})
