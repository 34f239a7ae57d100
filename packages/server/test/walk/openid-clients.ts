import { clientOf, grantTo, WEB } from '../support/clients.ts'
import type { World } from '../support/world.ts'
import { administrator, backend, byAdmin } from './administering.ts'
import type { Run, Walk } from './cases.ts'
import { send, someone } from './preparing.ts'

const CREATE = 'POST /admin/clients'
const NOBODYS = '/admin/clients/nobodys'

/** An administrator sends this about a client that was just made. */
const aboutOne =
  (method: string, rest = '', body?: unknown): Run =>
  async (here) => {
    const { browser } = await administrator(here)
    const { id } = await clientOf(browser)
    return send(browser, `${method} /admin/clients/${id}${rest}`, body)
  }

const byKey =
  (route: string, body?: unknown): Run =>
  async (here) =>
    (await backend(here)).ask(route, body)

const SETTINGS = `name, kind, redirect_uris, post_logout_uris, is_first_party, wants_pkce, has_sent_challenge, may_stay, has_device_flow, scopes,
  audiences, demands, is_pairwise, algorithm, created_at, updated_at, disabled_at, removed_at`

/** As many as there may be, for as long as this is sent. */
async function amongMany(here: World) {
  const { browser } = await administrator(here)
  await clientOf(browser)
  const numbers = Array.from({ length: 500 }, (_, at) => `SELECT 'many-${at}' AS new_id`).join(' UNION ALL ')
  await here.sql(
    `INSERT INTO oidc_clients (id, ${SETTINGS}) SELECT new_id, ${SETTINGS} FROM (SELECT ${SETTINGS} FROM oidc_clients LIMIT 1) AS one,
     (${numbers}) AS numbers`,
  )
  const reply = await send(browser, CREATE, WEB)
  await here.sql(`DELETE FROM oidc_clients WHERE id LIKE 'many-%'`)
  return reply
}

export const openidClients = {
  listApplications: { well: async (here) => (await someone(here)).browser.get('/auth/applications') },
  removeApplication: {
    well: async (here) => {
      const { id } = await clientOf((await administrator(here)).browser)
      const who = await someone(here)
      await grantTo(here, who.id, id)
      return send(who.browser, `DELETE /auth/applications/${id}`)
    },
    client_not_found: async (here) => send((await someone(here)).browser, 'DELETE /auth/applications/nobodys'),
  },
  listClients: { well: byAdmin('GET /admin/clients') },
  getClient: { well: aboutOne('GET'), client_not_found: byAdmin(`GET ${NOBODYS}`) },
  createClient: {
    well: byAdmin(CREATE, WEB),
    invalid_input: byAdmin(CREATE, { ...WEB, redirectUris: ['http://example.com'] }),
    client_exists: async (here) => {
      const { browser } = await administrator(here)
      const { id } = await clientOf(browser)
      return send(browser, CREATE, { ...WEB, id })
    },
    client_limit_reached: amongMany,
    insufficient_scope: byKey(CREATE, WEB),
  },
  changeClient: {
    well: aboutOne('PATCH', '', { name: 'Graphs', isDisabled: true }),
    invalid_input: aboutOne('PATCH', '', { redirectUris: ['javascript:alert(1)'] }),
    client_not_found: byAdmin(`PATCH ${NOBODYS}`, { name: 'Graphs' }),
    insufficient_scope: byKey(`PATCH ${NOBODYS}`, { name: 'Graphs' }),
  },
  deleteClient: {
    well: aboutOne('DELETE'),
    client_not_found: byAdmin(`DELETE ${NOBODYS}`),
    insufficient_scope: byKey(`DELETE ${NOBODYS}`),
  },
  createClientSecret: {
    well: aboutOne('POST', '/secrets'),
    invalid_input: async (here) => {
      const { browser } = await administrator(here)
      const { id } = await clientOf(browser, { kind: 'browser' })
      return send(browser, `POST /admin/clients/${id}/secrets`)
    },
    client_has_two_secrets: async (here) => {
      const { browser } = await administrator(here)
      const { id } = await clientOf(browser)
      await send(browser, `POST /admin/clients/${id}/secrets`)
      return send(browser, `POST /admin/clients/${id}/secrets`)
    },
    client_not_found: byAdmin(`POST ${NOBODYS}/secrets`),
    insufficient_scope: byKey(`POST ${NOBODYS}/secrets`),
  },
  endClientSecret: {
    well: async (here) => {
      const { browser } = await administrator(here)
      const { id } = await clientOf(browser)
      await send(browser, `POST /admin/clients/${id}/secrets`)
      return send(browser, `DELETE /admin/clients/${id}/secrets`)
    },
    client_secret_not_found: aboutOne('DELETE', '/secrets'),
    client_not_found: byAdmin(`DELETE ${NOBODYS}/secrets`),
    insufficient_scope: byKey(`DELETE ${NOBODYS}/secrets`),
  },
} satisfies Partial<Walk>
