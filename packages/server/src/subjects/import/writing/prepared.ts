import type { BroughtMembership, BroughtOrganisation } from '../../../gate/account-file/brought-organisations.ts'
import type { BatchedAccount } from '../../../gate/accounts/tables/account-batches.ts'
import type { Changes } from '../../../gate/data/changes.ts'
import type { BroughtPasskey } from '../../../gate/factors/methods.ts'
import type { RecoveryCode, TotpSeed } from '../../factors/index.ts'
import type { NewIdentity } from '../../providers/index.ts'
import type { Note, Verdict } from '../report/counts.ts'
import type { AccountOrigin } from '../tables/account-origins.ts'

/** A record as it will be written, if nothing here is in its way. */
export interface Prepared {
  readonly line: number
  readonly sourceId: string
  readonly account: BatchedAccount
  /** The id is the one of the source, which may be taken here. */
  readonly isIdKept: boolean
  readonly identities: readonly NewIdentity[]
  readonly seed: TotpSeed | undefined
  readonly recoveryCodes: readonly RecoveryCode[]
  readonly passkeys: readonly BroughtPasskey[]
  readonly data: Changes | undefined
  readonly memberships: readonly BroughtMembership[]
  /** Undefined where it is the very source of the file. */
  readonly origin: Pick<AccountOrigin, 'source' | 'sourceId' | 'createdAt'> | undefined
  readonly notes: readonly Note[]
}

/** An organisation, which comes before its members. */
export interface PreparedOrganisation {
  readonly line: number
  readonly organisation: BroughtOrganisation
  readonly notes: readonly Note[]
}

export type Candidate = Prepared | PreparedOrganisation | Verdict

export const isPrepared = (candidate: Candidate): candidate is Prepared => 'account' in candidate

export const isOrganisation = (candidate: Candidate): candidate is PreparedOrganisation => 'organisation' in candidate

export const verdictOn = ({ line, sourceId, account: { email } }: Prepared): Pick<Verdict, 'line' | 'sourceId' | 'email'> => ({
  line,
  sourceId,
  email,
})

export const organisationTold = ({ line, organisation }: PreparedOrganisation) =>
  ({ line, sourceId: organisation.id, email: undefined }) satisfies Pick<Verdict, 'line' | 'sourceId' | 'email'>
