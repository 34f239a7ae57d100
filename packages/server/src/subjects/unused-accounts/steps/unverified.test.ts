import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { form } from '../../../../test/support/inviting.ts'
import { addressesIn, after, DAY, ON } from '../../../../test/support/unverified.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { createAccount } from '../../administration/commands/create-account.ts'

describe('UNVERIFIED_ACCOUNT_TTL, of accounts that stay', () => {
  it('is off unless it is set', async () => {
    for (const env of [{}, { UNVERIFIED_ACCOUNT_TTL: 'off' }, { UNVERIFIED_ACCOUNT_TTL: '0s' }]) {
      const here = await world({ withMail: true, env })
      await here.signedUp('ada@example.com')
      expect(await after(here, 3000 * DAY)).toEqual(['ada@example.com'])
    }
  })

  it('is audited with the reason, as an act of nobody, and writes to no mailbox, which may be a stranger’s', async () => {
    const here = await world({ withMail: true, env: { ...ON, SECURITY_NOTICES: 'true' } })
    await here.signedUp('ada@example.com')
    const [{ id } = { id: undefined }] = await here.sql(`SELECT id FROM accounts`)
    await after(here, 30 * DAY)
    expect(await here.sql(`SELECT actor_id, target_user_id, metadata FROM audit_events WHERE type = 'account.deleted'`)).toEqual([
      { actor_id: null, target_user_id: id, metadata: '{"reason":"unverified"}' },
    ])
    await here.outbox.idle()
    expect(here.mail.mails).toEqual([])
  })

  it('leaves alone whose mailbox was proved, and who was vouched for by an administrator', async () => {
    const here = await world({ withMail: true, env: { ...ON, ENABLE_INVITE: 'true' } })
    const root = await signedInAsAdmin(here, 'root@example.com')
    const proved = await here.signedUp('proved@example.com')
    await proved.post('/auth/resend-verification')
    await proved.post('/auth/verify-email', { code: (await here.mail.newest('proved@example.com')).code })
    const vouched = await here.signedUp('vouched@example.com')
    await root.send('PATCH', `/admin/users/${(await vouched.get('/auth/me')).body.id}/verify`)
    await root.post('/admin/users', { email: 'made@example.com', name: 'Made' })
    await root.post('/admin/invites', { email: 'invited@example.com' })
    const { code } = await here.mail.newest('invited@example.com')
    await here.browser().post('/auth/invite/register', { code, ...form })
    const typed = { name: 'Typed', password: PASSWORD, role: 'user', isVerified: false } as const
    await withEngine(here.config, (engine) => createAccount(here.config, engine, { ...typed, email: 'typed@example.com' }))
    await here.signedUp('never@example.com')
    expect(await addressesIn(here)).toHaveLength(7)
    const stay = ['invited', 'made', 'proved', 'root', 'typed', 'vouched'].map((name) => `${name}@example.com`)
    expect(await after(here, 300 * DAY)).toEqual(stay)
  })

  it('leaves alone whom an administrator gave another address, verified or not', async () => {
    const here = await world({ withMail: true, env: ON })
    const root = await signedInAsAdmin(here, 'root@example.com')
    const { body: made } = await root.post('/admin/users', { email: 'made@example.com', name: 'Made' })
    const ada = await here.signedUp('ada@example.com')
    for (const id of [made.id, (await ada.get('/auth/me')).body.id])
      expect((await root.send('PATCH', `/admin/users/${id}/email`, { email: `new-${id}@example.com` })).status).toBe(200)
    expect(await after(here, 300 * DAY)).toHaveLength(3)
  })

  it('leaves alone administrators, the banned, who would be free to come back, and only owners', async () => {
    const here = await world({ withMail: true, env: { ...ON, ORGANISATIONS: 'true' } })
    const people = ['boss', 'banned', 'owner', 'second', 'member'] as const
    const browsers = Object.fromEntries(
      await Promise.all(people.map(async (name) => [name, await here.signedUp(`${name}@example.com`)])),
    )
    const { body: org } = await browsers.owner.post('/auth/orgs', { name: 'Acme' })
    const { body: shared } = await browsers.second.post('/auth/orgs', { name: 'Shared' })
    const idOf = async (name: string) =>
      (await here.sql(`SELECT id FROM accounts WHERE email = ?`, [`${name}@example.com`]))[0]?.['id']
    for (const [orgId, name, role] of [
      [org.id, 'member', 'member'],
      [shared.id, 'boss', 'owner'],
    ] as const) {
      await here.sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, ?, 1)`, [
        orgId,
        String(await idOf(name)),
        role,
      ])
      await here.sql(`UPDATE organisations SET member_count = 2, owner_count = owner_count + ? WHERE id = ?`, [
        role === 'owner' ? 1 : 0,
        orgId,
      ])
    }
    await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = 'boss@example.com'`)
    await here.sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'banned@example.com'`)
    expect(await after(here, 300 * DAY)).toEqual(['banned@example.com', 'boss@example.com', 'owner@example.com'])
    expect(await here.sql(`SELECT member_count FROM organisations ORDER BY slug`)).toEqual([
      { member_count: 1 },
      { member_count: 1 },
    ])
    // Once another owner is there, the first one goes.
    await here.sql(`UPDATE organisations SET member_count = 2, owner_count = 2 WHERE id = ?`, [org.id])
    await here.sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, 'owner', 1)`, [
      org.id,
      String(await idOf('boss')),
    ])
    expect(await after(here, 0)).toEqual(['banned@example.com', 'boss@example.com'])
  })
})
