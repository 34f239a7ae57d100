import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { hasStrongGate } from '../../../gate/factors/gates.ts'
import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import type { NotedEntry } from '../../../gate/factors/tables/challenge-bindings.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { relyingPartyOf } from '../../passkeys/steps/relying-party.ts'
import { passkeysIn } from '../../passkeys/tables/passkeys.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'

/**
 * With what an account can pass the gate. A stronger factor silences the mailbox, or that would be a way round it; an operator may
 * want it so all the same.
 */
export async function methodsOf(
  tables: Connection,
  { config }: Deps,
  account: Pick<Account, 'id' | 'totpAt' | 'passkeyGateAt'>,
): Promise<readonly SecondFactor[]> {
  const rp = relyingPartyOf(config)
  const hasPasskey = rp !== undefined && (await passkeysIn(tables).countOf(account.id, rp.id)) > 0
  const hasRecovery = ((await recoveryCodesIn(tables).findSet(account.id))?.remaining ?? 0) > 0
  // Where every passkey that is asked for was made for another domain, the mailbox is what is left: never nothing.
  const isStranded = !hasPasskey && account.totpAt === undefined && !hasRecovery
  const hasEmail = !hasStrongGate(account) || config.twoFactor.emailBeside || isStranded
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(account.totpAt !== undefined ? (['totp'] as const) : []),
    ...(hasRecovery ? (['recovery'] as const) : []),
    ...(hasEmail ? (['email'] as const) : []),
  ]
}

/** The same for a sign-in that has begun. A mailbox is one factor, however many mails it gets. */
export async function methodsAfter(
  tables: Connection,
  deps: Deps,
  account: Account,
  entry: NotedEntry | undefined,
): Promise<readonly SecondFactor[]> {
  const methods = await methodsOf(tables, deps, account)
  return entry?.way.method === 'mailbox' ? methods.filter((method) => method !== 'email') : methods
}
