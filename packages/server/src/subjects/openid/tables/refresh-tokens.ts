import { hashToken } from '../../../platform/kernel/tokens.ts'
import { json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import type { Proof } from '../clients/client.ts'

export const REFRESH_TOKENS = table('oidc_refresh_tokens', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    grantId: text('grant_id'),
    generation: number('generation'),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    proof: json<Proof>('proof'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    rotatedAt: optional(time('rotated_at')),
    /** The tokens that took its place, sealed so that only the holder of this one can open them. */
    successor: optional(text('successor')),
  },
  purged: { after: 'expires_at', keptMs: 0 },
  deleted: { with: 'oidc_grants' },
  restored: { emptied: true },
  exported: [],
})

export type RefreshToken = RowOf<typeof REFRESH_TOKENS>

const INSERT = REFRESH_TOKENS.insert()

/** A grant has so many unused tokens at most: one for each tab in which its application was let in. */
const MOST_UNUSED = 20
/** Of a grant so many tokens are remembered that were used before; one of those that shows up again has been stolen. */
const GENERATIONS = 1000
/** Forgotten per rotation: more than one, so that a grant with too many catches up, but few, so that it stays fast. */
const FORGOTTEN = 10

/** The purpose is part of the hash, so that no cookie is taken for a refresh token. */
export const hashOfRefresh = (token: string): string => hashToken(`refresh ${token}`)

export const refreshTokensIn = (tx: Connection): GrantTokensTable => new GrantTokensTable(tx)

/** Each time that an application is let in begins a row of tokens, of which one is unused. Callers that write have locked the account's row. */
export class GrantTokensTable extends Table {
  async add(token: Omit<RefreshToken, 'rotatedAt' | 'successor'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...token, rotatedAt: undefined, successor: undefined }))
    if (token.generation === 1) await this.#dropUnused(token)
    if (token.generation > GENERATIONS) await this.#forget(token)
  }

  find(hash: string): Promise<RefreshToken | undefined> {
    return this.oneWhere(REFRESH_TOKENS, `hash = ?`, [hash])
  }

  /** The check and the mark are one statement, so of many callers exactly one wins. */
  take(hash: string, successor: string, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE oidc_refresh_tokens SET rotated_at = ?, successor = ? WHERE hash = ? AND rotated_at IS NULL RETURNING hash`,
      [now, successor, hash],
    )
  }

  /** Never the one that was just added, be it that all are of one millisecond. */
  async #dropUnused({ grantId, hash }: Pick<RefreshToken, 'grantId' | 'hash'>): Promise<void> {
    await this.sql.run(
      `DELETE FROM oidc_refresh_tokens WHERE hash IN (
         SELECT hash FROM oidc_refresh_tokens WHERE grant_id = ? AND hash <> ? AND rotated_at IS NULL
         ORDER BY created_at DESC, hash LIMIT ${MOST_UNUSED} OFFSET ${MOST_UNUSED - 1})`,
      [grantId, hash],
    )
  }

  /** A younger row of the same grant keeps those of its tokens that may still be asked for again by another tab. */
  async #forget({ grantId, generation, createdAt }: Pick<RefreshToken, 'grantId' | 'generation' | 'createdAt'>): Promise<void> {
    await this.sql.run(
      `DELETE FROM oidc_refresh_tokens WHERE hash IN (
         SELECT hash FROM oidc_refresh_tokens WHERE grant_id = ? AND generation <= ? AND rotated_at < ?
         ORDER BY generation LIMIT ${FORGOTTEN})`,
      [grantId, generation - GENERATIONS, createdAt - KEPT_MS],
    )
  }
}
