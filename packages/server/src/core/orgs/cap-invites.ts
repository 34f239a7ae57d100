import { Failure } from '../../kernel/errors.ts'
import type { Connection } from '../../store/table.ts'
import { orgInvitesIn } from '../../store/tables/org-invites.ts'
import type { Organisation } from '../../store/tables/organisations.ts'
import type { Deps } from '../deps.ts'

/** Fails where an invite that was just written, or has come to life again, is one too many. The caller holds the organisation's row. */
export async function capInvites(tx: Connection, { config, clock }: Deps, { id }: Organisation): Promise<void> {
  const pending = await orgInvitesIn(tx).countPending(id, clock.now())
  if (pending > config.organisations.maxPendingInvites) throw new Failure('org_invite_limit')
}
