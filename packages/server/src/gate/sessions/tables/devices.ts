import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Value } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Account } from '../../accounts/tables/accounts.ts'
import { DEVICE_MS } from '../device-token.ts'

export const DEVICES = table('devices', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    hash: text('hash'),
    userAgent: text('user_agent'),
    createdAt: time('created_at'),
    lastSeenAt: time('last_seen_at'),
    credentialVersion: number('credential_version'),
    trustedAt: optional(time('trusted_at')),
    trustedUntil: optional(time('trusted_until')),
    trustedVersion: optional(number('trusted_version')),
  },
  purged: { after: 'last_seen_at', keptMs: DEVICE_MS },
  deleted: { removed: 'account_id' },
  restored: { changed: () => `UPDATE devices SET trusted_until = NULL, trusted_version = NULL`, needs: 'trusted_until' },
  exported: ['id', 'userAgent'],
  carried: 'cookies are of this service',
})
const DEVICE = DEVICES.omit('trustedAt', 'trustedUntil', 'trustedVersion')

/** The id is used for a device that was not known before. */
type Sight = Pick<RowOf<typeof DEVICE>, 'id' | 'accountId' | 'hash' | 'userAgent'>

/** Per account; past the limit, the device that was unseen for longest is forgotten. */
const MAX_DEVICES = 50

const CURRENT = `(SELECT credential_version FROM accounts WHERE id = ?)`

const TRUSTED = DEVICE.pick('id', 'hash', 'userAgent', 'lastSeenAt').with({
  trustedAt: time('trusted_at'),
  trustedUntil: time('trusted_until'),
})

const KNOWN = DEVICES.pick('id', 'userAgent', 'createdAt', 'lastSeenAt', 'trustedUntil', 'trustedVersion')

export type TrustedDevice = RowOf<typeof TRUSTED>

const INSERT = DEVICE.insert({ credentialVersion: CURRENT })

const SEE = `${INSERT.text}
  ON CONFLICT (account_id, hash) DO UPDATE SET user_agent = excluded.user_agent, last_seen_at = excluded.last_seen_at,
    credential_version = excluded.credential_version`

const seen = (sight: Sight, now: number): Value[] => [
  ...INSERT.params({ ...sight, createdAt: now, lastSeenAt: now }),
  sight.accountId,
]

export const devicesIn = (tx: Connection): DevicesTable => new DevicesTable(tx)

/** Browsers in which an account was signed in to. Callers that write have locked the account's row. */
export class DevicesTable extends Table {
  /** True for the first sign-in in this browser. */
  async see(sight: Sight, now: number): Promise<boolean> {
    const [row] = await this.sql.query(`${SEE} RETURNING id`, seen(sight, now))
    const isNew = cell(row, text('id')) === sight.id
    if (isNew) await this.#forgetEldest(sight.accountId)
    return isNew
  }

  /** For a browser that was known a moment ago, so that no answer has to be waited for. */
  async seeAgain(sight: Sight, now: number): Promise<false> {
    await this.sql.run(SEE, seen(sight, now))
    return false
  }

  async keep(accountId: string, hash: string): Promise<void> {
    const update = `UPDATE devices SET credential_version = ${CURRENT} WHERE account_id = ? AND hash = ?`
    await this.sql.run(update, [accountId, accountId, hash])
  }

  /** Until the given time or a change of credentials, no second factor is asked for in this browser. */
  async trust(accountId: string, hash: string, until: number, now: number): Promise<void> {
    await this.sql.run(
      `UPDATE devices SET trusted_at = ?, trusted_until = ?, trusted_version = ${CURRENT} WHERE account_id = ? AND hash = ?`,
      [now, until, accountId, accountId, hash],
    )
  }

  isCurrent(account: Pick<Account, 'id' | 'credentialVersion'>, hash: string): Promise<boolean> {
    const current = `SELECT id FROM devices WHERE account_id = ? AND hash = ? AND credential_version = ?`
    return this.isOne(current, [account.id, hash, account.credentialVersion])
  }

  async findTrusted(account: Pick<Account, 'id' | 'credentialVersion'>, hash: string, now: number): Promise<string | undefined> {
    const [row] = await this.sql.query(
      `SELECT id FROM devices WHERE account_id = ? AND hash = ? AND trusted_until > ? AND trusted_version = ?`,
      [account.id, hash, now, account.credentialVersion],
    )
    return row && cell(row, text('id'))
  }

  listTrusted(account: Pick<Account, 'id' | 'credentialVersion'>, now: number): Promise<readonly TrustedDevice[]> {
    return this.allWhere(
      TRUSTED,
      `account_id = ? AND trusted_until > ? AND trusted_version = ?
       ORDER BY trusted_at DESC, id DESC`,
      [account.id, now, account.credentialVersion],
    )
  }

  listOf(accountId: string): Promise<readonly RowOf<typeof KNOWN>[]> {
    return this.allWhere(KNOWN, `account_id = ? ORDER BY created_at DESC, id DESC`, [accountId])
  }

  async removeAllOf(accountId: string): Promise<number> {
    return (await this.sql.query(`DELETE FROM devices WHERE account_id = ? RETURNING id`, [accountId])).length
  }

  /** The browser stays known. Returns how many were trusted. */
  async endTrust(accountId: string, now: number, id?: string): Promise<number> {
    const rows = await this.sql.query(
      `UPDATE devices SET trusted_until = NULL, trusted_version = NULL
       WHERE account_id = ? AND trusted_until > ? AND trusted_version = ${CURRENT} AND (CAST(? AS TEXT) IS NULL OR id = ?) RETURNING id`,
      [accountId, now, accountId, id ?? null, id ?? null],
    )
    return rows.length
  }

  async #forgetEldest(accountId: string): Promise<void> {
    await this.sql.run(
      `DELETE FROM devices WHERE id IN (
         SELECT id FROM devices WHERE account_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT ${MAX_DEVICES} OFFSET ${MAX_DEVICES})`,
      [accountId],
    )
  }
}
