import type { World } from '../support/world.ts'
import { administrator, backend, byAdmin, UNKNOWN } from './administering.ts'
import type { Run, Walk } from './cases.ts'
import { send, someone } from './preparing.ts'

/** An administrator, and an organisation of theirs. */
async function owned(here: World) {
  const { browser } = await administrator(here)
  const { body } = await browser.post('/auth/orgs', { name: 'Acme' })
  const id = body.id as string
  return { browser, id, appoint: (who: { readonly id: string }) => browser.put(`/admin/orgs/${id}/owner`, { userId: who.id }) }
}

/** An administrator sends this about an organisation. */
const on =
  (route: string, body?: unknown): Run =>
  async (here) => {
    const { browser, id } = await owned(here)
    return send(browser, route.replace('{id}', id), body)
  }

const onUnknown = (route: string, body?: object) => byAdmin(route.replace('{id}', UNKNOWN), body)

const OWNER = 'PUT /admin/orgs/{id}/owner'

const verified = (here: World) => someone(here, 'verified_at = 1')

/** One more owner. */
const appointed =
  (make: (here: World) => Promise<{ readonly id: string }>): Run =>
  async (here) => {
    const { appoint } = await owned(here)
    return appoint(await make(here))
  }

export const adminOrgs = {
  listOrgs: { well: on('GET /admin/orgs'), invalid_input: byAdmin('GET /admin/orgs?limit=many') },
  getOrg: { well: on('GET /admin/orgs/{id}'), org_not_found: onUnknown('GET /admin/orgs/{id}') },
  listOrgMembers: {
    well: on('GET /admin/orgs/{id}/members'),
    org_not_found: onUnknown('GET /admin/orgs/{id}/members'),
    invalid_input: on('GET /admin/orgs/{id}/members?limit=many'),
  },
  setOrgOwner: {
    well: appointed(verified),
    org_not_found: onUnknown(OWNER, { userId: UNKNOWN }),
    user_not_found: on(OWNER, { userId: UNKNOWN }),
    insufficient_scope: async (here) => {
      const [{ id }, maker] = [await owned(here), await backend(here)]
      return maker.ask(OWNER.replace('{id}', id), { userId: maker.id })
    },
    invalid_input: appointed(someone),
    org_limit_reached: appointed(async (here) => {
      const who = await verified(here)
      await who.browser.post('/auth/orgs', { name: 'Own' })
      return who
    }),
    org_member_limit_reached: async (here) => {
      const { appoint } = await owned(here)
      for (let members = 1; members < here.config.organisations.maxMembers; members++) await appoint(await verified(here))
      return appoint(await verified(here))
    },
  },
  deleteOrg: { well: on('DELETE /admin/orgs/{id}'), org_not_found: onUnknown('DELETE /admin/orgs/{id}') },
} satisfies Partial<Walk>
