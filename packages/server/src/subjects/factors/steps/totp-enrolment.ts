import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Deps } from '../../../gate/deps.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { qrCode } from '../../../platform/kernel/qr.ts'
import { base32 } from '../base32.ts'
import { pendingTotpSeedsIn } from '../tables/pending-totp-seeds.ts'
import { totpUri } from '../totp.ts'

export interface TotpEnrolment {
  readonly secret: string
  readonly uri: string
  readonly qr: string
}

/** What an authenticator app takes in: as a key to type, an address and a picture. */
export function enrolmentOf({ config }: Pick<Deps, 'config'>, { email }: Pick<Account, 'email'>, seed: Buffer): TotpEnrolment {
  const uri = totpUri(seed, { issuer: config.twoFactor.totpIssuer ?? config.server.appName, account: email })
  return { secret: base32(seed), uri, qr: qrCode(uri) }
}

/**
 * For the answer to a wrong first code: a mistyped digit must not cost the picture. It goes to the session that began, which could
 * begin again, and only while that seed can still be confirmed.
 */
export async function pendingEnrolment(deps: Deps, { account, session }: Caller): Promise<TotpEnrolment | undefined> {
  const pending = await pendingTotpSeedsIn(deps.store).find(session.id, deps.clock.now())
  return pending && enrolmentOf(deps, account, openSeed(await deps.dataKeys.get(), account.id, pending.sealed))
}
