import { hosts, networks } from '../../platform/config/list-kinds.ts'

// biome-ignore format: a table is read by its rows
const webhooks = {
  allowedHosts: hosts({ env: 'WEBHOOK_ALLOWED_HOSTS', help: 'Names of hosts in your own network that webhooks may be sent to, wherever they lead. Of all others every address has to be public.' }),
  allowedNetworks: networks({ env: 'WEBHOOK_ALLOWED_NETWORKS', help: 'Networks of your own that webhooks may be sent to, such as `10.1.0.0/16`.' }, 'most of the network would be open'),
} as const

export const webhooksSettings = { webhooks }

type WebhooksSettings = typeof webhooksSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends WebhooksSettings {}
}
