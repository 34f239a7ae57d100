import { flag } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const oauth = {
  storeTokens: flag({ env: 'OAUTH_STORE_TOKENS', default: false, help: 'Keep the tokens that providers hand out, sealed. Off, they are dropped as soon as they have told who somebody is.' }),
} as const

export const providersSettings = { oauth }

type ProvidersSettings = typeof providersSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends ProvidersSettings {}
}
