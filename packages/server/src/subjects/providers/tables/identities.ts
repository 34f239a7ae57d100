import { cell, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, padded, placeholders, Table, table } from '../../../platform/store/table.ts'

export const IDENTITIES = table('identities', {
  key: 'issuer',
  columns: {
    issuer: text('issuer'),
    subject: text('subject'),
    provider: text('provider'),
    accountId: text('account_id'),
    email: optional(text('email')),
    /** The address in canonical form, where the provider itself has verified it. */
    vouchedEmail: optional(text('vouched_email')),
    createdAt: time('created_at'),
    /** Sealed, so that a copy of the database does not give the tokens away. */
    tokens: optional(text('tokens')),
    usedAt: time('used_at'),
  },
  purged: { never: 'the owner unlinks it' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'the provider still decides' },
  exported: ['provider', 'email'],
  carried: {
    without: {
      accountId: 'the row stands in the record of its account',
      vouchedEmail: 'only the provider can vouch, and does at the next sign-in',
      tokens: 'they are for the client of this service',
    },
  },
})
const IDENTITY = IDENTITIES.omit('tokens', 'usedAt')
const USE = IDENTITIES.pick('provider', 'email', 'createdAt', 'usedAt')
const INSERT = IDENTITIES.insert()

export type LinkedIdentity = RowOf<typeof IDENTITY>
export type NewIdentity = Omit<RowOf<typeof IDENTITIES>, 'usedAt'> & { readonly usedAt?: number }

export const identitiesIn = (tx: Connection): IdentitiesTable => new IdentitiesTable(tx)

/** An account has at most one identity of each provider. */
export class IdentitiesTable extends Table {
  find(issuer: string, subject: string): Promise<LinkedIdentity | undefined> {
    return this.oneWhere(IDENTITY, `issuer = ? AND subject = ?`, [issuer, subject])
  }

  /** False when the identity, or the provider for this account, is taken. */
  async add(identity: NewIdentity): Promise<boolean> {
    const params = INSERT.params({ ...identity, usedAt: identity.createdAt })
    return (await this.sql.query(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING subject`, params)).length > 0
  }

  /** Of new accounts. One that is taken is left out. */
  async addAll(identities: readonly NewIdentity[]): Promise<void> {
    for (const some of inPieces(identities)) {
      const params = some.flatMap((one) => INSERT.params({ ...one, usedAt: one.usedAt ?? one.createdAt }))
      await this.sql.run(`${INSERT.textOf(some.length)} ON CONFLICT DO NOTHING`, params)
    }
  }

  /** Which of these belong to an account already. */
  async taken(issuer: string, subjects: readonly string[]): Promise<ReadonlySet<string>> {
    if (subjects.length === 0) return new Set()
    const asked = padded(subjects)
    const found = `SELECT subject FROM identities WHERE issuer = ? AND subject IN (${placeholders(asked)})`
    return new Set((await this.sql.query(found, [issuer, ...asked])).map((row) => cell(row, text('subject'))))
  }

  /** False when the identity no longer opens this account. */
  async use(
    { issuer, subject, accountId, email, vouchedEmail, tokens }: Omit<NewIdentity, 'provider' | 'createdAt'>,
    now: number,
  ): Promise<boolean> {
    const rows = await this.sql.query(
      `UPDATE identities SET used_at = ?, email = ?, vouched_email = ?, tokens = ?
       WHERE issuer = ? AND subject = ? AND account_id = ? RETURNING subject`,
      [now, email ?? null, vouchedEmail ?? null, tokens ?? null, issuer, subject, accountId],
    )
    return rows.length > 0
  }

  listOf(accountId: string): Promise<readonly LinkedIdentity[]> {
    return this.allWhere(IDENTITY, `account_id = ? ORDER BY provider`, [accountId])
  }

  listUsed(accountId: string): Promise<readonly RowOf<typeof USE>[]> {
    return this.allWhere(USE, `account_id = ? ORDER BY provider`, [accountId])
  }

  countTokens(): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM identities WHERE tokens IS NOT NULL`)
  }

  async forgetTokens(): Promise<void> {
    await this.sql.run(`UPDATE identities SET tokens = NULL WHERE tokens IS NOT NULL`)
  }

  async remove(accountId: string, provider: string): Promise<void> {
    await this.sql.run(`DELETE FROM identities WHERE account_id = ? AND provider = ?`, [accountId, provider])
  }
}
