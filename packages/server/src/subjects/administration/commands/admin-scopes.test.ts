import { describe, expect, it } from 'vitest'
import { migratedShell, PASSWORD } from '../../../../test/support/shell.ts'

/** Root and Eve, who administer, and Ada, who has an ordinary account. */
async function site() {
  const here = await migratedShell()
  const file = here.file('password', PASSWORD)
  for (const name of ['root', 'eve'])
    await here.latchkey('admin', 'create', '--email', `${name}@example.com`, '--name', name, '--password-file', file)
  await here.latchkey('users', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--password-file', file)
  return here
}

describe('latchkey admin scopes', () => {
  it('shows what an administrator may do, and changes it by name or one by one', async () => {
    const { latchkey, sql } = await site()
    const scopes = (...typed: readonly string[]) => latchkey('admin', 'scopes', 'eve@example.com', ...typed)
    expect(await scopes()).toMatchObject({ code: 0, out: 'eve@example.com may do everything.' })
    expect(await scopes('users:read, audit:read')).toMatchObject({
      code: 0,
      out: 'eve@example.com may do: users:read, audit:read',
    })
    expect(await scopes()).toMatchObject({ code: 0, out: 'eve@example.com may do: users:read, audit:read' })
    expect((await scopes('auditor')).code).toBe(0)
    expect((await scopes()).out).toContain('orgs:read')
    expect(await scopes('all')).toMatchObject({ code: 0, out: 'eve@example.com may do everything.' })
    expect(await sql(`SELECT actor_id FROM audit_events WHERE type = 'admin.user.scopes_changed'`)).toHaveLength(3)
  })

  it.each([
    [['eve@example.com', 'suport'], 2, 'suport: there is none of this name. Did you mean support?'],
    [['eve@example.com', 'all,users:read'], 2, 'all: there is none of this name'],
    [['ada@example.com'], 1, 'ada@example.com is no administrator.'],
    [['ada@example.com', 'support'], 1, 'ada@example.com is no administrator.'],
    [['nobody@example.com', 'support'], 1, 'There is no such user.'],
    [[], 2, '<user> is missing'],
    [['eve@example.com', 'all', 'more'], 2, "Unexpected argument 'more'"],
  ])('refuses %j', async (typed, code, said) => {
    const { latchkey } = await site()
    const { err, ...ended } = await latchkey('admin', 'scopes', ...typed)
    expect(ended.code).toBe(code)
    expect(err).toContain(said)
  })

  it('does everything but limit the last who may do everything', async () => {
    const { latchkey } = await site()
    expect((await latchkey('admin', 'scopes', 'eve@example.com', 'support')).code).toBe(0)
    const refused = { code: 1, err: expect.stringContaining('has to stay one') }
    expect(await latchkey('admin', 'scopes', 'root@example.com', 'support')).toMatchObject(refused)
    expect(await latchkey('users', 'demote', 'root@example.com')).toMatchObject(refused)
    expect(await latchkey('users', 'ban', 'root@example.com')).toMatchObject(refused)
  })
})
