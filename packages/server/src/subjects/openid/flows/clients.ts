import { Type } from 'typebox'
import type { Caller, KeyHolder } from '../../../gate/deps.ts'
import { endpoint } from '../../../gate/deps.ts'
import { listOf, Message, textOrNull } from '../../../gate/views/fields.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { clientFields, clientIdParam, idInput, isDisabledInput, kindInput, secretField } from '../clients/client-input.ts'
import { ClientView, clientView, ListedClientView, listedClientView } from '../clients/client-view.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { changeClient as change, endOlderSecret, removeClient, rotateSecret } from '../steps/change-client.ts'
import { makeClient } from '../steps/make-client.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn } from '../tables/clients.ts'

const reading = { auth: 'admin', scope: 'clients:read', limit: 'general' } as const
const writing = { auth: 'admin', scope: 'clients:write', limit: 'general', wantsStepUp: true } as const
const CHANGING = ['client_not_found', 'insufficient_scope'] as const

/** An application that skips consent is an administrator's power: a key changes none, whatever its scopes. */
function byPerson<C extends { readonly caller: Caller | KeyHolder }>(call: C): C & { readonly caller: Caller } {
  if ('key' in call.caller) throw new Failure('insufficient_scope')
  return { ...call, caller: call.caller }
}

export const listClients = endpoint({
  ...reading,
  route: 'GET /admin/clients',
  summary: 'The applications that sign people in',
  reply: Type.Object({ clients: listOf(ListedClientView, 'All of them, newest first; there are 500 at most.') }),
  errors: [],

  handle: async ({ deps }) => ({ clients: (await clientsIn(deps.store).list()).map(listedClientView) }),
})

export const getClient = endpoint({
  ...reading,
  route: 'GET /admin/clients/{id}',
  params: clientIdParam,
  summary: 'One application',
  reply: ClientView,
  errors: ['client_not_found'],

  async handle({ params, deps: { store }, fail }) {
    const client = await findClient(store, params.id)
    if (!client || client.removedAt !== undefined) throw fail('client_not_found')
    return clientView(client, await clientSecretsIn(store).allOf(client.id))
  },
})

/** This answer is the only place where the secret is ever shown. */
export const createClient = endpoint({
  ...writing,
  route: 'POST /admin/clients',
  summary: 'Make an application',
  body: Type.Object({ id: idInput, kind: kindInput, ...clientFields }),
  reply: Type.Object({
    client: ClientView,
    secret: textOrNull('Shown once, and never again; null for an application that keeps none.'),
  }),
  status: 201,
  errors: ['invalid_input', 'client_exists', 'client_limit_reached', 'insufficient_scope'],

  async handle(call) {
    const { client, secret = null, secrets } = await makeClient(byPerson(call), call.body)
    return { client: clientView(client, secrets), secret }
  },
})

export const changeClient = endpoint({
  ...writing,
  route: 'PATCH /admin/clients/{id}',
  params: clientIdParam,
  summary: 'Change, disable or enable an application: it counts from the next request on',
  body: Type.Object({ ...clientFields, isDisabled: isDisabledInput }),
  reply: ClientView,
  errors: ['invalid_input', ...CHANGING],

  async handle(call) {
    const { client, secrets } = await change(byPerson(call), call.params.id, call.body)
    return clientView(client, secrets)
  },
})

export const deleteClient = endpoint({
  ...writing,
  route: 'DELETE /admin/clients/{id}',
  params: clientIdParam,
  summary: 'Remove an application: what it has opened ends',
  reply: Message,
  errors: CHANGING,

  async handle(call) {
    await removeClient(byPerson(call), call.params.id)
    return { message: 'The application was removed.' }
  },
})

export const createClientSecret = endpoint({
  ...writing,
  route: 'POST /admin/clients/{id}/secrets',
  params: clientIdParam,
  summary: 'Make a new secret: the one in use is good for another 24 hours',
  reply: Type.Object({ client: ClientView, secret: secretField }),
  status: 201,
  errors: ['invalid_input', 'client_has_two_secrets', ...CHANGING],

  async handle(call) {
    const { client, secrets, secret } = await rotateSecret(byPerson(call), call.params.id)
    return { client: clientView(client, secrets), secret }
  },
})

export const endClientSecret = endpoint({
  ...writing,
  route: 'DELETE /admin/clients/{id}/secrets',
  params: clientIdParam,
  summary: 'End the older of two secrets at once',
  reply: ClientView,
  errors: ['client_secret_not_found', ...CHANGING],

  async handle(call) {
    const { client, secrets } = await endOlderSecret(byPerson(call), call.params.id)
    return clientView(client, secrets)
  },
})
