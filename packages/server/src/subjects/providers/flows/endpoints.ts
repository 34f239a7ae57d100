import type { EndpointTable } from '../../../platform/kernel/endpoint-table.ts'
import { beginOAuth } from './begin.ts'
import { oauthCallback } from './callback.ts'
import { oauthFormCallback } from './form-callback.ts'
import { linkProvider } from './link.ts'
import { listProviders } from './list-providers.ts'
import { unlinkProvider } from './unlink.ts'

/** Signing in with a provider, in reading order. */
export const oauthEndpoints = {
  listProviders,
  beginOAuth,
  oauthCallback,
  oauthFormCallback,
  linkProvider,
  unlinkProvider,
} as const satisfies EndpointTable
