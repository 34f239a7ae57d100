import { admit, type SignInOutcome } from '../../../gate/access/admit.ts'
import { sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { addressBucket, countedPassword, resetBucket } from '../../../gate/passwords/guard-password.ts'
import { deviceOf, hashOfDevice } from '../../../gate/sessions/device-token.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'

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
    await inTransaction(context, (tx) => tx.record(`${door}.failed`, failed))
    return undefined
  }
  const { id, credentialVersion } = known

  const outcome = await inTransaction(context, async (tx) => {
    const proof = door === 'login' ? 'password' : 'admin-password'
    const noted = { success: `${door}.success`, failure: `${door}.failed` } as const
    const admitted = await admit(tx, { accountId: id, credentialVersion, proof, way: { method: 'password' }, noted })
    await clear(tx)
    const isStale = admitted.kind === 'refused' && admitted.reason === 'stale'
    if (rehash !== undefined && !isStale) await accountsIn(tx).setRehash(id, rehash)
    return admitted
  })
  return sendOwedMail(context, outcome)
}

/** The account that a browser is looked up for where none has the address: the look costs the same, and finds nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Where a password counts that is tried at a door: for this browser, when the account was signed in to in it before, else for
 * the address. So strangers, who share the attempts of the address, cannot use up the owner's. A stranger gets no such browser
 * without the credentials that they would be guessing at. One who knew older ones may have left many behind, so those that
 * have not seen the present ones share a count. A change of the password begins a new one.
 */
async function doorBucket({ deps, client }: Context, email: string, account: Caller['account'] | undefined): Promise<string> {
  const { keys, store } = deps
  const device = deviceOf(keys.devices, client.device)
  if (device === undefined) return addressBucket(deps, email)
  const { id, credentialVersion } = account ?? { id: NOBODY, credentialVersion: 0 }
  const hash = hashOfDevice(device, id)
  const seen = await devicesIn(store).versionSeen(id, hash)
  if (seen === undefined) return addressBucket(deps, email)
  return seen === credentialVersion
    ? bucketOf(deps, 'password-device', hash, String(credentialVersion))
    : bucketOf(deps, 'password-devices', id, String(credentialVersion))
}
