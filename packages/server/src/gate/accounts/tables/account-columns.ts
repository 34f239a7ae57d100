import type { Scope } from '../../../platform/kernel/scopes.ts'
import { cell, flag, number, optional, text, time, words } from '../../../platform/store/columns.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { accountTable, fate } from '../../../platform/store/table.ts'
import { removeSessions } from '../../sessions/tables/remove-sessions.ts'
import type { Role } from '../roles.ts'

/** The `created_at` of a deleted account: before the beginning of time, where no list and no count reaches. */
const GONE = -1

async function purgeRemoved(sql: Sql, _before: number, limit: number): Promise<number> {
  const [row] = await sql.query(`SELECT id FROM accounts WHERE created_at <= ${GONE} ORDER BY created_at, id LIMIT 1`)
  if (!row) return 0
  const id = cell(row, text('id'))
  const removed = await removeSessions(sql, { condition: `account_id = ?`, value: id, order: `created_at` }, limit)
  if (removed > 0) return limit
  const seen = await sql.query(
    `DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE account_id = ? LIMIT ?) RETURNING id`,
    [id, limit],
  )
  if (seen.length > 0) return limit
  await sql.run(`DELETE FROM accounts WHERE id = ?`, [id])
  return limit
}

/** Every query by id needs this condition; lists need not, because they begin with time zero. */
export const PRESENT = `created_at > ${GONE}`

/** `deleted` is what is left in a column while the row of a deleted account waits for the purge. */
// biome-ignore format: a table is read by its rows
export const ACCOUNTS = accountTable('accounts', {
  key: 'id',
  purged: { by: purgeRemoved, keptMs: 0 },
  carried: {
    without: {
      credentialVersion: 'it is of the sessions here',
      sessionEpoch: 'it is of the sessions here',
      mailboxProvedIn: 'it names a session here',
      unprovedSince: 'an account is not removed because of where it came from',
      orgOwnerCount: 'it is counted',
      wordsOf: 'it is derived from name and address',
    },
  },
  columns: {
    id: fate(text('id'), { deleted: 'kept', restored: 'kept', exported: true }),
    // An id is no address, so a deleted account is not found by any address.
    email: fate(text('email'), { deleted: 'id', restored: 'kept', exported: true }),
    name: fate(text('name'), { deleted: `''`, restored: 'kept', exported: true }),
    role: fate(text<Role>('role'), { deleted: `'user'`, restored: 'kept', exported: true }),
    /** Undefined is all that there are, later ones too. An ordinary account has none. */
    adminScopes: fate(optional(words<Scope>('admin_scopes')), { deleted: 'NULL', restored: 'kept', exported: false }),
    passwordHash: fate(optional(text('password_hash')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** Changes with the credentials, so that a sign-in that began before the change cannot finish after. */
    credentialVersion: fate(number('credential_version'), { deleted: 'credential_version + 1', restored: 'kept', exported: false }),
    /** Since when the address counts as the owner's, by a proof or by an administrator's word. */
    verifiedAt: fate(optional(time('verified_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** When a mailbox was first proved, never by an administrator's word: what was set before may be a stranger's. */
    mailboxProvedAt: fate(optional(time('mailbox_proved_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** Since when an account that its owner has made waits for the first proof of its mailbox, or for an administrator's word. */
    unprovedSince: fate(optional(time('unproved_since')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** The session that proved the mailbox, where the session began in a browser that the account did not know. */
    mailboxProvedIn: fate(optional(text('mailbox_proved_in')), { deleted: 'NULL', restored: 'kept', exported: false }),
    bannedAt: fate(optional(time('banned_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    banReason: fate(optional(text('ban_reason')), { deleted: 'NULL', restored: 'kept', exported: false }),
    twoFactorEnabledAt: fate(optional(time('two_factor_enabled_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    emailFactorAt: fate(optional(time('email_factor_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    totpAt: fate(optional(time('totp_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** The owner may have passkeys without owing one. */
    passkeyGateAt: fate(optional(time('passkey_gate_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    userHandle: fate(optional(text('user_handle')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** A tag such as `de`; undefined where the owner's browser decides. */
    language: fate(optional(text('language')), { deleted: 'NULL', restored: 'kept', exported: true }),
    /** Kept equal to the number of the account's owner rows in org_members. */
    orgOwnerCount: fate(number('org_owner_count'), { deleted: 'kept', restored: 'kept', exported: false }),
    /** The text that the search words were made of; a deleted account has none, and must not look as if it waited for some. */
    wordsOf: fate(text('words_of'), { deleted: `id || ' '`, restored: 'kept', exported: false }),
    hasSignedIn: fate(flag('has_signed_in'), { deleted: 'kept', restored: 'kept', exported: false }),
    /** Sessions of an earlier epoch have ended. */
    sessionEpoch: fate(number('session_epoch'), { deleted: 'session_epoch + 1', restored: 'kept', exported: false }),
    lastSeenAt: fate(optional(time('last_seen_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** Of sessions whose rows are gone, when the last of them began. Zero where there was none. */
    lastSignInAt: fate(time('last_sign_in_at'), { deleted: '0', restored: 'kept', exported: false }),
    /** The first moment of the last day on which it was active, or the last use of a session whose row is gone. Zero for never. */
    lastActiveAt: fate(time('last_active_at'), { deleted: '0', restored: 'kept', exported: false }),
    /** JSON of the values of declared fields; `gate/data` reads it. */
    data: fate(optional(text('data')), { deleted: 'NULL', restored: 'kept', exported: false }),
    dataUpdatedAt: fate(optional(time('data_updated_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    createdAt: fate(time('created_at'), { deleted: `${GONE}`, restored: 'kept', exported: false }),
    updatedAt: fate(time('updated_at'), { deleted: `${GONE}`, restored: 'kept', exported: false }),
  },
})

export const ACCOUNT = ACCOUNTS.omit(
  'unprovedSince',
  'mailboxProvedIn',
  'banReason',
  'userHandle',
  'wordsOf',
  'hasSignedIn',
  'sessionEpoch',
  'lastSeenAt',
  'lastSignInAt',
  'lastActiveAt',
  'dataUpdatedAt',
)
