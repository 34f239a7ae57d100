import type { Deps } from '../../../gate/deps.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { seal } from '../../../platform/kernel/keys.ts'
import type { Identity } from '../provider.ts'

/** An identity vouches only for an address that its provider has verified. Tokens are stored only where the operator wants that. */
export const identityRow = (
  { config, keys }: Deps,
  { issuer, subject, email, isEmailVerified, tokens }: Identity,
  accountId: string,
) => ({
  issuer,
  subject,
  email,
  vouchedEmail: isEmailVerified ? canonicalEmail(email ?? '') : undefined,
  accountId,
  tokens: config.oauth.storeTokens ? seal(keys.providerTokens, tokens) : undefined,
})
