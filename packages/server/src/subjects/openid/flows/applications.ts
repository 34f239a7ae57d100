import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import {
  flagField,
  listOf,
  Message,
  textField,
  textOrNull,
  timeField,
  timeOrNull,
  timeOrNullField,
} from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { endGrants } from '../steps/end-grants.ts'
import { applicationsIn, type Connected } from '../tables/applications.ts'

export const ApplicationView = Type.Object(
  {
    clientId: textField('The application.'),
    name: textField('What it is called.'),
    homeUrl: textOrNull('Where it is, if an administrator has said so.'),
    since: timeField('Since when it knows the account.'),
    lastUsedAt: timeOrNullField('When it was last used; null where nobody is signed in to it.'),
    scopes: listOf(Type.String(), 'What it may see and do.'),
    stays: flagField('It stays signed in when the browser is not.'),
  },
  { title: 'Application', description: 'An application that the account is signed in to, or was allowed to know it.' },
)

export const applicationView = ({ clientId, name, homeUrl, since, lastUsedAt, scopes, stays }: Connected) => ({
  ...{ clientId, name, homeUrl: homeUrl ?? null, stays },
  since: timestamp(since),
  lastUsedAt: timeOrNull(lastUsedAt),
  scopes: [...scopes],
})

export const listApplications = endpoint({
  route: 'GET /auth/applications',
  summary: 'The applications that the account is signed in to, or has allowed to know it',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ applications: listOf(ApplicationView, 'The one that was used last comes first.') }),
  errors: [],

  async handle({ caller, deps: { store, clock } }) {
    const found = await applicationsIn(store).list(caller.account.id, clock.now())
    return { applications: found.map(applicationView) }
  },
})

/** The application is told, and what it holds is refused from its next request on. */
export const removeApplication = endpoint({
  route: 'DELETE /auth/applications/{clientId}',
  params: { clientId: 'The application.' },
  summary: 'Sign out of an application everywhere, and take back what it was allowed',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: ['client_not_found'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const client = await findClient(deps.store, params.clientId)
    if (!client) throw fail('client_not_found')
    await inTransaction(call, async (tx) => {
      const { id: accountId } = await lockCaller(tx)
      const ended = await endGrants(tx, { accountId, clientId: client.id }, 'application_removed')
      const forgotten = await applicationsIn(tx).forget(accountId, client.id, deps.clock.now())
      if (ended === 0 && !forgotten) throw fail('client_not_found')
      const metadata = { clientId: client.id, name: client.name }
      const about = { actorId: accountId, targetUserId: accountId, sessionId: caller.session.id, metadata }
      await tx.record('oidc.application.removed', about)
    })
    return { message: 'The application was disconnected.' }
  },
})
