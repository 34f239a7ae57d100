import { DatabaseBusy } from '../../src/platform/store/engines/database-busy.ts'
import { clientOf } from '../support/clients.ts'
import { administrator, backend, byAdmin } from './administering.ts'
import type { Run, Walk } from './cases.ts'
import { alone, byStranger, send } from './preparing.ts'

const ROTATE = 'POST /admin/oidc/keys/rotate'

/** A page of an application sends its form here, with the application's own origin. */
const endSessionBy =
  (form: string): Run =>
  ({ browser }) =>
    browser().post('/oidc/end-session', undefined, {
      raw: form,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://wiki.example.com',
      },
    })

export const openidKeys = {
  openidConfiguration: { well: byStranger('GET /.well-known/openid-configuration') },
  oauthMetadata: { well: byStranger('GET /.well-known/oauth-authorization-server') },
  jwks: {
    well: byStranger('GET /oidc/jwks'),
    overloaded: alone(async (here) => {
      here.failStatements(new DatabaseBusy('it is full'))
      return byStranger('GET /oidc/jwks')(here).finally(() => here.failStatements(undefined))
    }),
  },
  endSessionForm: {
    well: endSessionBy('client_id=wiki'),
    invalid_request: endSessionBy(`client_id=wiki&state=${'s'.repeat(12_000)}`),
  },
  listSigningKeys: { well: byAdmin('GET /admin/oidc/keys') },
  rotateSigningKeys: {
    well: async (here) => {
      const { browser } = await administrator(here)
      await clientOf(browser)
      return send(browser, ROTATE, { now: false })
    },
    client_not_found: alone(byAdmin(ROTATE, { now: false })),
    insufficient_scope: async (here) => (await backend(here)).ask(ROTATE, { now: false }),
  },
} satisfies Partial<Walk>
