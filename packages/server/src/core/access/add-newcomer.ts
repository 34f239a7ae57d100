import { newId } from '../../kernel/ids.ts'
import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'

interface Newcomer {
  readonly email: string
  readonly name: string
  readonly passwordHash: string | undefined
  /** An invite proves the mailbox, and so does a provider that has verified it. */
  readonly isVerified: boolean
}

/** Somebody who has just signed up, and the events that say so: they go when the account has to go again. */
export interface Arrival {
  readonly account: Account
  readonly events: readonly string[]
}

/** Makes the account of somebody who signs up. Undefined when the address is taken. */
export async function addNewcomer(
  tx: Tables,
  context: Context,
  { isVerified, ...wanted }: Newcomer,
): Promise<Arrival | undefined> {
  const { config, clock } = context.deps
  const now = clock.now()
  const account = await tx.accounts.add({
    ...wanted,
    id: newId(now),
    role: 'user',
    verifiedAt: isVerified ? now : undefined,
    twoFactorEnabledAt: config.twoFactor.defaultEnabled ? now : undefined,
    createdAt: now,
  })
  if (!account) return undefined
  return { account, events: [await record(tx, context, 'user.registered', { actorId: account.id, targetUserId: account.id })] }
}
