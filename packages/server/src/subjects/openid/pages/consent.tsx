import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { PageResult } from '../../../platform/kernel/hosted-page.ts'
import { logout } from '../../sessions/index.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { chooseAccount, giveConsent } from '../steps/give-consent.ts'
import { findRequest } from '../steps/open-request.ts'
import { requiredStep } from '../steps/required-step.ts'
import { AccountChoice } from './account-choice.tsx'
import { cancelAddress, continueAddress } from './addresses.ts'
import { ConsentForm } from './consent-form.tsx'
import { expiredPage } from './oidc-error.tsx'

/** Asks the person what the application may know, and as whom they go on. The request is that of this browser alone. */
export const consentPage = (looks: Looks): Hosted => ({
  path: pagePaths.consent,
  for: 'people',

  show: (visit) => page(visit, looks, false),

  actions: {
    async allow(call) {
      const given = await giveConsent(call, call.caller, call.query['request'], call.fields['shown'] ?? '')
      return given === 'changed' ? page(call, looks, true) : new Redirect(continueAddress(tokenOf(call)))
    },

    deny: async (call) => new Redirect(cancelAddress(tokenOf(call))),

    async stay(call) {
      await chooseAccount(call, call.caller, call.query['request'])
      return new Redirect(continueAddress(tokenOf(call)))
    },

    async other(call) {
      await signOut(call)
      return new Redirect(withReturn(pagePaths.signIn, continueAddress(tokenOf(call))), { session: 'end' })
    },
  },
})

const tokenOf = ({ query }: Visit): string => query['request'] ?? ''

/** Only one account at a time is signed in here. A session that has ended already needs no error. */
async function signOut(call: Submission): Promise<void> {
  try {
    await call.run(logout)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'session_expired') throw error
  }
}

async function page(visit: Visit, looks: Looks, isChanged: boolean): Promise<PageResult> {
  const { deps, caller, query } = visit
  const token = tokenOf(visit)
  const found = await findRequest(deps, visit.cookies, token)
  const clientId = found.kind === 'open' ? found.request.clientId : found.clientId
  const client = clientId === undefined ? undefined : await findClient(deps.store, clientId)
  if (found.kind === 'over') return expiredPage(visit, looks, client)
  if (!client || client.disabledAt !== undefined || !caller) return new Redirect(continueAddress(token))
  const step = await requiredStep(deps.store, deps, caller, { client, pending: found.request })
  const view = viewOf(visit)
  const { choose, consent } = view.t.authorize
  const shared = { view, visit, client }
  const frame = { view, visit, looks }
  if (step.kind === 'other-account')
    return card({ ...frame, title: choose.otherTitle }, <AccountChoice {...shared} token={token} canStay={false} isOther />)
  if (step.kind === 'choose' || query['other'] !== undefined)
    return card({ ...frame, title: choose.title }, <AccountChoice {...shared} token={token} canStay={step.kind !== 'demand'} />)
  if (step.kind !== 'consent') return new Redirect(continueAddress(token))
  const { scopes, shown } = step
  const { redirectUri, audience } = found.request.params
  return card(
    { ...frame, title: consent.title(client.name) },
    <ConsentForm {...shared} {...{ scopes, audience, shown, isChanged, redirectUri }} />,
  )
}
