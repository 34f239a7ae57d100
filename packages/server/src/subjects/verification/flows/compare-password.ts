import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { guardPassword } from '../../../gate/passwords/guard-password.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'

/**
 * Compares a password that came with a code, before the transaction that spends the code: a wrong one costs a guess and nothing else.
 * Guesses are counted apart from those at the door, which strangers can use up. Undefined for a code that does not work, so that its
 * refusal is told as ever.
 */
export async function comparePassword(
  context: Context,
  hashes: CodeHashes,
  password: string,
): Promise<{ readonly credentialVersion: number } | 'wrong' | undefined> {
  const { deps, client } = context
  const { state, account } = await accountOfCode(deps, hashes)
  if (state !== 'live' || !account) return undefined
  const place = async () => ({ bucket: bucketOf(deps, 'password-session', account.id) })
  const isRight = await guardPassword(deps, place, () => deps.passwords.verify(password, account.passwordHash, client))
  return isRight ? account : 'wrong'
}
