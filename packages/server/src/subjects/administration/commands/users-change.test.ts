import { describe, expect, it } from 'vitest'
import { ada, ID, migratedShell, PASSWORD } from '../../../../test/support/shell.ts'

/** Ada, who has an ordinary account, and Root, who administers. */
async function site() {
  const here = await migratedShell()
  const file = here.file('password', PASSWORD)
  await here.latchkey('users', 'create', ...ada, '--password-file', file)
  await here.latchkey('admin', 'create', '--email', 'root@example.com', '--name', 'Root', '--password-file', file)
  const marks = async () => (await here.latchkey('users', 'list', '--search', 'ada')).out.replace(/^.*\(|\).*$/g, '')
  const events = async () =>
    (await here.sql(`SELECT type, actor_id FROM audit_events WHERE type LIKE 'admin.user.%' ORDER BY id`)).map(({ type }) => type)
  return { ...here, marks, events }
}

describe('latchkey users', () => {
  it('promote makes an administrator by address or id, and demote none', async () => {
    const { latchkey, marks, events } = await site()
    expect(await latchkey('users', 'promote', 'ada@example.com')).toMatchObject({
      code: 0,
      out: 'ada@example.com is an administrator.',
    })
    expect(await marks()).toBe('admin, unverified')
    const { id } = JSON.parse((await latchkey('users', 'show', 'ada@example.com', '--json')).out)
    expect(await latchkey('users', 'demote', id)).toMatchObject({ code: 0, out: 'ada@example.com is no administrator.' })
    expect(await marks()).toBe('user, unverified')
    expect(await events()).toEqual(['admin.user.role_changed', 'admin.user.role_changed'])
  })

  it('ban bans with a reason, unban lifts it', async () => {
    const { latchkey, marks, sql } = await site()
    expect((await latchkey('users', 'ban', 'ada@example.com', '--reason', 'spam')).out).toContain('is banned')
    expect(await marks()).toBe('user, unverified, banned')
    expect(await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.user.banned'`)).toEqual([
      { metadata: '{"reason":"spam"}' },
    ])
    expect((await latchkey('users', 'ban', 'ada@example.com')).code).toBe(1)
    expect((await latchkey('users', 'unban', 'ada@example.com')).out).toBe('ada@example.com may sign in again.')
    expect((await latchkey('users', 'unban', 'ada@example.com')).code).toBe(1)
    expect(await marks()).toBe('user, unverified')
  })

  it('keeps one administrator', async () => {
    const { latchkey } = await site()
    for (const what of ['demote', 'ban']) {
      const { code, err } = await latchkey('users', what, 'root@example.com')
      expect([code, err]).toEqual([1, expect.stringContaining('administrator')])
    }
  })

  it('show prints what is known of an account', async () => {
    const { latchkey } = await site()
    const { code, out } = await latchkey('users', 'show', 'ada@example.com')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^id +${ID}\nemail +ada@example\\.com\nname +Ada\nrole +user\n`))
  })

  it.each(['promote', 'demote', 'ban', 'unban', 'show'])('%s refuses an account that is none', async (what) => {
    const { latchkey } = await site()
    expect((await latchkey('users', what, 'eve@example.com')).code).toBe(1)
    expect((await latchkey('users', what, 'eve')).err).toBe('This is neither the id of an account nor an email address.')
    expect((await latchkey('users', what)).code).toBe(2)
  })

  it('ban refuses a reason of several lines', async () => {
    const { latchkey, marks } = await site()
    expect((await latchkey('users', 'ban', 'ada@example.com', '--reason', 'a\nb')).code).toBe(2)
    expect(await marks()).toBe('user, unverified')
  })
})
