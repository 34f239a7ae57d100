import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Organisation } from '../../store/tables/organisations.ts'
import type { Tables } from '../../store/tables.ts'
import type { Context } from '../deps.ts'

/**
 * Removes an organisation, whose row the caller holds: its invites and members go with it. Its slug is kept for a while, so that
 * no stranger is taken for it.
 */
export async function removeOrganisation(tx: Tables, { deps }: Context, { id, slug }: Organisation): Promise<void> {
  const { config, clock } = deps
  for (const owner of await tx.orgMembers.ownersOf(id)) {
    await tx.orgMembers.remove(owner)
    await nextTurn() // others have theirs, however many owners there are
  }
  await tx.orgSlugs.giveUp(slug, id, clock.now() + config.organisations.slugHold)
  await tx.organisations.remove(id)
}
