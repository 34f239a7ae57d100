import { describe, expect, it, vi } from 'vitest'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { inTime } from '../../../../test/support/in-time.ts'
import { backendOf, keyed } from '../../../../test/support/keyed.ts'
import { codeIn } from '../../../../test/support/moving.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'

/** A key of Eve's, who is one administrator of two. */
async function keyOfEve(env: Record<string, string> = {}) {
  const here = await keyed(['users:read'], env)
  const eve = await signedInAsAdmin(here, 'eve@example.com')
  const { body } = await eve.post('/admin/keys', { name: 'hers', scopes: ['users:read'] })
  const call = backendOf(here, body.key)
  const isGood = async () => (await call('GET', '/admin/users')).status === 200
  const stateOf = async () =>
    (await here.root.get('/admin/keys')).body.keys.find(({ id }: { id: string }) => id === body.apiKey.id)
  return { ...here, eve, eveId: await idOf(eve), isGood, stateOf }
}

type Here = Awaited<ReturnType<typeof keyOfEve>>

const patch = (browser: Browser, url: string, body?: object) => browser.send('PATCH', url, body)
const EVE = 'eve@example.com'

/** The code of the mail to Eve whose link leads to this page. Other mails may come before and after it. */
const codeFor = ({ mail }: Here, page: string): Promise<string> =>
  vi.waitFor(() => {
    const found = mail.mails.findLast(({ recipients, link }) => recipients.includes(EVE) && link.includes(page.slice(1)))
    if (!found) throw new Error(`no mail leads to ${page}`)
    return codeIn(found.link)
  }, inTime)

const reset = async (here: Here) => {
  await here.browser().post('/auth/forgot-password', { email: EVE })
  const code = await codeFor(here, pagePaths.resetPassword)
  return here.browser().post('/auth/reset-password', { code, newPassword: 'another horse 2' })
}

const notMe = async (here: Here) => {
  await here.browser().post('/auth/login', { email: EVE, password: PASSWORD })
  return here.browser().post('/auth/devices/report', { code: await codeFor(here, pagePaths.notMe) })
}

describe('a key ends with its maker’s', () => {
  it.each<[string, (here: Here) => Promise<{ status: number }>]>([
    ['demotion', ({ root, eveId }) => patch(root, `/admin/users/${eveId}/role`, { role: 'user' })],
    ['ban', ({ root, eveId }) => patch(root, `/admin/users/${eveId}/ban`)],
    ['deletion by an administrator', ({ root, eveId }) => root.delete(`/admin/users/${eveId}`)],
    ['deletion by themselves', ({ eve }) => eve.delete('/auth/account', { password: PASSWORD })],
    ['password reset', reset],
    ['“this wasn’t me”', notMe],
  ])('%s, and does not come back', async (_, end) => {
    const here = await keyOfEve({ NEW_DEVICE_NOTICES: 'true' })
    const { root, eveId, isGood, stateOf, auditTypes } = here
    expect(await isGood()).toBe(true)
    expect((await end(here)).status).toBe(200)
    expect(await isGood()).toBe(false)
    await patch(root, `/admin/users/${eveId}/unban`)
    await patch(root, `/admin/users/${eveId}/role`, { role: 'admin' })
    expect(await isGood()).toBe(false)
    expect((await stateOf()).revokedAt).not.toBeNull()
    expect(await auditTypes()).toContain('admin.key.revoked')
    expect((await here.call('GET', '/admin/users')).status).toBe(200)
  })

  it('role in any way that forgets to say so', async () => {
    const { sql, isGood } = await keyOfEve()
    await sql(`UPDATE accounts SET role = 'user' WHERE email = ?`, [EVE])
    expect(await isGood()).toBe(false)
  })

  it('and not with a demotion of others, nor with that of anyone where it was made at the command line', async () => {
    const here = await keyOfEve()
    const { root, ada, adaId, eveId, sql } = here
    await patch(root, `/admin/users/${adaId}/role`, { role: 'admin' })
    await patch(root, `/admin/users/${adaId}/role`, { role: 'user' })
    expect(await here.isGood()).toBe(true)
    expect((await ada.get('/auth/me')).status).toBe(200)
    const secret = `lk_${'A'.repeat(43)}`
    await sql(`INSERT INTO api_keys (id, name, hash, scopes, created_at) VALUES ('k', 'cli', ?, 'users:read', 1)`, [
      hashToken(secret),
    ])
    await patch(root, `/admin/users/${eveId}/role`, { role: 'user' })
    expect((await backendOf(here, secret)('GET', '/admin/users')).status).toBe(200)
  })
})

describe('a key that is made while its maker is demoted', () => {
  it.each([0, 1, 2])('opens nothing, also once they are an administrator again (%i)', async (at) => {
    const here = await keyOfEve()
    const { root, eve, eveId } = here
    const make = () => eve.post('/admin/keys', { name: 'late', scopes: ['users:read'] })
    const demote = () => patch(root, `/admin/users/${eveId}/role`, { role: 'user' })
    const acts = [make, make, make]
    acts.splice(at, 0, demote)
    const replies = await Promise.all(acts.map((act) => act()))
    await patch(root, `/admin/users/${eveId}/role`, { role: 'admin' })
    for (const { status, body } of replies) {
      expect([200, 201, 403]).toContain(status)
      if (status === 201) expect((await backendOf(here, body.key)('GET', '/admin/users')).status).toBe(401)
    }
  })

  it('is not made, where the demotion came between the check of the session and the key', async () => {
    const { eve, elsewhere, sql, statements } = await keyOfEve()
    const before = await sql(`SELECT id FROM api_keys`)
    let making: Promise<{ status: number }> | undefined
    await elsewhere.transaction(async (tx) => {
      await tx.query(`UPDATE accounts SET role = 'user' WHERE email = ?`, [EVE])
      const checked = () => statements().filter((text) => text.includes('elevated_at IS NOT NULL')).length
      const earlier = checked()
      making = eve.post('/admin/keys', { name: 'late', scopes: ['users:read'] })
      await expect.poll(checked).toBe(earlier + 1)
    })
    expect((await making)?.status).toBe(403)
    expect(await sql(`SELECT id FROM api_keys`)).toEqual(before)
  })
})
