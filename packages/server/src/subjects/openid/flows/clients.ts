import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { listOf, Message, textOrNull } from '../../../gate/views/fields.ts'
import { clientFields, clientIdParam, idInput, isDisabledInput, kindInput } from '../clients/client-input.ts'
import { ClientView, clientView, ListedClientView, listedClientView } from '../clients/client-view.ts'
import { byPerson, CHANGING, reading, writing } from '../steps/administering-clients.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { changeClient as change, removeClient } from '../steps/change-client.ts'
import { makeClient } from '../steps/make-client.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn } from '../tables/clients.ts'

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
