import { cell, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const CLIENT_SECRETS = table('oidc_client_secrets', {
  key: 'id',
  columns: {
    id: text('id'),
    clientId: text('client_id'),
    hash: text('hash'),
    createdAt: time('created_at'),
    /** Set once a newer secret takes its place. */
    expiresAt: optional(time('expires_at')),
    lastUsedAt: optional(time('last_used_at')),
  },
  purged: { with: 'oidc_clients' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'applications know it; the command says that one which was ended since is back' },
  exported: [],
})

export type ClientSecret = RowOf<typeof CLIENT_SECRETS>

const INSERT = CLIENT_SECRETS.insert()
const EXPIRES_AT = time('expires_at')

export const clientSecretsIn = (tx: Connection): ClientSecretsTable => new ClientSecretsTable(tx)

/** Only hashes are stored; a secret itself is shown once. A client has two at most: one in use, and one that it takes the place of. */
export class ClientSecretsTable extends Table {
  /** The newest first. */
  allOf(clientId: string): Promise<readonly ClientSecret[]> {
    const order = 'ORDER BY created_at DESC, id DESC'
    return this.allWhere(CLIENT_SECRETS, `client_id = ? ${order}`, [clientId])
  }

  async add(secret: Pick<ClientSecret, 'id' | 'clientId' | 'hash' | 'createdAt'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...secret, expiresAt: undefined, lastUsedAt: undefined }))
  }

  /** The one in use gives way: it is good for as long as both shall be. False where an older one is good already. */
  async giveWay(clientId: string, until: number, now: number): Promise<boolean> {
    await this.sql.run(`DELETE FROM oidc_client_secrets WHERE client_id = ? AND expires_at <= ?`, [clientId, now])
    const [, older] = await this.allOf(clientId)
    if (older) return false
    await this.sql.run(`UPDATE oidc_client_secrets SET expires_at = ? WHERE client_id = ?`, [until, clientId])
    return true
  }

  /** The one that a newer one takes the place of. False where there is none. */
  async endOlder(clientId: string, now: number): Promise<boolean> {
    const ended = await this.sql.query(
      `DELETE FROM oidc_client_secrets WHERE client_id = ? AND expires_at IS NOT NULL RETURNING expires_at`,
      [clientId],
    )
    return ended.some((row) => cell(row, EXPIRES_AT) > now)
  }

  async removeAllOf(clientId: string): Promise<void> {
    await this.sql.run(`DELETE FROM oidc_client_secrets WHERE client_id = ?`, [clientId])
  }

  async touch(id: string, now: number): Promise<void> {
    await this.sql.run(`UPDATE oidc_client_secrets SET last_used_at = ? WHERE id = ?`, [now, id])
  }
}
