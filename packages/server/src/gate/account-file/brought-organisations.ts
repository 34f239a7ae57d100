import type { Connection } from '../../platform/store/table.ts'
import type { StoredData } from '../data/visible-values.ts'
import type { Transaction } from '../transaction.ts'

/** An organisation of another service of this kind. */
export interface BroughtOrganisation {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly data: StoredData
  readonly dataUpdatedAt: number | undefined
}

export interface BroughtMembership {
  readonly orgId: string
  readonly role: string
  readonly joinedAt: number
}

/** How an import makes organisations, and members of those alone. */
export interface OrganisationBringer {
  /** Undefined where it is none: people could not name it. */
  checked(organisation: BroughtOrganisation): BroughtOrganisation | undefined
  isTaken(tables: Connection, id: string): Promise<boolean>
  /** With another slug where its own is taken, or cannot be had here. Undefined where its id is taken: that one gets nothing. */
  bring(tx: Transaction, organisation: BroughtOrganisation, runId: string): Promise<{ readonly slug: string } | undefined>
  /** Of new accounts. Returns those that were left out somewhere. */
  join(
    tx: Transaction,
    memberships: readonly (BroughtMembership & { readonly accountId: string })[],
    runId: string,
  ): Promise<ReadonlySet<string>>
}
