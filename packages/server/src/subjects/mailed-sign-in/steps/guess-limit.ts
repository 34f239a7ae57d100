import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { bucketOf, tooMany } from '../../../gate/limits/limits.ts'
import { secondFactorBucket } from '../../../gate/limits/second-factor-limit.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { knownBrowser, NOBODY } from '../../../gate/sessions/known-browser.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type SignInCode, signInCodesIn } from '../tables/sign-in-codes.ts'

interface Reserved {
  /** In which the guess is counted, where limits are on. */
  readonly bucket: string | undefined
  /** Without room a code is not taken, whatever it is. */
  readonly hasRoom: boolean
}

/**
 * Counts a code before it is compared. Wrong codes have the room that wrong second factors leave. They take none from those: a stranger can
 * have a code mailed and then guess, and must not keep the owner from showing a second factor. How much second factors leave is told to a
 * browser that the account knows alone: elsewhere the earlier refusal would tell that there is an account.
 */
export async function reserveCode(
  context: Context,
  { email, accountId }: { readonly email: string; readonly accountId: string | undefined },
): Promise<Reserved> {
  const { deps } = context
  const { enabled, secondFactorFailures, secondFactorWindow } = deps.config.limits
  if (!enabled) return { bucket: undefined, hasRoom: true }
  const now = deps.clock.now()
  // The same work where no account has the address: else the time until the answer would tell.
  const known = await accountsIn(deps.store).find(accountId ?? NOBODY.id)
  const browser = await knownBrowser(context, known)
  const bucket = bucketOf(deps, 'sign-in-code', browser ?? email)
  const seconds = await limitsIn(deps.store).counted(secondFactorBucket(deps, accountId ?? ''), now)
  const window = { by: 1, expiresAt: now + secondFactorWindow }
  const { count, expiresAt } = await limitsIn(deps.store).count(bucket, window, now)
  const told = browser === undefined ? count : count + seconds
  if (told > secondFactorFailures) throw tooMany(deps, 'second_factor', expiresAt, secondFactorWindow)
  return { bucket, hasRoom: count + seconds <= secondFactorFailures }
}

/** For a code that was right and opened nothing: its reader may have left out what a newcomer is asked for. */
export async function returnCode(tables: Connection, { id }: SignInCode, bucket: string | undefined): Promise<void> {
  await signInCodesIn(tables).giveBack(id)
  if (bucket !== undefined) await limitsIn(tables).giveBack(bucket)
}
