import { Type } from 'typebox'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { providerOf } from '../steps/passkey-providers.ts'
import { relyingPartyOf } from '../steps/relying-party.ts'
import type { Passkey } from '../tables/passkeys.ts'

export const PasskeyView = Type.Object(
  {
    id: Id,
    name: Type.String(),
    aaguid: Type.String({ description: 'What its authenticator says it is; all zeros where it says nothing.' }),
    provider: Type.Union([Type.String(), Type.Null()], { description: 'Who keeps it, where that is known.' }),
    transports: Type.Array(Type.String()),
    isBackedUp: Type.Boolean({ description: 'There are copies of it on other devices.' }),
    isUsable: Type.Boolean({ description: 'False while passkeys are switched off, or cannot work at this address.' }),
    rpId: Type.Optional(Type.String({ description: 'The domain that it was made for, where that is another one than now.' })),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { title: 'Passkey' },
)

/** Neither the key nor the authenticator's name for it: no client has a use for them. */
export const passkeyView = (config: Config, { rpId, ...passkey }: Passkey) => {
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
