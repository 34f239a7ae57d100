import { organisationBringer } from '../../../gate/account-file/organisation-bringer.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { ImportOptions } from '../import-options.ts'
import { TemporaryIndex } from '../reading/temporary-index.ts'
import type { Verdict } from '../report/counts.ts'
import { decideOn } from './decide.ts'
import { findKnown, identityKey, type Known } from './known.ts'
import {
  type Candidate,
  isOrganisation,
  isPrepared,
  organisationTold,
  type Prepared,
  type PreparedOrganisation,
  verdictOn,
} from './prepared.ts'
import { mayBeLinked } from './write-batch.ts'

/** Decides as an import does. What that would have written before is kept beside the database. */
export class DryRun {
  readonly #seen: TemporaryIndex

  private constructor(seen: TemporaryIndex) {
    this.#seen = seen
  }

  static open = async (): Promise<DryRun> => new DryRun(await TemporaryIndex.open())

  async verdicts(
    tables: Connection,
    candidates: readonly Candidate[],
    onConflict: ImportOptions['on-conflict'],
    now: number,
  ): Promise<readonly Verdict[]> {
    const wanted = candidates.filter(isPrepared)
    const known = await findKnown(tables, wanted, '', now)
    for (const one of wanted) this.#addSeen(one, known)
    const verdicts: Verdict[] = []
    for (const one of candidates) {
      if (isPrepared(one)) verdicts.push(await this.#verdict(tables, one, known, onConflict))
      else verdicts.push(isOrganisation(one) ? await this.#verdictOnOrganisation(tables, one) : one)
    }
    return verdicts
  }

  async #verdict(tables: Connection, wanted: Prepared, known: Known, onConflict: ImportOptions['on-conflict']): Promise<Verdict> {
    const decision = decideOn(wanted, known, onConflict)
    if (decision.kind === 'left') return decision.verdict
    const told = verdictOn(wanted)
    if (decision.kind === 'linked') {
      const account = await accountsIn(tables).find(decision.accountId)
      if (!account || !mayBeLinked(account)) return { ...told, outcome: 'skipped', reason: 'email_already_exists' }
      return { ...told, outcome: 'linked', accountId: decision.accountId }
    }
    const { account, identities, passkeys, memberships, notes } = decision.wanted
    this.#seen.add(`email ${account.email}`)
    this.#seen.add(`id ${account.id}`)
    for (const one of identities) this.#seen.add(`identity ${identityKey(one)}`)
    for (const { credentialId } of passkeys) this.#seen.add(`credential ${credentialId}`)
    const isLeft = memberships.some(({ orgId }) => !this.#seen.has(`organisation ${orgId}`))
    return { ...told, outcome: 'created', notes: isLeft ? [...notes, 'organisations_left'] : notes }
  }

  async #verdictOnOrganisation(tables: Connection, wanted: PreparedOrganisation): Promise<Verdict> {
    const { id } = wanted.organisation
    const told = organisationTold(wanted)
    const isTaken = this.#seen.has(`organisation ${id}`) || (await organisationBringer().isTaken(tables, id))
    if (isTaken) return { ...told, outcome: 'refused', reason: 'id_taken' }
    this.#seen.add(`organisation ${id}`)
    return { ...told, outcome: 'created', notes: [...wanted.notes, 'organisation'] }
  }

  #addSeen({ account: { email, id }, identities, passkeys }: Prepared, known: Known): void {
    if (this.#seen.has(`email ${email}`)) {
      known.emails.set(email, '')
      known.ofThisFile.add(email)
    }
    if (this.#seen.has(`id ${id}`)) known.ids.add(id)
    for (const one of identities) if (this.#seen.has(`identity ${identityKey(one)}`)) known.identities.add(identityKey(one))
    for (const { credentialId } of passkeys) if (this.#seen.has(`credential ${credentialId}`)) known.credentials.add(credentialId)
  }

  close(): void {
    this.#seen.close()
  }
}
