import { cell, flag, json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, padded, placeholders, Table, table } from '../../../platform/store/table.ts'

export const PASSKEYS = table('passkeys', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    /** In base64url. It leaves the service only in the options of a ceremony. */
    credentialId: text('credential_id'),
    /** COSE, in base64url. */
    publicKey: text('public_key'),
    counter: number('counter'),
    name: text('name'),
    aaguid: text('aaguid'),
    transports: json<readonly string[]>('transports'),
    /** Whether the key may be copied to other devices, which never changes. */
    isBackupEligible: flag('backup_eligible'),
    isBackedUp: flag('backed_up'),
    /** The domain that the passkey works at; undefined until the next start in rows from before the domain was kept. */
    rpId: optional(text('rp_id')),
    createdAt: time('created_at'),
    lastUsedAt: optional(time('last_used_at')),
  },
  purged: { never: 'the owner removes it' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'only its authenticator can use it' },
  exported: ['id', 'name'],
  carried: { without: { accountId: 'the row stands in the record of its account' } },
})

const INSERT = PASSKEYS.insert()

export type Passkey = RowOf<typeof PASSKEYS>

/** Rows that get their domain in one statement at a start, so that other writers do not wait for long. */
const BATCH = 1000

export const passkeysIn = (tx: Connection): PasskeysTable => new PasskeysTable(tx)

/** Callers that write have locked the account. */
export class PasskeysTable extends Table {
  listOf(accountId: string, rpId?: string): Promise<readonly Passkey[]> {
    const [condition, params] = of(accountId, rpId)
    return this.allWhere(PASSKEYS, `${condition} ORDER BY created_at, id`, params)
  }

  /** Authenticators know the account by its handle, which is made with the first passkey and never changes. */
  async userHandleOf(accountId: string): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT user_handle FROM accounts WHERE id = ?`, [accountId])
    return row && cell(row, optional(text('user_handle')))
  }

  async setUserHandle(accountId: string, userHandle: string): Promise<void> {
    await this.sql.run(`UPDATE accounts SET user_handle = ? WHERE id = ? AND user_handle IS NULL`, [userHandle, accountId])
  }

  countOf(accountId: string, rpId?: string): Promise<number> {
    const [condition, params] = of(accountId, rpId)
    return this.total(`SELECT COUNT(*) AS total FROM passkeys WHERE ${condition}`, params)
  }

  countElsewhere(rpId: string | undefined): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM passkeys WHERE rp_id <> ?`, [rpId ?? ''])
  }

  /** Accounts that ask for a passkey, and have nothing but ones of another domain: a mailed code alone does not open them. */
  countStranded(rpId: string | undefined): Promise<number> {
    return this.total(STRANDED, [rpId ?? '', rpId ?? ''])
  }

  /** For rows from before the domain was kept. */
  async settleRpId(rpId: string): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows = await this.sql.query(
        `UPDATE passkeys SET rp_id = ? WHERE id IN (
           SELECT id FROM passkeys WHERE id > ? AND rp_id IS NULL ORDER BY id LIMIT ${BATCH}) RETURNING id`,
        [rpId, last],
      )
      const ids = rows.map((row) => cell(row, text('id')))
      last = ids.sort().at(-1)
    }
  }

  findByCredential(credentialId: string): Promise<Passkey | undefined> {
    return this.oneWhere(PASSKEYS, `credential_id = ?`, [credentialId])
  }

  /** Of new accounts. One whose credential id is taken is left out. */
  async addAll(passkeys: readonly Passkey[]): Promise<void> {
    for (const some of inPieces(passkeys))
      await this.sql.run(`${INSERT.textOf(some.length)} ON CONFLICT DO NOTHING`, some.flatMap(INSERT.params))
  }

  /** Which of these credential ids are taken. */
  async taken(credentialIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (credentialIds.length === 0) return new Set()
    const asked = padded(credentialIds)
    const found = `SELECT credential_id FROM passkeys WHERE credential_id IN (${placeholders(asked)})`
    return new Set((await this.sql.query(found, asked)).map((row) => cell(row, text('credential_id'))))
  }

  /** False when the credential id is taken, by this account or any other. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
    return this.isOne(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING id`, INSERT.params({ ...passkey, lastUsedAt: undefined }))
  }

  /** False when the passkey is gone, or another answer was noted since `before` was read. */
  use(before: Pick<Passkey, 'id' | 'counter'>, after: Pick<Passkey, 'counter' | 'isBackedUp'>, now: number): Promise<boolean> {
    const statement = `UPDATE passkeys SET counter = ?, backed_up = ?, last_used_at = ? WHERE id = ? AND counter = ? RETURNING id`
    const counter = Math.max(before.counter, after.counter)
    return this.isOne(statement, [counter, after.isBackedUp ? 1 : 0, now, before.id, before.counter])
  }

  rename(accountId: string, id: string, name: string): Promise<Passkey | undefined> {
    const statement = `UPDATE passkeys SET name = ? WHERE id = ? AND account_id = ? RETURNING ${PASSKEYS.names}`
    return this.one(PASSKEYS, statement, [name, id, accountId])
  }

  remove(accountId: string, id: string): Promise<boolean> {
    return this.isOne(`DELETE FROM passkeys WHERE id = ? AND account_id = ? RETURNING id`, [id, accountId])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM passkeys WHERE account_id = ?`, [accountId])
  }
}

/** With the domain of now, twice. */
export const STRANDED = `SELECT COUNT(DISTINCT passkeys.account_id) AS total FROM passkeys JOIN accounts ON accounts.id = passkeys.account_id
  WHERE passkeys.rp_id <> ? AND accounts.passkey_gate_at IS NOT NULL AND accounts.totp_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM passkeys own WHERE own.account_id = accounts.id AND (own.rp_id = ? OR own.rp_id IS NULL))`

/** A passkey without a domain yet is taken for one of this domain. */
const of = (accountId: string, rpId: string | undefined): readonly [condition: string, params: readonly string[]] =>
  rpId === undefined ? [`account_id = ?`, [accountId]] : [`account_id = ? AND (rp_id = ? OR rp_id IS NULL)`, [accountId, rpId]]
