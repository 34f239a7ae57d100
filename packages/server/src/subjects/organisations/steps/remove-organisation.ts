import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../gate/transaction.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'

/** The caller has locked the row. The slug stays reserved for a while, so that no other organisation is taken for this one. */
export async function removeOrganisation(tx: Transaction, { id, slug }: Organisation): Promise<void> {
  for (const owner of await orgMembersIn(tx).ownersOf(id)) {
    await orgMembersIn(tx).remove(owner)
    await nextTurn() // other requests run in between, however many owners there are
  }
  await orgSlugsIn(tx).giveUp(slug, id, tx.deps.clock.now() + tx.deps.config.organisations.slugHold)
  await organisationsIn(tx).remove(id)
}
