import type { Opening } from '../../../gate/subject.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * Passkeys from before their domain was kept are taken for ones of the configured domain: no better guess is possible. The
 * operator is told of passkeys of another domain, because no browser will show them.
 */
export async function backfillRpIds({ storeFor, config, log }: Opening): Promise<object> {
  const store = storeFor()
  const rpId = relyingPartyOf(config)?.id
  if (rpId !== undefined) await passkeysIn(store).settleRpId(rpId)
  const passkeys = await passkeysIn(store).countElsewhere(rpId)
  if (passkeys > 0)
    log.warn(
      { passkeys, rpId, strandedAccounts: await passkeysIn(store).countStranded(rpId) },
      'there are passkeys of another RP ID, which cannot be used: PUBLIC_URL or PASSKEY_RP_ID has changed',
    )
  return {}
}
