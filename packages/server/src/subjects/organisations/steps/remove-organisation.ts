import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../gate/transaction.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'

/**
 * Removes an organisation, whose row the caller holds: its invites and members go with it. Its slug is kept for a while, so that
 * no stranger is taken for it.
 */
export async function removeOrganisation(tx: Transaction, { id, slug }: Organisation): Promise<void> {
  const { deps } = tx
  const { config, clock } = deps
  for (const owner of await orgMembersIn(tx).ownersOf(id)) {
    await orgMembersIn(tx).remove(owner)
    await nextTurn() // others have theirs, however many owners there are
  }
  await orgSlugsIn(tx).giveUp(slug, id, clock.now() + config.organisations.slugHold)
  await organisationsIn(tx).remove(id)
}
