import { emailAddress, secret } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const firstAdmin = {
  email: emailAddress({ env: 'ADMIN_EMAIL', help: 'Whoever runs the service. While there is no administrator, a start makes an account with this address, as `latchkey admin create` does; an account that is there is never changed. Needs `ADMIN_PASSWORD`.' }),
  password: secret({ env: 'ADMIN_PASSWORD', default: undefined, help: 'The password of that account, best as `ADMIN_PASSWORD_FILE`. The rules for new passwords hold. Both can go once the account is there.' }),
} as const

export const administrationSettings = { firstAdmin }

type AdministrationSettings = typeof administrationSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AdministrationSettings {}
}
