import { type Count, PACE, type Sources } from '../../../platform/store/bounded-scan.ts'
import { cell, text } from '../../../platform/store/columns.ts'
import { findMatches } from '../../../platform/store/find-matches.ts'
import { type ListPage, noPage, type Slice } from '../../../platform/store/list-page.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import { WAITING } from './org-words.ts'
import {
  everyOrg,
  type OrgMatching,
  orgsByWord,
  orgsStrandedWith,
  orgsWithoutOwners,
  orgsWithoutWords,
} from './organisation-sources.ts'
import { ORGANISATION, type Organisation } from './organisations.ts'

export interface OrganisationFilter extends OrgMatching {
  readonly id: string | undefined
  /** The typed text has no word in it, so no organisation matches. */
  readonly isImpossible: boolean
}

type OrganisationPage = Count & ListPage & { readonly orgs: readonly Organisation[] }

/** With more banned owners than this, their organisations are not looked up owner by owner. */
const FEW_OWNERS = 200

export const organisationListIn = (tx: Connection): OrganisationListTable => new OrganisationListTable(tx)

export class OrganisationListTable extends Table {
  /** Newest first. The scan runs in small steps with room for other requests in between, as far as `pace` allows. */
  async list({ id, isImpossible, ...matching }: OrganisationFilter, slice: Slice, pace = PACE): Promise<OrganisationPage> {
    const known = id === undefined ? [] : await this.#read([id])
    if (known.length > 0) return { total: 1, isCapped: false, ...noPage(0, false), orgs: slice.offset === 0 ? known : [] }
    if (isImpossible) return { total: 0, isCapped: false, ...noPage(slice.offset, false), orgs: [] }
    const wanted = { ...matching, waitingSlug: (await this.#isAnyWaiting()) ? matching.waitingSlug : undefined }
    const found = await findMatches(this.sql, await this.#candidates(wanted), everyOrg(wanted), slice, pace)
    return { ...found, orgs: await this.#read(found.matches.map((match) => match.id)) }
  }

  /** Organisations that an older version has written have no words before the next purge. */
  async #isAnyWaiting(): Promise<boolean> {
    return (await this.sql.query(`SELECT id FROM organisations WHERE ${WAITING} LIMIT 1`)).length > 0
  }

  async #candidates(matching: OrgMatching): Promise<readonly Sources[]> {
    const { beginnings, isOwnerless, waitingSlug } = matching
    const waiting = waitingSlug === undefined ? [] : [orgsWithoutWords(matching)]
    const byWord = beginnings.map((_, index) => [
      orgsByWord({ isOwnerless, beginnings: [...beginnings.slice(index), ...beginnings.slice(0, index)] }),
      ...waiting,
    ])
    if (!isOwnerless) return byWord
    const banned = await this.sql.query(
      `SELECT id FROM accounts WHERE banned_at IS NOT NULL AND org_owner_count > 0 ORDER BY created_at, id LIMIT ${FEW_OWNERS + 1}`,
    )
    if (banned.length > FEW_OWNERS) return byWord
    return [[orgsWithoutOwners(matching), ...banned.map((row) => orgsStrandedWith(cell(row, text('id')), matching))], ...byWord]
  }

  async #read(ids: readonly string[]): Promise<readonly Organisation[]> {
    if (ids.length === 0) return []
    const rows = await this.sql.query(`SELECT ${ORGANISATION.names} FROM organisations WHERE id IN (${placeholders(ids)})`, ids)
    const byId = new Map(rows.map(ORGANISATION.read).map((org) => [org.id, org]))
    return ids.flatMap((one) => byId.get(one) ?? [])
  }
}
