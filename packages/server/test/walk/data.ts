import { administrator, backend, byAdmin, UNKNOWN } from './administering.ts'
import type { Run, Walk } from './cases.ts'
import { byOwner } from './orgs.ts'
import { bySomeone, send, someone } from './preparing.ts'
import { refusedData } from './refused-data.ts'

export const DATA_FIELDS = {
  company: { type: 'text', maxLength: 120, access: 'owner', atSignUp: 'optional' },
  plan: { type: 'choice', choices: ['free', 'pro'], default: 'free', access: 'app', inHeaders: true, searchable: true },
  note: { type: 'text', access: 'private' },
}

export const DATA_FIELDS_OF_ORGS = {
  company: { type: 'text', maxLength: 120, access: 'owner' },
  plan: { type: 'choice', choices: ['free', 'pro'], access: 'app' },
}

const GUARDED = { data: { plan: 'pro' }, ifUpdatedAt: '2020-01-01T00:00:00.000Z' }

/** An administrator changes data of somebody, by the id that is made. */
const changing = (path: (here: Parameters<Run>[0]) => Promise<string>) => {
  const change =
    (body: object): Run =>
    async (here) =>
      send((await administrator(here)).browser, `PATCH ${await path(here)}`, body)
  return {
    well: change({ data: { plan: 'pro' } }),
    invalid_data: change({ data: { plan: 'gold' } }),
    unknown_field: change({ data: { nothing: 'x' } }),
    invalid_input: change({ ...GUARDED, ifUpdatedAt: 'yesterday' }),
    data_changed: change(GUARDED),
  }
}

const ofUser = async (here: Parameters<Run>[0]) => `/admin/users/${(await someone(here)).id}/data`

const ofOrg =
  (method: string, body?: object): Run =>
  async (here) => {
    const { browser } = await administrator(here)
    const { body: org } = await browser.post('/auth/orgs', { name: 'Acme' })
    return send(browser, `${method} /admin/orgs/${org.id}/data`, body)
  }

const ofOwnOrg = (data: object): Run => byOwner(({ browser, url }) => browser.send('PATCH', `${url}/data`, { data }))

export const data = {
  getData: { well: bySomeone('GET /auth/data') },
  changeOwnData: {
    well: bySomeone('PATCH /auth/data', { data: { company: 'Acme' } }),
    ...refusedData((sent) => bySomeone('PATCH /auth/data', { data: sent })),
  },
  getUserData: {
    well: async (here) => send((await administrator(here)).browser, `GET ${await ofUser(here)}`),
    user_not_found: byAdmin(`GET /admin/users/${UNKNOWN}/data`),
  },
  changeUserData: {
    ...changing(ofUser),
    user_not_found: byAdmin(`PATCH /admin/users/${UNKNOWN}/data`, { data: {} }),
    insufficient_scope: async (here) => {
      const maker = await backend(here)
      return maker.ask(`PATCH /admin/users/${maker.id}/data`, { data: {} })
    },
  },
  getOrgData: { well: byOwner(({ browser, url }) => browser.get(`${url}/data`)) },
  changeOrgData: {
    well: ofOwnOrg({ company: 'Acme' }),
    ...refusedData(ofOwnOrg),
  },
  getWholeOrgData: { well: ofOrg('GET'), org_not_found: byAdmin(`GET /admin/orgs/${UNKNOWN}/data`) },
  changeWholeOrgData: {
    well: ofOrg('PATCH', { data: { plan: 'pro' } }),
    invalid_data: ofOrg('PATCH', { data: { plan: 'gold' } }),
    unknown_field: ofOrg('PATCH', { data: { nothing: 'x' } }),
    invalid_input: ofOrg('PATCH', { ...GUARDED, ifUpdatedAt: 'yesterday' }),
    data_changed: ofOrg('PATCH', GUARDED),
    org_not_found: byAdmin(`PATCH /admin/orgs/${UNKNOWN}/data`, { data: {} }),
  },
} satisfies Partial<Walk>
