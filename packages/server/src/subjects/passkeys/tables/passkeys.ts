import { cell, flag, json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const PASSKEYS = table('passkeys', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    /** As the authenticator names it, in base64url. It leaves the service in the options of a ceremony only. */
    credentialId: text('credential_id'),
    /** COSE, in base64url. */
    publicKey: text('public_key'),
    counter: number('counter'),
    name: text('name'),
    aaguid: text('aaguid'),
    transports: json<readonly string[]>('transports'),
    /** Whether it may be copied to other devices; that never changes. */
    isBackupEligible: flag('backup_eligible'),
    isBackedUp: flag('backed_up'),
    /** The domain that it was made for, and works at; undefined from before that was kept, until the next start. */
    rpId: optional(text('rp_id')),
    createdAt: time('created_at'),
    lastUsedAt: optional(time('last_used_at')),
  },
  purged: { never: 'the owner removes it' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'only its authenticator can use it' },
  exported: ['id', 'name'],
})

const INSERT = PASSKEYS.insert()

export type Passkey = RowOf<typeof PASSKEYS>

/** What an answer of its authenticator says of a passkey. */
interface Use {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** So many at a time get their domain at a start: others that want to write do not wait for long. */
const BATCH = 1000

export const passkeysIn = (tx: Connection): PasskeysTable => new PasskeysTable(tx)

/** Callers that write hold the account's row. */
export class PasskeysTable extends Table {
  /** In the order in which they came: all, or those that work at one domain. */
  listOf(accountId: string, rpId?: string): Promise<readonly Passkey[]> {
    const [condition, params] = of(accountId, rpId)
    return this.allWhere(PASSKEYS, `${condition} ORDER BY created_at, id`, params)
  }

  /** What authenticators call the account by; it has one from its first passkey on, and keeps it. */
  async userHandleOf(accountId: string): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT user_handle FROM accounts WHERE id = ?`, [accountId])
    return row && cell(row, optional(text('user_handle')))
  }

  async setUserHandle(accountId: string, userHandle: string): Promise<void> {
    await this.sql.run(`UPDATE accounts SET user_handle = ? WHERE id = ? AND user_handle IS NULL`, [userHandle, accountId])
  }

  /** How many there are in all, or of those that work at one domain. */
  countOf(accountId: string, rpId?: string): Promise<number> {
    const [condition, params] = of(accountId, rpId)
    return this.total(`SELECT COUNT(*) AS total FROM passkeys WHERE ${condition}`, params)
  }

  /** Those that were made for another domain, of all accounts. */
  countElsewhere(rpId: string | undefined): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM passkeys WHERE rp_id <> ?`, [rpId ?? ''])
  }

  /** Keeps this domain with all that have none: they are from before one was kept. */
  async settleRpId(rpId: string): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows = await this.sql.query(
        `UPDATE passkeys SET rp_id = ? WHERE id IN (
           SELECT id FROM passkeys WHERE id > ? AND rp_id IS NULL ORDER BY id LIMIT ${BATCH}) RETURNING id`,
        [rpId, last],
      )
      last = rows
        .map((row) => cell(row, text('id')))
        .sort()
        .at(-1)
    }
  }

  findByCredential(credentialId: string): Promise<Passkey | undefined> {
    return this.oneWhere(PASSKEYS, `credential_id = ?`, [credentialId])
  }

  /** False when the authenticator's name for it is taken, by this account or any other. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
    return this.isOne(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING id`, INSERT.params({ ...passkey, lastUsedAt: undefined }))
  }

  /** Notes an answer. False when the passkey is gone, or another answer with as high a count came first. */
  use({ id, counter: before }: Pick<Passkey, 'id' | 'counter'>, { counter, isBackedUp }: Use, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE passkeys SET counter = ?, backed_up = ?, last_used_at = ? WHERE id = ? AND counter = ? RETURNING id`,
      [Math.max(before, counter), isBackedUp ? 1 : 0, now, id, before],
    )
  }

  /** Undefined when the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<Passkey | undefined> {
    return this.one(PASSKEYS, `UPDATE passkeys SET name = ? WHERE id = ? AND account_id = ? RETURNING ${PASSKEYS.names}`, [
      name,
      id,
      accountId,
    ])
  }

  remove(accountId: string, id: string): Promise<boolean> {
    return this.isOne(`DELETE FROM passkeys WHERE id = ? AND account_id = ? RETURNING id`, [id, accountId])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM passkeys WHERE account_id = ?`, [accountId])
  }
}

/** One that has no domain yet is taken for one of this. */
const of = (accountId: string, rpId: string | undefined): readonly [condition: string, params: readonly string[]] =>
  rpId === undefined ? [`account_id = ?`, [accountId]] : [`account_id = ? AND (rp_id = ? OR rp_id IS NULL)`, [accountId, rpId]]
