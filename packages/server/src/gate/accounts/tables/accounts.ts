import { cell, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Row, Value } from '../../../platform/store/engine.ts'
import type { Slice } from '../../../platform/store/list-page.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import { AccountAddressesTable } from './account-addresses.ts'
import { ACCOUNT, ACCOUNTS, PRESENT } from './account-columns.ts'
import type { AccountFilter, AccountOrder } from './account-filter.ts'
import { type AccountPage, findAccounts } from './account-list.ts'
import { AccountWordsTable } from './account-words.ts'
import { RemovedAccountsTable } from './removed-accounts.ts'

export type Account = RowOf<typeof ACCOUNT>

export const INITIAL_COLUMNS = {
  bannedAt: undefined,
  totpAt: undefined,
  passkeyGateAt: undefined,
  orgOwnerCount: 0,
  data: undefined,
}

export type NewAccount = Omit<Account, keyof typeof INITIAL_COLUMNS | 'credentialVersion' | 'emailFactorAt' | 'updatedAt'> & {
  readonly unprovedSince: number | undefined
} & Partial<Pick<Account, 'data'>>

export type Gates = Pick<Account, 'emailFactorAt' | 'totpAt' | 'passkeyGateAt'>

const INSERT = ACCOUNTS.omit(
  ...([
    'mailboxProvedIn',
    'banReason',
    'userHandle',
    'sessionEpoch',
    'lastSeenAt',
    'lastSignInAt',
    'lastActiveAt',
    'dataUpdatedAt',
  ] as const),
).insert()
const ADDRESS = ACCOUNT.pick('id', 'email')
const BY_EMAIL = `SELECT ${ACCOUNT.names} FROM accounts WHERE email = ?`
const LOCK = `UPDATE accounts SET last_seen_at = ? WHERE id = ? AND ${PRESENT} RETURNING ${ACCOUNT.names}`
const DATA = ACCOUNTS.pick('data', 'dataUpdatedAt', 'createdAt')
const SIGNED_IN = `UPDATE accounts SET has_signed_in = 1 WHERE id = ? AND has_signed_in = 0`
const NEW_VERSION = `credential_version = credential_version + 1`

export const accountsIn = (tx: Connection): AccountsTable => new AccountsTable(tx)

/** Addresses are in canonical form; the unique index on them decides every race for one. */
export class AccountsTable extends Table {
  findByEmail(email: string): Promise<Account | undefined> {
    return this.one(ACCOUNT, BY_EMAIL, [email])
  }

  /** Undefined when the address is taken or reserved for another account. Only inside a transaction. */
  async add(account: NewAccount): Promise<Account | undefined> {
    const { email, name, createdAt, twoFactorEnabledAt: emailFactorAt } = account
    const initial = { ...INITIAL_COLUMNS, credentialVersion: 1, hasSignedIn: false, wordsOf: `${email} ${name}` }
    const [row] = await this.sql.query(
      `${INSERT.text} ON CONFLICT (email) DO NOTHING RETURNING ${ACCOUNT.names}`,
      INSERT.params({ ...initial, ...account, emailFactorAt, updatedAt: createdAt }),
    )
    if (!row) return undefined
    // Only after the insertion, which waits for a concurrent change of address that frees and reserves this address.
    if (await new AccountAddressesTable(this.connection).isReserved(email, createdAt, account.id)) {
      await this.sql.run(`DELETE FROM accounts WHERE id = ?`, [account.id])
      return undefined
    }
    this.effects.count('account', createdAt, 1)
    await new AccountWordsTable(this.connection).add([account])
    return ACCOUNT.read(row)
  }

  /** Flows that change credentials, ban or delete lock this row first, so no session survives such a change. */
  async lock(id: string, now: number): Promise<Account | undefined> {
    const [row] = await this.sql.query(LOCK, [now, id], id)
    this.effects.met(id)
    return row && ACCOUNT.read(row)
  }

  /** In the order of their ids: two who each lock both accounts must not deadlock. */
  async lockAll(ids: readonly string[], now: number): Promise<ReadonlyMap<string, Account>> {
    const held = new Map<string, Account>()
    for (const id of [...new Set(ids)].sort()) {
      const account = await this.lock(id, now)
      if (account) held.set(id, account)
    }
    return held
  }

