import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { applicationsIn } from '../tables/applications.ts'
import { clientsIn } from '../tables/clients.ts'
import { endGrants } from './end-grants.ts'

const ACCOUNTS_AT_ONCE = 20
const CONSENTS_AT_ONCE = 100

/**
 * A removed application is refused from the first moment. What it holds ends account by account, so that its sessions leave the lists of
 * their owners and it is told of every end; then its row goes, and its id is free again.
 */
export const endRemovedClients: Chore = async (context) => {
  const id = await clientsIn(context.deps.store).anyRemoved()
  return id === undefined ? false : endSome(context, id)
}

/** Whether there may be more to do. */
async function endSome(context: Context, clientId: string): Promise<boolean> {
  const { store, clock } = context.deps
  const found = await applicationsIn(store).accountsOf(clientId, ACCOUNTS_AT_ONCE)
  for (const accountId of found)
    await inTransaction(context, async (tx) => {
      await accountsIn(tx).lock(accountId, clock.now())
      await endGrants(tx, { accountId, clientId }, 'application_removed')
    })
  if (found.length > 0) return true
  return store.transaction(async (tx) => {
    if ((await applicationsIn(tx).forgetConsents(clientId, CONSENTS_AT_ONCE)) === CONSENTS_AT_ONCE) return true
    if (await applicationsIn(tx).isStillTold(clientId)) return false
    await clientsIn(tx).forget(clientId)
    return true
  })
}
