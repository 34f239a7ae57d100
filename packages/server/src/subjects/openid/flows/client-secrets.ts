import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { clientIdParam, secretField } from '../clients/client-input.ts'
import { ClientView, clientView } from '../clients/client-view.ts'
import { byPerson, CHANGING, writing } from '../steps/administering-clients.ts'
import { endOlderSecret, rotateSecret } from '../steps/change-client.ts'

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
