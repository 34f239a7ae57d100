import { describe, expect, it } from 'vitest'
import { ADA, administered, idOf, ROOT } from '../../../test/support/administered.ts'
import { addTotp } from '../../../test/support/factored.ts'
import { PASSWORD, type World, world } from '../../../test/support/world.ts'
import { createAccount } from '../../subjects/administration/commands/create-account.ts'
import { withEngine } from '../assembly/with-engine.ts'
import { record, unrecord } from './audit.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ROOTS = '198.51.100.99'
const AS_ROOT = { headers: { 'x-forwarded-for': ROOTS, 'user-agent': 'RootBrowser/1.0' } }

const kept = async ({ sql }: Pick<World, 'sql'>, accountId: string) =>
  sql(`SELECT type, made_by, ip, user_agent, session_id, count FROM activity WHERE account_id = ? ORDER BY created_at, id`, [
    accountId,
  ])

describe('what an administrator does to an account', () => {
  it('is told as such, and neither address nor browser nor session of theirs is kept', async () => {
    const here = await administered({ TRUSTED_PROXIES: '127.0.0.1' })
    const { root, ada, adaId, browser } = here
    await addTotp(here, ada)
    const to = (path: string) => `/admin/users/${adaId}${path}`
    const sessionOf = async () => (await root.get(to('/sessions'))).body.sessions[0].id as string
    const enter = () => browser().post('/auth/login', { email: ADA, password: PASSWORD })
    await root.send('PATCH', to('/name'), { name: 'Ada L.' }, AS_ROOT)
    await root.delete(to('/factors'), undefined, AS_ROOT)
    await enter()
    await root.delete(to(`/sessions/${await sessionOf()}`), undefined, AS_ROOT)
    await root.send('PATCH', to('/verify'), {}, AS_ROOT)
    await root.post(to('/reset-password'), {}, AS_ROOT)
    await enter()
    await root.delete(to('/sessions'), undefined, AS_ROOT)
    await enter()
    await root.send('PATCH', to('/ban'), { reason: 'spam' }, AS_ROOT)
    await root.send('PATCH', to('/unban'), {}, AS_ROOT)
    await root.send('PATCH', to('/role'), { role: 'admin' }, AS_ROOT)
    const rows = await kept(here, adaId)
    const done = rows.filter(({ made_by }) => made_by === 'administrator')
    expect(done.map(({ type }) => type)).toEqual([
      'admin.user.renamed',
      'session.revoked',
      'admin.user.factors_reset',
      'session.revoked',
      'admin.user.verified',
      'admin.user.reset_sent',
      'admin.user.sessions_revoked',
      'session.revoked',
      'admin.user.banned',
      'admin.user.unbanned',
      'admin.user.role_changed',
    ])
    for (const row of done) expect(row).toMatchObject({ ip: '', user_agent: '', session_id: null, count: 1 })
    expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|RootBrowser|spam/)
    const entered = browser()
    await entered.post('/auth/login', { email: ADA, password: PASSWORD })
    const { events } = (await entered.get('/auth/activity?type=admin.user.banned')).body
    expect(events).toMatchObject([{ by: 'administrator', ip: null, browser: null, system: null, isCurrentSession: false }])
  })

  it('is the same for a key, and by the command line', async () => {
    const here = await administered()
    const { key } = (await here.root.post('/admin/keys', { name: 'billing', scopes: ['users:write'] })).body
    const keyed = { headers: { authorization: `Bearer ${key}` } }
    const reply = await here.browser().send('PATCH', `/admin/users/${here.adaId}/name`, { name: 'Ada L.' }, keyed)
    expect(reply.status).toBe(200)
    expect((await kept(here, here.adaId)).at(-1)).toMatchObject({ type: 'admin.user.renamed', made_by: 'administrator', ip: '' })
    const eve = { email: 'eve@example.com', name: 'Eve', password: PASSWORD, role: 'user', isVerified: true } as const
    await withEngine(here.config, (engine) => createAccount(here.config, engine, eve))
    const visitor = here.browser()
    await visitor.post('/auth/login', eve)
    const [, made] = (await visitor.get('/auth/activity')).body.events
    expect(made).toMatchObject({ type: 'user.registered', by: 'administrator', ip: null })
  })

  it('is their own doing where it is their own account, and so is their door; a stranger there is one', async () => {
    const here = await administered()
    await here.root.send('PATCH', `/admin/users/${here.rootId}/name`, { name: 'Root R.' })
    await here.browser().post('/auth/admin/login', { email: ROOT, password: 'wrong password 1' })
    const seen = (await kept(here, here.rootId)).map(({ type, made_by }) => [type, made_by])
    expect(seen).toEqual(
      expect.arrayContaining([
        ['admin.user.renamed', 'you'],
        ['admin.login.success', 'you'],
        ['admin.login.failed', 'somebody'],
      ]),
    )
  })
})

