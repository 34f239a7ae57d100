import type { Caller, Context } from './deps.ts'
import { guardPassword } from './guard-password.ts'
import { bucketOf } from './limits.ts'

/**
 * Whether a caller knows the password of the account they are signed in to. Wrong ones count for their session alone: what
 * strangers try at the door keeps nobody out who is in already, and somebody at another's unlocked computer has ten guesses.
 */
export const confirmPassword = ({ deps, client }: Context, { account, session }: Caller, password: string): Promise<boolean> =>
  guardPassword(deps, bucketOf(deps, 'password-session', session.id), () =>
    deps.passwords.verify(password, account.passwordHash, client),
  )
