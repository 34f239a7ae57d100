import { administrator, backend, byAdmin, keyed, UNKNOWN } from './administering.ts'
import type { Walk } from './cases.ts'
import { become, meanwhile } from './preparing.ts'

const CREATE = 'POST /admin/keys'
const KEY = { name: 'billing', scopes: ['users:read'] }

export const keys = {
  createApiKey: {
    well: byAdmin(CREATE, KEY),
    name_required: byAdmin(CREATE, { ...KEY, name: '' }),
    invalid_input: byAdmin(CREATE, { ...KEY, scopes: [] }),
    forbidden: async (here) => {
      const who = await administrator(here)
      return meanwhile(
        'createApiKey',
        () => become(here, who, `role = 'user'`),
        () => who.browser.post('/admin/keys', KEY),
      )
    },
    insufficient_scope: async (here) => (await backend(here)).ask(CREATE, KEY),
  },
  listApiKeys: { well: async (here) => (await keyed(here)).browser.get('/admin/keys') },
  revokeApiKey: {
    well: async (here) => {
      const { browser, keyId } = await keyed(here)
      return browser.delete(`/admin/keys/${keyId}`)
    },
    not_found: byAdmin(`DELETE /admin/keys/${UNKNOWN}`),
    insufficient_scope: async (here) => (await backend(here)).ask(`DELETE /admin/keys/${UNKNOWN}`),
  },
} satisfies Partial<Walk>
