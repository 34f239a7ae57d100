import { LIVE } from '../../../gate/sessions/tables/sessions.ts'
import { cell, optional, text } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { CONSENTS } from './consents.ts'
import { GRANTS } from './grants.ts'

/** Of an account: more than one has applications, each of which may have several sessions. */
const MOST_GRANTS = 2000

/** What a person has allowed an application, or what an application holds of them. */
export interface Connected {
  readonly clientId: string
  readonly name: string
  readonly homeUrl: string | undefined
  readonly since: number
  /** Undefined where it holds nothing at this moment. */
  readonly lastUsedAt: number | undefined
  readonly scopes: readonly string[]
  /** It stays signed in when the browser is not. */
  readonly stays: boolean
}

const GRANT = GRANTS.pick('clientId', 'hasOwnSession', 'scopes', 'createdAt', 'lastUsedAt').select('g', 'grant_')
const CONSENT = CONSENTS.pick('clientId', 'scopes', 'givenAt').select('s', 'consent_')
const CLIENT = { name: text('client_name'), homeUrl: optional(text('client_home')) }
const CLIENT_NAMES = 'c.name AS client_name, c.home_url AS client_home'
const THERE = 'JOIN oidc_clients c ON c.id ='

export const applicationsIn = (tx: Connection): ApplicationsTable => new ApplicationsTable(tx)

/** The applications of one account, of what several tables know of them. */
export class ApplicationsTable extends Table {
  /** The one that was used last comes first. */
  async list(accountId: string, now: number): Promise<readonly Connected[]> {
    const found = new Map<string, Connected>()
    for (const one of [...(await this.#granted(accountId, now)), ...(await this.#allowed(accountId))])
      found.set(one.clientId, merged(found.get(one.clientId), one))
    return [...found.values()].toSorted((one, other) => (other.lastUsedAt ?? other.since) - (one.lastUsedAt ?? one.since))
  }

  async #granted(accountId: string, now: number): Promise<readonly Connected[]> {
    const rows = await this.sql.query(
      `SELECT ${GRANT.names}, ${CLIENT_NAMES} FROM oidc_grants g ${THERE} g.client_id JOIN sessions ON sessions.id = g.session_id
       WHERE g.account_id = ? AND g.ended_at IS NULL AND c.removed_at IS NULL AND ${LIVE}
       ORDER BY g.last_used_at DESC, g.id DESC LIMIT ${MOST_GRANTS}`,
      [accountId, now],
    )
    return rows.map((row) => {
      const { clientId, hasOwnSession, scopes, createdAt, lastUsedAt } = GRANT.read(row)
      const [name, homeUrl] = [cell(row, CLIENT.name), cell(row, CLIENT.homeUrl)]
      return { clientId, name, homeUrl, since: createdAt, lastUsedAt, scopes, stays: hasOwnSession }
    })
  }

  async #allowed(accountId: string): Promise<readonly Connected[]> {
    const rows = await this.sql.query(
      `SELECT ${CONSENT.names}, ${CLIENT_NAMES} FROM oidc_consents s ${THERE} s.client_id
       WHERE s.account_id = ? AND c.removed_at IS NULL`,
      [accountId],
    )
    return rows.map((row) => {
      const { clientId, scopes, givenAt } = CONSENT.read(row)
      const [name, homeUrl] = [cell(row, CLIENT.name), cell(row, CLIENT.homeUrl)]
      return { clientId, name, homeUrl, since: givenAt, lastUsedAt: undefined, scopes, stays: false }
    })
  }

  /** What was allowed, and what waits to be redeemed. False where there was neither. The caller has locked the account's row. */
  async forget(accountId: string, clientId: string, now: number): Promise<boolean> {
    const of = [accountId, clientId]
    const consents = `DELETE FROM oidc_consents WHERE account_id = ? AND client_id = ? RETURNING id`
    const codes = `UPDATE oidc_codes SET used_at = ? WHERE account_id = ? AND client_id = ? AND used_at IS NULL RETURNING hash`
    const devices = `DELETE FROM oidc_device_codes WHERE account_id = ? AND client_id = ? AND redeemed_at IS NULL RETURNING hash`
    const removed = [
      await this.sql.query(consents, of),
      await this.sql.query(codes, [now, ...of]),
      await this.sql.query(devices, of),
    ]
    return removed.some((rows) => rows.length > 0)
  }

  /** Accounts of which a client holds something, at most so many. */
  async accountsOf(clientId: string, most: number): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT DISTINCT account_id FROM oidc_grants WHERE client_id = ? AND ended_at IS NULL ORDER BY account_id LIMIT ?`,
      [clientId, most],
    )
    return rows.map((row) => cell(row, ACCOUNT_ID))
  }

  /** Whether a person has let it in, or allowed it to know them. */
  isKnown(clientId: string): Promise<boolean> {
    return this.isOne(
      `SELECT id FROM oidc_clients WHERE id = ? AND (EXISTS (SELECT 1 FROM oidc_grants WHERE client_id = oidc_clients.id AND ended_at IS NULL)
         OR EXISTS (SELECT 1 FROM oidc_consents WHERE client_id = oidc_clients.id))`,
      [clientId],
    )
  }

  /** Some of what people have allowed a client; returns how many. */
  async forgetConsents(clientId: string, most: number): Promise<number> {
    const some = `SELECT id FROM oidc_consents WHERE client_id = ? LIMIT ?`
    return (await this.sql.query(`DELETE FROM oidc_consents WHERE id IN (${some}) RETURNING id`, [clientId, most])).length
  }

  /** An application that has to be told of an end is known until it was. */
  isStillTold(clientId: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM oidc_logouts WHERE client_id = ? AND done_at IS NULL LIMIT 1`, [clientId])
  }
}

const ACCOUNT_ID = text('account_id')

const merged = (before: Connected | undefined, one: Connected): Connected =>
  before === undefined
    ? one
    : {
        ...before,
        since: Math.min(before.since, one.since),
        scopes: [...new Set([...before.scopes, ...one.scopes])],
        stays: before.stays || one.stays,
      }
