import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../store/table.ts'
import { orgMembersIn } from '../../store/tables/org-members.ts'
import { orgSlugsIn } from '../../store/tables/org-slugs.ts'
import { type Organisation, organisationsIn } from '../../store/tables/organisations.ts'
import type { Context } from '../deps.ts'

/**
 * Removes an organisation, whose row the caller holds: its invites and members go with it. Its slug is kept for a while, so that
 * no stranger is taken for it.
 */
export async function removeOrganisation(tx: Connection, { deps }: Context, { id, slug }: Organisation): Promise<void> {
  const { config, clock } = deps
  for (const owner of await orgMembersIn(tx).ownersOf(id)) {
    await orgMembersIn(tx).remove(owner)
    await nextTurn() // others have theirs, however many owners there are
  }
  await orgSlugsIn(tx).giveUp(slug, id, clock.now() + config.organisations.slugHold)
  await organisationsIn(tx).remove(id)
}
