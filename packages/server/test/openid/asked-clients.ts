import type { OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { API } from '../support/application.ts'

const CALLBACK = 'https://wiki.example.com/oauth/callback'
const WITH_QUERY = 'https://wiki.example.com/oauth/callback?tenant=1'
const SCOPES = ['openid', 'profile', 'email', 'groups']

/** The same applications at both providers: each says what it asks for when nothing is wrong. */
const ASKED_CLIENTS = {
  strict: { kind: 'web', redirectUris: [CALLBACK, WITH_QUERY], audiences: [API], mayStay: true },
  lax: { kind: 'web', redirectUris: [CALLBACK], wantsPkce: false },
  third: { kind: 'web', redirectUris: [CALLBACK], isFirstParty: false },
  spa: { kind: 'browser', redirectUris: ['https://app.example.com/back'] },
  cli: { kind: 'native', redirectUris: ['http://127.0.0.1/back', 'com.example.app:/back'] },
  robot: { kind: 'service', redirectUris: [], scopes: ['read'], audiences: [API] },
} as const satisfies Record<string, Partial<OidcClient>>

export type AskedClient = keyof typeof ASKED_CLIENTS

/** In full, as a row of ours. */
export const rowOf = (id: AskedClient): Partial<OidcClient> => {
  const given: Partial<OidcClient> = ASKED_CLIENTS[id]
  const scopes = given.scopes ?? (given.mayStay ? [...SCOPES, 'offline_access'] : SCOPES)
  return {
    ...{ homeUrl: undefined, audiences: [], mayStay: false, wantsPkce: true, isFirstParty: true },
    ...given,
    id,
    name: id,
    scopes,
  }
}

export const ASKED_IDS = Object.keys(ASKED_CLIENTS) as readonly AskedClient[]
