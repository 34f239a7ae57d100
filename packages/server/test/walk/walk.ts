import { account } from './account.ts'
import { admin } from './admin.ts'
import { adminOrgs } from './admin-orgs.ts'
import { appSessions } from './app-sessions.ts'
import type { Walk } from './cases.ts'
import { data } from './data.ts'
import { devices } from './devices.ts'
import { factors } from './factors.ts'
import { forwardAuth } from './forward-auth.ts'
import { invite } from './invite.ts'
import { keys } from './keys.ts'
import { lifecycle } from './lifecycle.ts'
import { mailedSignIn } from './mailed-sign-in.ts'
import { oauth } from './oauth.ts'
import { openidAuthorize } from './openid-authorize.ts'
import { openidClients } from './openid-clients.ts'
import { openidKeys } from './openid-keys.ts'
import { openidTokens } from './openid-tokens.ts'
import { orgInvites } from './org-invites.ts'
import { orgs } from './orgs.ts'
import { passkeys } from './passkeys.ts'
import { password } from './password.ts'
import { service } from './service.ts'
import { session } from './session.ts'
import { stepUp } from './step-up.ts'
import { twoFactor } from './two-factor.ts'
import { verification } from './verification.ts'
import { webhooks } from './webhooks.ts'

/** Every endpoint by its name. */
export const walk: Walk = {
  ...account,
  ...verification,
  ...mailedSignIn,
  ...password,
  ...twoFactor,
  ...stepUp,
  ...session,
  ...service,
  ...data,
  ...devices,
  ...invite,
  ...lifecycle,
  ...admin,
  ...keys,
  ...adminOrgs,
  ...factors,
  ...appSessions,
  ...forwardAuth,
  ...passkeys,
  ...oauth,
  ...orgs,
  ...orgInvites,
  ...openidAuthorize,
  ...openidClients,
  ...openidKeys,
  ...openidTokens,
  ...webhooks,
}
