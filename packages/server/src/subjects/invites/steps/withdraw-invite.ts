import { record } from '../../../gate/audit/audit.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { invitesIn } from '../tables/invites.ts'

type Withdrawn =
  | { readonly refusal?: undefined }
  | { readonly refusal: 'invite_not_found' | 'invite_already_used' | 'invite_revoked' }

type Withdrawer = { readonly deps: Pick<Deps, 'store' | 'clock'>; readonly client: Context['client'] }

/** Ends an open invite, or says why it cannot. The check and the mark are one statement. */
export async function withdrawInvite(context: Withdrawer, id: string, actorId: string | undefined): Promise<Withdrawn> {
  const { store, clock } = context.deps
  return store.transaction(async (tx) => {
    if (!(await invitesIn(tx).revoke(id, clock.now()))) {
      const invite = await invitesIn(tx).find(id)
      if (!invite) return { refusal: 'invite_not_found' }
      return { refusal: invite.acceptedAt !== undefined ? 'invite_already_used' : 'invite_revoked' }
    }
    await record(tx, context, 'invite.revoked', { actorId, metadata: { inviteId: id } })
    return {}
  })
}
