import type { Deps } from '../../../gate/deps.ts'
import { sign } from '../keys/sign.ts'
import { subjectFor } from '../steps/claims.ts'
import type { OidcClient } from '../tables/clients.ts'
import type { Logout } from '../tables/logouts.ts'

/** Long enough for a clock that goes a little wrong. */
const GOOD_FOR_S = 120

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** OpenID Connect Back-Channel Logout 1.0, 2.4. Signed as it is sent, so that it is fresh, and with one `jti` at every attempt. */
export async function logoutToken(deps: Deps, client: OidcClient, { id, grantId, accountId }: Logout): Promise<string> {
  const iat = Math.floor(deps.clock.now() / 1000)
  const sub = await subjectFor(deps, client, accountId)
  const claims = { iss: deps.config.server.publicUrl, sub, aud: client.id, iat, exp: iat + GOOD_FOR_S, jti: id, sid: grantId }
  return sign(deps, client.algorithm, { ...claims, events: EVENTS }, 'logout+jwt')
}
