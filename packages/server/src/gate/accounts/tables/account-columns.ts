import { cell, flag, number, optional, text, time } from '../../../platform/store/columns.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { accountTable, fate } from '../../../platform/store/table.ts'
import { removeSessions } from '../../sessions/tables/remove-sessions.ts'
import type { Role } from '../roles.ts'

/** Before the beginning of time: no list and no count reaches there. An account that was made then is one that was deleted. */
const GONE = -1

/** Removes a few rows of the next account that was deleted, and in the end its own. */
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

/** Accounts that are there for all readers. Every question by id asks this as well; lists begin with time itself. */
export const PRESENT = `created_at > ${GONE}`

/** What an account is made of, and what is left of each part when it is deleted and its row stays until the purge has removed the rest. */
// biome-ignore format: a table is read by its rows
export const ACCOUNTS = accountTable('accounts', {
  key: 'id',
  purged: { by: purgeRemoved, keptMs: 0 },
  columns: {
    id: fate(text('id'), { deleted: 'kept', restored: 'kept', exported: true }),
    // An id is no address, so the account is not found by one.
    email: fate(text('email'), { deleted: 'id', restored: 'kept', exported: true }),
    name: fate(text('name'), { deleted: `''`, restored: 'kept', exported: true }),
    role: fate(text<Role>('role'), { deleted: `'user'`, restored: 'kept', exported: true }),
    passwordHash: fate(optional(text('password_hash')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** Moves whenever the credentials do, so that a sign-in that began before cannot finish after. */
    credentialVersion: fate(number('credential_version'), { deleted: 'credential_version + 1', restored: 'kept', exported: false }),
    /** Since when the address counts as the owner's, by a proof or by an administrator's word. */
    verifiedAt: fate(optional(time('verified_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** When a mailbox of the account was first proved. What was set before that may be a stranger's, and no word of an administrator changes it. */
    mailboxProvedAt: fate(optional(time('mailbox_proved_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** The session that proved it, where that began in a browser that the account did not know. */
    mailboxProvedIn: fate(optional(text('mailbox_proved_in')), { deleted: 'NULL', restored: 'kept', exported: false }),
    bannedAt: fate(optional(time('banned_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    banReason: fate(optional(text('ban_reason')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** Since when a second factor is owed, of one kind or another. */
    twoFactorEnabledAt: fate(optional(time('two_factor_enabled_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    emailFactorAt: fate(optional(time('email_factor_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    totpAt: fate(optional(time('totp_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** The owner may have passkeys without owing one. */
    passkeyGateAt: fate(optional(time('passkey_gate_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** What authenticators know the account by. */
    userHandle: fate(optional(text('user_handle')), { deleted: 'NULL', restored: 'kept', exported: false }),
    /** The language of its mails and pages, as a tag (`de`); undefined where the owner's browser decides. */
    language: fate(optional(text('language')), { deleted: 'NULL', restored: 'kept', exported: true }),
    /** Counted with the rows of org_members. */
    orgOwnerCount: fate(number('org_owner_count'), { deleted: 'kept', restored: 'kept', exported: false }),
    /** What its search words were made of. One that was deleted has those that it is to have: none. */
    wordsOf: fate(text('words_of'), { deleted: `id || ' '`, restored: 'kept', exported: false }),
    hasSignedIn: fate(flag('has_signed_in'), { deleted: 'kept', restored: 'kept', exported: false }),
    /** Sessions of an earlier epoch have ended. */
    sessionEpoch: fate(number('session_epoch'), { deleted: 'session_epoch + 1', restored: 'kept', exported: false }),
    /** When it was last held. */
    lastSeenAt: fate(optional(time('last_seen_at')), { deleted: 'NULL', restored: 'kept', exported: false }),
    createdAt: fate(time('created_at'), { deleted: `${GONE}`, restored: 'kept', exported: false }),
    updatedAt: fate(time('updated_at'), { deleted: `${GONE}`, restored: 'kept', exported: false }),
  },
})

/** What every caller that finds an account knows of it. */
export const ACCOUNT = ACCOUNTS.omit(
  'mailboxProvedIn',
  'banReason',
  'userHandle',
  'wordsOf',
  'hasSignedIn',
  'sessionEpoch',
  'lastSeenAt',
)