  async setVerified(id: string, now: number): Promise<void> {
    await this.#change(id, `verified_at = ?, unproved_since = NULL, updated_at = ? WHERE verified_at IS NULL AND id = ?`, [
      now,
      now,
    ])
  }

  /** Only inside a transaction: the account's search words change with the name. */
  async setName(id: string, name: string, now: number): Promise<void> {
    const rows = await this.#change(id, `name = ?, words_of = email || ' ' || ?, updated_at = ? WHERE id = ?`, [name, name, now])
    await new AccountWordsTable(this.connection).replace(rows.map(ACCOUNT.read))
  }

  async setLanguage(id: string, language: string | undefined, now: number): Promise<void> {
    await this.#change(id, `language = ?, updated_at = ? WHERE id = ?`, [language ?? null, now])
  }

  /** The same password under the current cost is no change by the owner, so neither version nor date moves. Nothing is done where the credentials have changed. */
  async setRehash({ id, credentialVersion }: Pick<Account, 'id' | 'credentialVersion'>, passwordHash: string): Promise<void> {
    await this.#change(id, `password_hash = ? WHERE credential_version = ? AND id = ?`, [passwordHash, credentialVersion])
  }

  async setPassword(id: string, passwordHash: string, now: number): Promise<void> {
    await this.#change(id, `password_hash = ?, ${NEW_VERSION}, updated_at = ? WHERE id = ?`, [passwordHash, now])
  }

  async voidPassword(id: string, now: number): Promise<void> {
    await this.#change(id, `password_hash = NULL, ${NEW_VERSION}, updated_at = ? WHERE id = ?`, [now])
  }

  async noteSession(id: string): Promise<void> {
    await this.sql.run(SIGNED_IN, [id])
  }

  /** As `noteSession`; true for the first session of the account. */
  noteWhetherFirst(id: string): Promise<boolean> {
    return this.isOne(`${SIGNED_IN} RETURNING id`, [id])
  }

  /** Sessions and refresh tokens go with the account, or later where there are many; codes and audit rows stay. */
  remove(id: string): Promise<boolean> {
    return this.#remove(`id = ?`, id)
  }

  /** Takes back an account whose mail could not be sent, unless its owner has verified it after all. */
  removeUnverified(id: string): Promise<boolean> {
    return this.#remove(`id = ? AND verified_at IS NULL`, id)
  }

  /** A new version, so that a sign-in in flight under the old rule cannot finish. */
  async setGates(id: string, { emailFactorAt, totpAt, passkeyGateAt }: Gates, now: number): Promise<void> {
    const gates = [emailFactorAt, totpAt, passkeyGateAt].map((at) => at ?? null)
    const since = gates.find((at) => at !== null) ?? null
    await this.#change(
      id,
      `two_factor_enabled_at = ?, email_factor_at = ?, totp_at = ?, passkey_gate_at = ?, ${NEW_VERSION}, updated_at = ? WHERE id = ?`,
      [since, ...gates, now],
    )
  }

  async find(id: string): Promise<Account | undefined> {
    const [row] = await this.sql.query(`SELECT ${ACCOUNT.names} FROM accounts WHERE id = ? AND ${PRESENT}`, [id])
    if (!row) this.effects.met(id)
    return row && ACCOUNT.read(row)
  }

  /** A role comes with its scopes, so that none are left of an earlier time as an administrator. */
  async setRole(id: string, { role, adminScopes }: Pick<Account, 'role' | 'adminScopes'>, now: number): Promise<void> {
    const values = [role, ACCOUNT.stored('adminScopes', adminScopes), now]
    await this.#change(id, `role = ?, admin_scopes = ?, updated_at = ? WHERE id = ?`, values)
  }

  /** A new version, so that a sign-in in flight ends with the ban. */
  async setBanned(id: string, reason: string | undefined, now: number): Promise<void> {
    const values = [now, reason ?? null, now]
    await this.#change(id, `banned_at = ?, ban_reason = ?, ${NEW_VERSION}, updated_at = ? WHERE id = ?`, values)
  }

  async liftBan(id: string, now: number): Promise<void> {
    await this.#change(id, `banned_at = NULL, ban_reason = NULL, ${NEW_VERSION}, updated_at = ? WHERE id = ?`, [now])
  }

  /** Not a part of `Account`, which every session check reads. */
  async banReasonOf(id: string): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT ban_reason FROM accounts WHERE id = ?`, [id])
    return row && cell(row, optional(text('ban_reason')))
  }

  /** In one statement: a time that is newer than the data beside it would hide a change from its reader. */
  async findData(id: string): Promise<{ readonly data: string | undefined; readonly updatedAt: number } | undefined> {
    const found = await this.oneWhere(DATA, `id = ? AND ${PRESENT}`, [id])
    return found && { data: found.data, updatedAt: found.dataUpdatedAt ?? found.createdAt }
  }

  /** Only inside a transaction: accounts are found by rows of their own, which change with the data. */
  async setData(id: string, data: string | undefined, { updatedAt, now }: { updatedAt: number; now: number }): Promise<void> {
    const values = [data ?? null, updatedAt, now]
    await this.#change(id, `data = ?, data_updated_at = ?, updated_at = ? WHERE id = ?`, values)
  }

  /** Of a field that is not declared: no time changes, because no reader sees a difference. */
  async setInvisibleData(id: string, data: string | undefined): Promise<void> {
    await this.#change(id, `data = ? WHERE id = ?`, [data ?? null])
  }

  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.sql.query(
      `SELECT ${ADDRESS.names} FROM accounts WHERE id IN (${placeholders(ids)}) AND ${PRESENT}`,
      ids,
    )
    return new Map(rows.map(ADDRESS.read).map(({ id, email }) => [id, email]))
  }

  list(filter: AccountFilter, order: AccountOrder, slice: Slice): Promise<AccountPage> {
    return findAccounts(this.sql, filter, order, slice)
  }

  /** The id is the last parameter. `effects.changed` makes every session check see the change. */
  async #change(id: string, change: string, params: readonly Value[]): Promise<readonly Row[]> {
    const rows = await this.sql.query(`UPDATE accounts SET ${change} RETURNING ${ACCOUNT.names}`, [...params, id])
    if (rows.length > 0) this.effects.changed(id)
    return rows
  }

  async #remove(condition: string, id: string): Promise<boolean> {
    const removed = new RemovedAccountsTable(this.connection)
    const [row] = (await removed.isTooLarge(id)) ? await removed.add(condition, id) : await removed.remove(condition, id)
    if (row) this.effects.count('account', cell(row, time('created_at')), -1)
    if (row) this.effects.changed(id)
    return row !== undefined
  }
}
