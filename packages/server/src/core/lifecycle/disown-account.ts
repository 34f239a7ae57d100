import type { Account } from '../../store/tables/accounts.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { disableAccess, mailReset } from './disable-access.ts'

/**
 * "This wasn't me", of a whole account, by the owner of a mailbox who has just proved it: another person had made the account with an
 * address that is not theirs. Nothing that opens it is left but the mailbox.
 */
export async function disownAccount(context: Context, { id }: Pick<Account, 'id'>): Promise<void> {
  const { store, clock } = context.deps
  await store.transaction(async (tx) => {
    const account = await tx.accounts.hold(id, clock.now())
    if (!account) return
    const since = (await tx.accountAddresses.wasProved(id)) ? clock.now() : 0
    await disableAccess(tx, context, account, since, 'device_reported')
    await record(tx, context, 'device.reported', { actorId: id, targetUserId: id })
    await mailReset(tx, context, account)
  })
}
