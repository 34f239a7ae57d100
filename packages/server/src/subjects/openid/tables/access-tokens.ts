import { ACCOUNT } from '../../../gate/accounts/tables/account-columns.ts'
import type { Pair } from '../../../gate/session-cache/session-cache.ts'
import { SESSION } from '../../../gate/sessions/tables/sessions.ts'
import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import { CLIENTS, type OidcClient } from './clients.ts'

export const ACCESS_TOKENS = table('oidc_access_tokens', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    clientId: text('client_id'),
    /** Neither for a service that acts for itself. */
    grantId: optional(text('grant_id')),
    accountId: optional(text('account_id')),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    /** Of the session in which the person let the application in; a session of the application has passed no second factor. */
    secondFactorAt: optional(time('second_factor_at')),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
  },
  purged: { after: 'expires_at', keptMs: 0 },
  deleted: { purged: 'account_id' },
  restored: { emptied: true },
  exported: [],
  carried: 'applications sign in at this service',
})

export type AccessToken = RowOf<typeof ACCESS_TOKENS>

/** As much of a client as decides what is told of a person. */
export type Holder = Pick<OidcClient, 'id' | 'scopes' | 'demands' | 'isPairwise'>

/** What a token opens, kept by processes like a session. */
export interface AccessPair extends Pair {
  readonly access: AccessToken & { readonly grantId: string }
  readonly client: Holder
}

const INSERT = ACCESS_TOKENS.insert()
const TOKEN = ACCESS_TOKENS.select('t', 'token_')
const OF_GRANT = SESSION.select('s', 'session_', { revokedAt: undefined })
const OWNER = ACCOUNT.select('a', 'account_', { bannedAt: undefined })
const CLIENT = CLIENTS.select('c', 'client_', { disabledAt: undefined })

/** A token is good while its grant, its session, its account and its client are: no row of it has to change when one of them ends. */
const BY_HASH = `SELECT ${TOKEN.names}, ${OWNER.names}, ${OF_GRANT.names}, ${CLIENT.names}
  FROM oidc_access_tokens t JOIN oidc_grants g ON g.id = t.grant_id JOIN oidc_clients c ON c.id = t.client_id
    JOIN sessions s ON s.id = g.session_id JOIN accounts a ON a.id = s.account_id
  WHERE t.hash = ? AND t.expires_at > ? AND g.ended_at IS NULL AND c.disabled_at IS NULL
    AND s.revoked_at IS NULL AND s.refresh_expires_at > ? AND s.epoch = a.session_epoch AND a.banned_at IS NULL`

const OF_SERVICE = `SELECT ${TOKEN.names} FROM oidc_access_tokens t JOIN oidc_clients c ON c.id = t.client_id
  WHERE t.hash = ? AND t.expires_at > ? AND t.grant_id IS NULL AND c.disabled_at IS NULL`

export const accessTokensIn = (tx: Connection): AccessTokensTable => new AccessTokensTable(tx)

/** Only hashes are stored. Of a signed token, which others check by its signature, the row is there so that it can be asked about. */
export class AccessTokensTable extends Table {
  async add(token: AccessToken): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(token))
  }

  /** The session may be kept until the token expires, or until the session could not be refreshed any more. */
  async find(hash: string, now: number): Promise<Omit<AccessPair, 'dependsOn'> | undefined> {
    const [row] = await this.sql.query(BY_HASH, [hash, now, now])
    if (!row) return undefined
    const { grantId, ...token } = TOKEN.read(row)
    const session = OF_GRANT.read(row)
    if (grantId === undefined) return undefined
    const expiresAt = Math.min(token.expiresAt, session.refreshExpiresAt)
    const { id, scopes, demands, isPairwise } = CLIENT.read(row)
    return {
      session: { ...session, expiresAt },
      account: OWNER.read(row),
      access: { ...token, grantId },
      client: { id, scopes, demands, isPairwise },
    }
  }

  async findOfService(hash: string, now: number): Promise<AccessToken | undefined> {
    const [row] = await this.sql.query(OF_SERVICE, [hash, now])
    return row && TOKEN.read(row)
  }

  /** Every process drops what it keeps of the token. Undefined where the client has no such token. */
  async remove(hash: string, clientId: string): Promise<AccessToken | undefined> {
    const remove = `DELETE FROM oidc_access_tokens WHERE hash = ? AND client_id = ? RETURNING ${ACCESS_TOKENS.names}`
    const token = await this.one(ACCESS_TOKENS, remove, [hash, clientId])
    if (token?.accountId !== undefined) this.effects.changed(token.accountId)
    return token
  }
}
