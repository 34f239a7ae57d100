import { describe, expect, it } from 'vitest'
import { ada, migratedShell } from '../../../../test/support/shell.ts'

const ORG = '01890000-0000-7000-8000-000000000001'

/** An organisation that Ada owns, who is banned, and Eve. */
async function ownerless() {
  const here = await migratedShell()
  const { latchkey, sql } = here
  await latchkey('users', 'create', ...ada, '--no-password', '--verified')
  await latchkey('users', 'create', '--email', 'eve@example.com', '--name', 'Eve', '--no-password', '--verified')
  const [id] = (await sql(`SELECT id FROM accounts WHERE email = 'ada@example.com'`)).map((row) => String(row['id']))
  await sql(`INSERT INTO organisations (id, name, slug, created_by, owner_count, member_count, created_at, updated_at)
    VALUES ('${ORG}', 'Acme', 'acme', NULL, 1, 1, 1, 1)`)
  await sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES ('${ORG}', '${id}', 'owner', 1)`)
  await sql(`UPDATE accounts SET org_owner_count = 1, banned_at = 1 WHERE id = '${id}'`)
  return here
}

describe('latchkey orgs', () => {
  it('list prints organisations, those without an owner alone when asked', async () => {
    const { latchkey, sql } = await ownerless()
    expect((await latchkey('orgs', 'list', '--ownerless')).out).toBe(`${ORG}  acme  Acme  (1 members, 1 owners)`)
    expect(JSON.parse((await latchkey('orgs', 'list', '--search', 'ac', '--json')).out)).toMatchObject([
      { id: ORG, ownerCount: 1 },
    ])
    await sql(`UPDATE accounts SET banned_at = NULL`)
    expect((await latchkey('orgs', 'list', '--ownerless')).out).toBe('')
    expect((await latchkey('orgs', 'list')).out).not.toBe('')
  })

  it.each(['acme', ORG])('set-owner %s gives it an owner, who need not be a member', async (organisation) => {
    const { latchkey, sql } = await ownerless()
    expect(await latchkey('orgs', 'set-owner', organisation, 'eve@example.com')).toMatchObject({
      code: 0,
      out: 'eve@example.com is an owner of Acme.',
    })
    expect(await sql(`SELECT owner_count, member_count FROM organisations`)).toEqual([{ owner_count: 2, member_count: 2 }])
    expect(await sql(`SELECT org_owner_count FROM accounts`)).toEqual([{ org_owner_count: 1 }, { org_owner_count: 1 }])
    expect(await sql(`SELECT type, actor_id, org_id FROM audit_events WHERE type LIKE 'admin.org%'`)).toEqual([
      { type: 'admin.org.owner_set', actor_id: null, org_id: ORG },
    ])
  })

  it.each([
    [['nothing', 'eve@example.com'], 'There is no such organisation.'],
    [['acme', 'nobody@example.com'], 'There is no such user.'],
    [['acme', 'ada@example.com'], 'An owner must have a verified address, and must not be banned.'],
  ])('set-owner %j says why it cannot', async (operands, err) => {
    const { latchkey } = await ownerless()
    expect(await latchkey('orgs', 'set-owner', ...operands)).toEqual({ code: 1, out: '', err })
  })

  it('are looked at by the doctor: who has no owner, and what is miscounted', async () => {
    const { latchkey, sql } = await ownerless()
    const found = async () =>
      JSON.parse((await latchkey('doctor', '--json')).out).find(({ check }: { check: string }) => check === 'organisations')
    expect(await found()).toMatchObject({ status: 'warn', message: expect.stringContaining('1 of 1 without an owner') })
    await sql(`UPDATE organisations SET member_count = 7`)
    expect(await found()).toMatchObject({ status: 'fail', message: `members or owners are miscounted of ${ORG}` })
  })
})
