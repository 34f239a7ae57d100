import type { Static } from 'typebox'
import type { PasskeyView } from '../../../gate/views/passkey-view.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { providerOf } from '../steps/passkey-providers.ts'
import { relyingPartyOf } from '../steps/relying-party.ts'
import type { Passkey } from '../tables/passkeys.ts'

/** Leaves out the public key and the credential id, which no client needs. */
export const passkeyView = (config: Config, { rpId, ...passkey }: Passkey): Static<typeof PasskeyView> => {
  const rp = relyingPartyOf(config)
  const isElsewhere = rpId !== undefined && rpId !== rp?.id
  return {
    id: passkey.id,
    name: passkey.name,
    aaguid: passkey.aaguid,
    provider: providerOf(passkey.aaguid) ?? null,
    transports: [...passkey.transports],
    isBackedUp: passkey.isBackedUp,
    isUsable: config.passkeys.enabled && rp !== undefined && !isElsewhere,
    ...(isElsewhere && { rpId }),
    createdAt: timestamp(passkey.createdAt),
    lastUsedAt: passkey.lastUsedAt === undefined ? null : timestamp(passkey.lastUsedAt),
  }
}
