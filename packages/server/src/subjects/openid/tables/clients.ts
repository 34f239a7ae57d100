import { flag, json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Algorithm, ClientKind, Demands } from '../clients/client.ts'
import type { Refusal } from '../clients/refusals.ts'

export const CLIENTS = table('oidc_clients', {
  key: 'id',
  columns: {
    id: text('id'),
    name: text('name'),
    kind: text<ClientKind>('kind'),
    homeUrl: optional(text('home_url')),
    redirectUris: json<readonly string[]>('redirect_uris'),
    postLogoutUris: json<readonly string[]>('post_logout_uris'),
    /** Where the application is told that a session has ended. */
    logoutUri: optional(text('logout_uri')),
    /** People are not asked whether it may know them. */
    isFirstParty: flag('is_first_party'),
    wantsPkce: flag('wants_pkce'),
    /** A client that has sent a challenge once has to send one for ever. */
    hasSentChallenge: flag('has_sent_challenge'),
    /** May ask for `offline_access`. */
    mayStay: flag('may_stay'),
    hasDeviceFlow: flag('has_device_flow'),
    scopes: json<readonly string[]>('scopes'),
    /** Services for which it gets signed access tokens. */
    audiences: json<readonly string[]>('audiences'),
    demands: json<Demands>('demands'),
    isPairwise: flag('is_pairwise'),
    algorithm: text<Algorithm>('algorithm'),
    createdBy: optional(text('created_by')),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    disabledAt: optional(time('disabled_at')),
    /** It is gone for all who ask, and disabled; the row stays until all that it had opened has ended. */
    removedAt: optional(time('removed_at')),
    lastUsedAt: optional(time('last_used_at')),
    /** Why the last request of the application was refused, as a code. */
    lastRefusal: optional(text<Refusal>('last_refusal')),
    lastRefusedAt: optional(time('last_refused_at')),
    /** The redirect address that was asked for, where that was why. */
    lastRefusedUri: optional(text('last_refused_uri')),
  },
  purged: { never: 'an administrator removes it' },
  deleted: { forgotten: 'created_by', as: 'NULL' },
  restored: { kept: 'what it holds ends with the sessions' },
  exported: ['id', 'name', 'homeUrl'],
})

export type OidcClient = RowOf<typeof CLIENTS>

/** Without its addresses: all of them together are more than can be read at once. */
const LISTED = CLIENTS.pick(
  ...(['id', 'name', 'kind', 'isFirstParty', 'createdAt', 'disabledAt', 'lastUsedAt', 'lastRefusal', 'lastRefusedAt'] as const),
)
export type ListedClient = RowOf<typeof LISTED>

/** More applications than an operator can keep an eye on. */
const MOST_CLIENTS = 500

const ID = CLIENTS.pick('id')
const INSERT = CLIENTS.insert()
const CHANGE = CLIENTS.omit(
  ...([
    'id',
    'kind',
    'createdBy',
    'createdAt',
    'removedAt',
    'lastUsedAt',
    'lastRefusal',
    'lastRefusedAt',
    'lastRefusedUri',
  ] as const),
).update()

/** The key under which processes keep what depends on the client. */
export const keyOfClient = (id: string): string => `client ${id}`

export const clientsIn = (tx: Connection): ClientsTable => new ClientsTable(tx)

export class ClientsTable extends Table {
  find(id: string): Promise<OidcClient | undefined> {
    return this.oneWhere(CLIENTS, `id = ?`, [id])
  }

  list(): Promise<readonly ListedClient[]> {
    return this.allWhere(LISTED, `removed_at IS NULL ORDER BY created_at DESC, id DESC`, [])
  }

  async pairwise(): Promise<readonly string[]> {
    return (await this.allWhere(ID, `removed_at IS NULL AND is_pairwise = 1 ORDER BY id`, [])).map(({ id }) => id)
  }

  async hasAny(): Promise<boolean> {
    return this.isOne(`SELECT id FROM oidc_clients LIMIT 1`, [])
  }

  /** For a change, once no redemption holds it any more; undefined for one that is not there or was removed. */
  lock(id: string): Promise<OidcClient | undefined> {
    return this.oneWhere(CLIENTS, `id = ? AND removed_at IS NULL FOR UPDATE`, [id])
  }

  /** Two that are made at once must not both find room for one. */
  async add(client: OidcClient): Promise<'added' | 'taken' | 'too-many'> {
    await lock(this.sql, 'admins')
    if ((await this.total(`SELECT COUNT(*) AS total FROM oidc_clients`)) >= MOST_CLIENTS) return 'too-many'
    const added = await this.isOne(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING id`, INSERT.params(client))
    return added ? 'added' : 'taken'
  }

  /** Whatever processes keep of the client ends, so that the change counts from the next request on. */
  async set(client: OidcClient): Promise<void> {
    this.effects.changed(keyOfClient(client.id))
    await this.sql.run(`${CHANGE.text} WHERE id = ?`, [...CHANGE.params(client), client.id])
  }

  /** From the next request on it is unknown; its id is free again once `forget` has removed the row. */
  async remove(id: string, now: number): Promise<OidcClient | undefined> {
    this.effects.changed(keyOfClient(id))
    const change = `UPDATE oidc_clients SET removed_at = ?, disabled_at = COALESCE(disabled_at, ?)`
    return this.one(CLIENTS, `${change} WHERE id = ? AND removed_at IS NULL RETURNING ${CLIENTS.names}`, [now, now, id])
  }

  /** One that was removed, and whose row is still there. */
  async anyRemoved(): Promise<string | undefined> {
    return (await this.one(ID, `SELECT id FROM oidc_clients WHERE removed_at IS NOT NULL ORDER BY removed_at LIMIT 1`, []))?.id
  }

  async forget(id: string): Promise<void> {
    await this.sql.run(`DELETE FROM oidc_clients WHERE id = ? AND removed_at IS NOT NULL`, [id])
  }

  async noteChallenge(id: string): Promise<void> {
    await this.sql.run(`UPDATE oidc_clients SET has_sent_challenge = 1 WHERE id = ? AND has_sent_challenge = 0`, [id])
  }

  /**
   * The client can be neither changed nor removed before the transaction ends: undefined where it is off already. Any number of redemptions
   * hold it at once, and notes of its use or of a refusal do not wait for them.
   */
  hold(id: string): Promise<OidcClient | undefined> {
    return this.oneWhere(CLIENTS, `id = ? AND disabled_at IS NULL FOR KEY SHARE`, [id])
  }

  /** A minute old at most, so that not every request of an application writes. */
  async noteUse(id: string, now: number): Promise<void> {
    const isStale = `COALESCE(last_used_at, 0) < ?`
    await this.sql.run(`UPDATE oidc_clients SET last_used_at = ? WHERE id = ? AND ${isStale}`, [now, id, now - 60_000])
  }

  /** The same one is noted once a minute. */
  async noteRefusal(
    id: string,
    { refusal, address = null }: { readonly refusal: Refusal; readonly address?: string | null | undefined },
    now: number,
  ): Promise<void> {
    await this.sql.run(
      `UPDATE oidc_clients SET last_refusal = ?, last_refused_at = ?, last_refused_uri = ? WHERE id = ?
         AND (last_refusal IS NULL OR last_refusal <> ? OR COALESCE(last_refused_uri, '') <> ? OR last_refused_at < ?)`,
      [refusal, now, address, id, refusal, address ?? '', now - 60_000],
    )
  }
}
