import { seal } from '../kernel/keys.ts'
import type { Identity } from '../kernel/provider.ts'
import type { Deps } from './deps.ts'

/** An identity as it is stored for an account: with its tokens only where the operator wants them, and then sealed. */
export const identityRow = ({ config, keys }: Deps, { issuer, subject, email, tokens }: Identity, accountId: string) => ({
  issuer,
  subject,
  email,
  accountId,
  tokens: config.oauth.storeTokens ? seal(keys.providerTokens, tokens) : undefined,
})
