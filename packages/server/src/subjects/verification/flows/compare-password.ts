import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { guardPassword } from '../../../gate/passwords/guard-password.ts'
import { upgradeHash } from '../../../gate/passwords/upgrade-hash.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'

/** A wrong password does not spend the code. Guesses count apart from those at the sign-in, which strangers can use up. */
export async function comparePassword(
  context: Context,
  hashes: CodeHashes,
  password: string,
): Promise<{ readonly credentialVersion: number } | 'wrong' | undefined> {
  const { deps, client } = context
  const { state, account } = await accountOfCode(deps, hashes)
  if (state !== 'live' || !account) return undefined
  const buckets = async () => ({ bucket: bucketOf(deps, 'password-session', account.id) })
  const compare = async () => {
    const isRight = await deps.passwords.verify(password, account, client)
    if (isRight) await upgradeHash(context, password, account)
    return isRight
  }
  return (await guardPassword(deps, buckets, compare)) ? account : 'wrong'
}
