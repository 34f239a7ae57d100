import type { Row, Sql } from '../engine.ts'

export interface LinkedIdentity {
  readonly issuer: string
  readonly subject: string
  /** The configured name under which it was linked. */
  readonly provider: string
  readonly accountId: string
  readonly email: string | undefined
  /** The address that the provider itself has verified, when it was last asked; in canonical form. */
  readonly vouchedEmail: string | undefined
  readonly createdAt: number
}

export interface NewIdentity extends LinkedIdentity {
  /** Sealed. */
  readonly tokens: string | undefined
}

const toIdentity = (row: Row): LinkedIdentity => ({
  issuer: row['issuer'] as string,
  subject: row['subject'] as string,
  provider: row['provider'] as string,
  accountId: row['account_id'] as string,
  email: (row['email'] as string | null) ?? undefined,
  vouchedEmail: (row['vouched_email'] as string | null) ?? undefined,
  createdAt: row['created_at'] as number,
})

/** Identities at providers, and the accounts they open. One of each provider per account. */
export class IdentitiesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async find(issuer: string, subject: string): Promise<LinkedIdentity | undefined> {
    const [row] = await this.#sql.query(`SELECT * FROM identities WHERE issuer = ? AND subject = ?`, [issuer, subject])
    return row && toIdentity(row)
  }

  /** False when the identity, or the provider for this account, is taken. */
  async add({ issuer, subject, provider, accountId, email, vouchedEmail, tokens, createdAt }: NewIdentity): Promise<boolean> {
    const rows = await this.#sql.query(
      `INSERT INTO identities (issuer, subject, provider, account_id, email, vouched_email, tokens, created_at, used_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING subject`,
      [issuer, subject, provider, accountId, email ?? null, vouchedEmail ?? null, tokens ?? null, createdAt, createdAt],
    )
    return rows.length > 0
  }

  /** Notes a sign-in. False when the identity no longer opens this account. */
  async use(
    { issuer, subject, accountId, email, vouchedEmail, tokens }: Omit<NewIdentity, 'provider' | 'createdAt'>,
    now: number,
  ): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE identities SET used_at = ?, email = ?, vouched_email = ?, tokens = ?
       WHERE issuer = ? AND subject = ? AND account_id = ? RETURNING subject`,
      [now, email ?? null, vouchedEmail ?? null, tokens ?? null, issuer, subject, accountId],
    )
    return rows.length > 0
  }

  async listOf(accountId: string): Promise<readonly LinkedIdentity[]> {
    const rows = await this.#sql.query(`SELECT * FROM identities WHERE account_id = ? ORDER BY provider`, [accountId])
    return rows.map(toIdentity)
  }

  async remove(accountId: string, provider: string): Promise<void> {
    await this.#sql.query(`DELETE FROM identities WHERE account_id = ? AND provider = ?`, [accountId, provider])
  }
}
