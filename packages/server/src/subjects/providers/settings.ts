import { flag } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
export const oauth = {
  storeTokens: flag({ env: 'OAUTH_STORE_TOKENS', default: false, help: 'Keep the tokens that providers hand out, sealed. Off, they are dropped as soon as they have told who somebody is.' }),
} as const
