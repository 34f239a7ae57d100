import { admit, type SignInOutcome } from '../../../gate/access/admit.ts'
import { sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { countedPassword, resetBucket } from '../../../gate/passwords/guard-password.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { doorBucket } from './door-bucket.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Turns an address and a password into a session, or into the reason why there is none yet. Undefined for wrong
 * credentials.
 *
 * Wrong password, unknown address and passwordless account take the same path: the same queries, one hash of the current
 * cost, one audit row, one answer; so does, at the administrators' door, an account that is none. A ban is only told
 * to a caller who knows the password.
 */
export async function signIn(
  context: Context,
  { email, password }: Credentials,
  door: 'login' | 'admin.login',
): Promise<SignInOutcome | undefined> {
  const { client } = context
  const { store, passwords } = context.deps
  const known = await accountsIn(store).findByEmail(canonicalEmail(email) ?? '')
  const isAtTheRightDoor = door === 'login' || known?.role === 'admin'
  const hash = known?.passwordHash
  let rehash: string | undefined
  const compare = async () => {
    const isRight = (await passwords.verify(password, hash, client)) && isAtTheRightDoor
    if (isRight && hash && passwords.isOutdated(hash)) rehash = await passwords.hash(password, client)
    return isRight
  }
  const placeOf = async () => ({ bucket: await doorBucket(context, email, known), spare: () => resetBucket(context, known) })
  const clear = await countedPassword(context.deps, placeOf, compare)
  if (!known || !hash || !clear) {
    const failed = { isSuccess: false, targetUserId: known?.id }
    await store.transaction((tx) => record(tx, context, `${door}.failed`, failed))
    return undefined
  }
  const { id, credentialVersion } = known

  const outcome = await store.transaction(async (tx) => {
    const proof = door === 'login' ? 'password' : 'admin-password'
    const noted = { success: `${door}.success`, failure: `${door}.failed` } as const
    const admitted = await admit(tx, context, { accountId: id, credentialVersion, proof, way: { method: 'password' }, noted })
    await clear(tx)
    const isStale = admitted.kind === 'refused' && admitted.reason === 'stale'
    if (rehash !== undefined && !isStale) await accountsIn(tx).setRehash(id, rehash)
    return admitted
  })
  return sendOwedMail(context, outcome)
}
