import type { Caller, Context } from '../deps.ts'
import { guardPassword } from '../limits/guard-password.ts'
import { bucketOf } from '../limits/limits.ts'

/**
 * Whether a caller knows the password of the account they are signed in to. What strangers try at the door keeps nobody out
 * who is in already, and somebody at another's unlocked computer has ten guesses.
 */
export const confirmPassword = async (context: Context, caller: Caller, password: string): Promise<boolean> =>
  guardPassword(context.deps, { bucket: await sessionBucket(context, caller) }, () =>
    context.deps.passwords.verify(password, caller.account.passwordHash, context.client),
  )

/**
 * Wrong ones count for their session alone if the password was proved in it, and else for all such sessions of the account
 * together: whoever comes in through a provider may begin as many as they like, and must not get ten guesses with each.
 */
async function sessionBucket({ deps }: Context, { account, session }: Caller): Promise<string> {
  const elevation = deps.config.limits.enabled ? await deps.store.elevations.find(session.id) : undefined
  return bucketOf(deps, 'password-session', elevation?.method === 'password' ? session.id : account.id)
}
