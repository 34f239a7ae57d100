import { administered } from './administered.ts'

/** One field of every type, and of every tier. */
export const FIELDS = {
  company: { type: 'text', maxLength: 120, access: 'owner', atSignUp: 'optional', label: { en: 'Company', de: 'Firma' } },
  seats: { type: 'number', access: 'owner', searchable: true },
  newsletter: { type: 'boolean', access: 'owner', atSignUp: 'optional' },
  birthday: { type: 'date', access: 'owner' },
  tags: { type: 'list', access: 'owner', searchable: true, maxLength: 50 },
  zip: { type: 'text', access: 'owner', pattern: '[0-9]{5}' },
  plan: { type: 'choice', choices: ['free', 'pro'], default: 'free', access: 'app', inHeaders: true, searchable: true },
  customerId: { type: 'text', access: 'private', searchable: true },
  risk: { type: 'number', access: 'private', exported: false },
} as const

const ORG_FIELDS = {
  domain: { type: 'text', access: 'owner' },
  tier: { type: 'choice', choices: ['s', 'm'], default: 's', access: 'app' },
  contract: { type: 'text', access: 'private' },
} as const

export const declaring = (fields: object = FIELDS, orgFields: object = ORG_FIELDS): Record<string, string> => ({
  DATA_FIELDS: JSON.stringify(fields),
  DATA_ORG_FIELDS: JSON.stringify(orgFields),
})

/** Fields, an administrator, and Ada. */
export async function declared(fields: object = FIELDS, env: Record<string, string> = {}) {
  const here = await administered({ ...declaring(fields), ...env })
  return {
    ...here,
    ofAda: `/admin/users/${here.adaId}/data`,
    change: (data: object) => here.ada.send('PATCH', '/auth/data', { data }),
    set: (data: object, more: object = {}) => here.root.send('PATCH', `/admin/users/${here.adaId}/data`, { data, ...more }),
    stored: async (): Promise<unknown> => {
      const [row] = await here.sql(`SELECT data FROM accounts WHERE id = ?`, [here.adaId])
      return row?.['data'] === null ? null : JSON.parse(String(row?.['data']))
    },
  }
}
