import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { bucketOf, tooMany } from '../../../gate/limits/limits.ts'
import { secondFactorBucket } from '../../../gate/limits/second-factor-limit.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { knownBrowser, NOBODY } from '../../../gate/sessions/known-browser.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type SignInCode, signInCodesIn } from '../tables/sign-in-codes.ts'

/**
 * Counts a code before it is compared, and says in which bucket. Wrong codes have the room that wrong second factors leave. They take none
 * from those: a stranger can have a code mailed and then guess, and must not keep the owner from showing a second factor.
 */
export async function reserveCode(
  context: Context,
  { email, accountId }: { readonly email: string; readonly accountId: string | undefined },
): Promise<string | undefined> {
  const { deps } = context
  const { enabled, secondFactorFailures, secondFactorWindow } = deps.config.limits
  if (!enabled) return undefined
  const now = deps.clock.now()
  // The same work where no account has the address: else the time until the answer would tell.
  const known = await accountsIn(deps.store).find(accountId ?? NOBODY.id)
  const bucket = bucketOf(deps, 'sign-in-code', (await knownBrowser(context, known)) ?? email)
  const seconds = await limitsIn(deps.store).counted(secondFactorBucket(deps, accountId ?? ''), now)
  const window = { by: 1, expiresAt: now + secondFactorWindow }
  const { count, expiresAt } = await limitsIn(deps.store).count(bucket, window, now)
  if (count + seconds > secondFactorFailures) throw tooMany(deps, 'second_factor', expiresAt, secondFactorWindow)
  return bucket
}

/** For a code that was right and opened nothing: its reader may have left out what a newcomer is asked for. */
export async function returnCode(tables: Connection, { id }: SignInCode, bucket: string | undefined): Promise<void> {
  await signInCodesIn(tables).giveBack(id)
  if (bucket !== undefined) await limitsIn(tables).giveBack(bucket)
}
