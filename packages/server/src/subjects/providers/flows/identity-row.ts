import type { Deps } from '../../../gate/deps.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { seal } from '../../../platform/kernel/keys.ts'
import type { Identity } from '../provider.ts'

/**
 * An identity as it is stored for an account. It vouches for an address that its provider has verified, and for none that
 * the provider merely passes on. Its tokens are kept only where the operator wants them, and then sealed.
 */
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
