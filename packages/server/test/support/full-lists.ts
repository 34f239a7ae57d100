import { sharedWith } from '../../src/gate/accounts/tables/account-words.ts'
import { wordsOf } from '../../src/platform/kernel/search-words.ts'
import type { World } from './world.ts'

type RunningService = Pick<World, 'sql' | 'clock'>

const numbers = (count: number): string => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

/** An id for each number, of a kind. */
const idOf = (kind: number): string =>
  `'0189000${kind}-0000-7000-8000-' || SUBSTR('000000000000' || CAST(i AS TEXT), LENGTH(CAST(i AS TEXT)) + 1)`

/** As many accounts of one name, which belong to an organisation. */
export async function fillMembers(
  { sql }: RunningService,
  orgId: string,
  count: number,
  name: string,
  role = 'member',
): Promise<void> {
  await sql(
    `INSERT INTO accounts (id, email, name, words_of, role, verified_at, credential_version, org_owner_count, created_at, updated_at)
     ${numbers(count)} SELECT ${idOf(1)}, 'm' || CAST(i AS TEXT) || '@example.org', ?, 'm' || CAST(i AS TEXT) || '@example.org ' || ?,
       'user', 1, 1, ${role === 'owner' ? 1 : 0}, i, i FROM n`,
    [name, name],
  )
  await sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) ${numbers(count)} SELECT ?, ${idOf(1)}, ?, i FROM n`, [
    orgId,
    role,
  ])
  const owners = role === 'owner' ? count : 0
  await sql(
    `UPDATE organisations SET member_count = member_count + ${count}, owner_count = owner_count + ${owners} WHERE id = ?`,
    [orgId],
  )
}

/** As many organisations of one name, which an account belongs to. */
export async function fillOrganisations(
  { sql }: RunningService,
  accountId: string,
  count: number,
  name: string,
  role = 'member',
) {
  const owners = role === 'owner' ? 1 : 0
  await sql(
    `INSERT INTO organisations (id, name, slug, words_of, owner_count, member_count, created_at, updated_at)
     ${numbers(count)} SELECT ${idOf(2)}, ?, 'full-' || CAST(i AS TEXT), 'full-' || CAST(i AS TEXT) || ' ' || ?, ${owners}, 1, i, i FROM n`,
    [name, name],
  )
  for (const [index, word] of sharedWith(wordsOf({ name, email: '' })).entries())
    if (index < 2)
      await sql(`INSERT INTO org_words (org_id, word, shared, created_at) ${numbers(count)} SELECT ${idOf(2)}, ?, ?, i FROM n`, [
        word.word,
        word.shared,
      ])
  await sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) ${numbers(count)} SELECT ${idOf(2)}, ?, ?, i FROM n`, [
    accountId,
    role,
  ])
  await sql(`UPDATE accounts SET org_owner_count = org_owner_count + ${owners * count} WHERE id = ?`, [accountId])
}

/** As many invites of an organisation that nobody can accept any more. */
export async function fillDeadInvites({ sql }: RunningService, orgId: string, invitedBy: string, count: number): Promise<void> {
  await sql(
    `INSERT INTO org_invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at, revoked_at)
     ${numbers(count)} SELECT ${idOf(3)}, ?, 'i' || CAST(i AS TEXT) || '@example.org', 'member', 'hash-' || CAST(i AS TEXT), ?, i, i, i FROM n`,
    [orgId, invitedBy],
  )
}
