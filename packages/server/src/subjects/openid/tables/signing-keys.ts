import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Algorithm } from '../clients/client.ts'

export const SIGNING_KEYS = table('oidc_signing_keys', {
  key: 'kid',
  columns: {
    kid: text('kid'),
    algorithm: text<Algorithm>('algorithm'),
    publicKey: json<Readonly<Record<string, string>>>('public_key'),
    /** The private key, sealed under the data key. */
    sealed: text('sealed'),
    createdAt: time('created_at'),
    signsFrom: time('signs_from'),
    signsUntil: optional(time('signs_until')),
    /** Until the last token that it has signed is out. */
    publishedUntil: optional(time('published_until')),
  },
  purged: { never: 'few, and the rotation removes them' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'applications know its public half' },
  exported: [],
})

export type SigningKey = RowOf<typeof SIGNING_KEYS>

const INSERT = SIGNING_KEYS.insert()

export const signingKeysIn = (tx: Connection): SigningKeysTable => new SigningKeysTable(tx)

export class SigningKeysTable extends Table {
  find(kid: string): Promise<SigningKey | undefined> {
    return this.oneWhere(SIGNING_KEYS, `kid = ?`, [kid])
  }

  /** The newest first. */
  list(): Promise<readonly SigningKey[]> {
    return this.all(SIGNING_KEYS, `SELECT ${SIGNING_KEYS.names} FROM oidc_signing_keys ORDER BY signs_from DESC, kid`)
  }

  listFor(algorithm: Algorithm): Promise<readonly SigningKey[]> {
    return this.allWhere(SIGNING_KEYS, `algorithm = ? ORDER BY signs_from DESC, kid`, [algorithm])
  }

  hasAny(): Promise<boolean> {
    return this.isOne(`SELECT kid FROM oidc_signing_keys LIMIT 1`, [])
  }

  async add(key: SigningKey): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(key))
  }

  /** Whatever signs with no end until now. */
  async retire(algorithm: Algorithm, signsUntil: number, publishedUntil: number): Promise<void> {
    await this.sql.run(
      `UPDATE oidc_signing_keys SET signs_until = ?, published_until = ? WHERE algorithm = ? AND signs_until IS NULL`,
      [signsUntil, publishedUntil, algorithm],
    )
  }

  async removeEvery(): Promise<void> {
    await this.sql.run(`DELETE FROM oidc_signing_keys`)
  }

  async removeAll(algorithm: Algorithm): Promise<void> {
    await this.sql.run(`DELETE FROM oidc_signing_keys WHERE algorithm = ?`, [algorithm])
  }

  async removeOlder(publishedUntil: number): Promise<void> {
    await this.sql.run(`DELETE FROM oidc_signing_keys WHERE published_until < ?`, [publishedUntil])
  }
}
