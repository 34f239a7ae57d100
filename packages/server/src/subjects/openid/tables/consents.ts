import { json, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const CONSENTS = table('oidc_consents', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    clientId: text('client_id'),
    scopes: json<readonly string[]>('scopes'),
    /** Services to which it may have access in the name of the person. */
    audiences: json<readonly string[]>('audiences'),
    givenAt: time('given_at'),
  },
  purged: { with: 'oidc_clients' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'at worst people are not asked again what they have allowed before' },
  exported: ['clientId', 'scopes'],
  carried: 'it was given to an application of this service',
})

export type Consent = RowOf<typeof CONSENTS>

const INSERT = CONSENTS.insert()

export const consentsIn = (tx: Connection): ConsentsTable => new ConsentsTable(tx)

export class ConsentsTable extends Table {
  find(accountId: string, clientId: string): Promise<Consent | undefined> {
    return this.oneWhere(CONSENTS, `account_id = ? AND client_id = ?`, [accountId, clientId])
  }

  /** Adds to what was allowed before. The caller has locked the account's row. */
  async allow(consent: Consent): Promise<void> {
    const before = await this.find(consent.accountId, consent.clientId)
    const scopes = [...new Set([...(before?.scopes ?? []), ...consent.scopes])]
    const audiences = [...new Set([...(before?.audiences ?? []), ...consent.audiences])]
    await this.sql.run(
      `${INSERT.text} ON CONFLICT (account_id, client_id) DO UPDATE SET scopes = excluded.scopes, audiences = excluded.audiences,
         given_at = excluded.given_at`,
      INSERT.params({ ...consent, scopes, audiences }),
    )
  }
}
