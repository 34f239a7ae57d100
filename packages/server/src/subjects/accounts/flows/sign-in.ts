import { admit, type SignInOutcome } from '../../../gate/access/admit.ts'
import { sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import type { DeviceBuckets } from '../../../gate/limits/tables/limits.ts'
import { addressBucket, countedPassword, resetBucket } from '../../../gate/passwords/guard-password.ts'
import { deviceOf, hashOfDevice } from '../../../gate/sessions/device-token.ts'
import { NOBODY } from '../../../gate/sessions/known-browser.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'

/**
 * Undefined for wrong credentials. Wrong password, unknown address, passwordless account and, at the administrators' login, any other
 * account cost the same queries, one hash of the current cost and one audit row. Only who knows the password is told of a ban.
 */
export async function signIn(
  context: Context,
  { email, password }: { readonly email: string; readonly password: string },
  door: 'login' | 'admin.login',
): Promise<SignInOutcome | undefined> {
  const { client, deps } = context
  const known = await accountsIn(deps.store).findByEmail(canonicalEmail(email) ?? '')
  const mayUseDoor = door === 'login' || known?.role === 'admin'
  const hash = known?.passwordHash
  let rehash: string | undefined
  const compare = async () => {
    const isRight = (await deps.passwords.verify(password, known ?? nobody(email), client)) && mayUseDoor
    if (isRight && hash && deps.passwords.isOutdated(hash)) rehash = await deps.passwords.hash(password, client)
    return isRight
  }
  const buckets = () => ({ bucket: signInBucket(context, email, known), spare: () => resetBucket(context, known) })
  const compared = await countedPassword(deps, buckets, compare)
  if (!known || !hash || !compared) {
    await inTransaction(context, (tx) => tx.record(`${door}.failed`, { isSuccess: false, targetUserId: known?.id }))
    return undefined
  }
  const { id, credentialVersion } = known
  const outcome = await inTransaction(context, async (tx) => {
    const proof = door === 'login' ? 'password' : 'admin-password'
    const noted = { success: `${door}.success`, failure: `${door}.failed` } as const
    const isKnownBrowser = DEVICE_BUCKET.test(compared.bucket ?? '')
    const signIn = { method: 'password' } as const
    const admitted = await admit(tx, { accountId: id, credentialVersion, proof, signIn, noted, isKnownBrowser })
    await compared.clear(tx)
    if (rehash !== undefined) await accountsIn(tx).setRehash(known, rehash)
    return admitted
  })
  return sendOwedMail(context, outcome)
}

/** An address without an account, in the form that accounts have. */
const nobody = (email: string) => ({ id: undefined, email: canonicalEmail(email) ?? email, passwordHash: undefined })

/**
 * A browser that was signed in to the account before has its own count, so that strangers cannot use up the owner's attempts. Browsers
 * that know only older credentials share one count, because a thief of those credentials may have left many behind.
 */
function signInBucket({ deps, client }: Context, email: string, account: Caller['account'] | undefined): string | DeviceBuckets {
  const stranger = addressBucket(deps, email)
  const cookie = deviceOf(deps.keys.devices, client.device)
  if (cookie === undefined) return stranger
  const { id: accountId, credentialVersion } = account ?? NOBODY
  const device = hashOfDevice(cookie, accountId)
  const current = bucketOf(deps, 'password-device', device, String(credentialVersion))
  const former = bucketOf(deps, 'password-devices', accountId, String(credentialVersion))
  return { accountId, device, credentialVersion, current, former, stranger }
}

/** A count of its own is what only a browser has that the account knows. */
const DEVICE_BUCKET = /^password-devices?:/
