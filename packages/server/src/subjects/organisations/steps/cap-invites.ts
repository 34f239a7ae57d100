import type { Deps } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import type { Organisation } from '../tables/organisations.ts'

/** Fails where an invite that was just written, or has come to life again, is one too many. The caller holds the organisation's row. */
export async function capInvites(tx: Connection, { config, clock }: Deps, { id }: Organisation): Promise<void> {
  const pending = await orgInvitesIn(tx).countPending(id, clock.now())
  if (pending > config.organisations.maxPendingInvites) throw new Failure('org_invite_limit')
}