describe('an event that is taken back', () => {
  it('is gone from the activity when the mail does not leave', async () => {
    const here = await administered()
    here.mail.treat('rejects the mail')
    const reply = await here.root.post(`/admin/users/${here.adaId}/reset-password`)
    expect(reply).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect((await kept(here, here.adaId)).map(({ type }) => type)).toEqual(['user.registered'])
  })

  it('takes its own count from a row that it shares, and the row with the last', async () => {
    const here = await world()
    const id = await idOf(await here.signedUp())
    const { store, clock } = here.depsFor()
    const client = { ip: '203.0.113.5', userAgent: '', requestId: 'some', device: undefined, language: undefined }
    const fail = () =>
      store.transaction((tx) => record(tx, { deps: { clock }, client }, 'login.failed', { isSuccess: false, targetUserId: id }))
    const first = await fail()
    expect(await fail()).toBe(first)
    here.clock.advance(MINUTE)
    const second = await fail()
    const counts = async () => (await kept(here, id)).filter(({ type }) => type === 'login.failed').map(({ count }) => count)
    expect(await counts()).toEqual([3])
    await store.transaction((tx) => unrecord(tx, [first], 0))
    expect(await counts()).toEqual([1])
    await store.transaction((tx) => unrecord(tx, [second, first], 0))
    expect(await counts()).toEqual([])
  })
})

describe('how long the activity is kept', () => {
  it('is as long as the audit log', async () => {
    const here = await world({ env: { AUDIT_RETENTION: '10d' } })
    const id = await idOf(await here.signedUp())
    here.clock.advance(9 * DAY)
    await here.browser().post('/auth/login', { email: ADA, password: PASSWORD })
    await here.purge.run()
    expect((await kept(here, id)).map(({ type }) => type)).toEqual(['user.registered', 'login.success'])
    here.clock.advance(2 * DAY)
    await here.purge.run()
    expect((await kept(here, id)).map(({ type }) => type)).toEqual(['login.success'])
  })

  it('is no longer than the account', async () => {
    const here = await administered()
    await here.ada.delete('/auth/account', { password: PASSWORD })
    expect(await kept(here, here.adaId)).toEqual([])
    const eve = await here.signedUp('eve@example.com')
    const eveId = await idOf(eve)
    await here.root.delete(`/admin/users/${eveId}`)
    expect(await kept(here, eveId)).toEqual([])
    // What is told of an account that is gone in this moment leaves nothing.
    const { store, clock } = here.depsFor()
    const client = { ip: '203.0.113.5', userAgent: '', requestId: 'some', device: undefined, language: undefined }
    await store.transaction((tx) =>
      record(tx, { deps: { clock }, client }, 'login.failed', { isSuccess: false, targetUserId: eveId }),
    )
    expect(await kept(here, eveId)).toEqual([])
  })
})

describe('a failure to sign in', () => {
  it('sends the same statements whether there is an account or not, and changes as many rows', async () => {
    const here = await world()
    await here.signedUp()
    const fail = async (email: string) => {
      const before = here.statements().length
      await here.browser().post('/auth/login', { email, password: 'wrong password 1' })
      return here.statements().slice(before)
    }
    const rows = async () => (await here.sql(`SELECT id FROM activity`)).length
    const start = await rows()
    const known = await fail(ADA)
    expect(await rows()).toBe(start + 1)
    expect(await fail('nobody@example.com')).toEqual(known)
    expect(await rows()).toBe(start + 2)
  })
})
