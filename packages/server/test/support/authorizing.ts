import { createHash } from 'node:crypto'
import { clientsIn, type OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import type { Reply } from './browser.ts'
import { PageVisitor } from './page-visitor.ts'
import { type World, world } from './world.ts'

export const APP = 'https://wiki.example.com'
export const CALLBACK = `${APP}/oauth/callback`
export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
export const EMAIL = 'ada@example.com'

const WIKI: Omit<OidcClient, 'createdAt' | 'updatedAt'> = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  homeUrl: `${APP}/`,
  redirectUris: [CALLBACK],
  postLogoutUris: [],
  logoutUri: undefined,
  isFirstParty: true,
  wantsPkce: true,
  hasSentChallenge: false,
  mayStay: false,
  hasDeviceFlow: false,
  scopes: ['openid', 'profile', 'email', 'groups'],
  audiences: [],
  demands: {},
  isPairwise: false,
  algorithm: 'RS256',
  createdBy: undefined,
  disabledAt: undefined,
  removedAt: undefined,
  lastUsedAt: undefined,
  lastRefusal: undefined,
  lastRefusedAt: undefined,
  lastRefusedUri: undefined,
}

export type Params = Readonly<Record<string, string | undefined>>

/** What a well-made application asks; a parameter that is undefined is left out. */
export const asked = (params: Params = {}): string => {
  const all = {
    ...{ client_id: 'wiki', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid profile email' },
    ...{ state: 'some state', nonce: 'n-1', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ...params,
  }
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/oidc/authorize?${new URLSearchParams(sent)}`
}

/** What an application is told, by an address that a page or a redirect leads to. */
export const told = (address: string): Readonly<Record<string, string>> => Object.fromEntries(new URL(address).searchParams)

export const locationOf = ({ headers }: Reply): string => String(headers['location'])

/** Where a page of ours leads on, by its refresh and by its link. */
export function leadsTo({ html, links }: PageVisitor['page']): string {
  const address = /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return links.includes(address) ? address : `no link to ${address}`
}

/** A service with one application. */
export async function authorizing(client: Partial<OidcClient> = {}, env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  await addClient(here, client)
  const visitor = (browser = here.browser()) => new PageVisitor(browser)
  /** As a browser that was sent here by the application. */
  const begin = (browser = here.browser(), params: Params = {}): Promise<Reply> =>
    browser.get(asked(params), { headers: { accept: 'text/html' } })
  return { ...here, visitor, begin }
}

export async function addClient(here: Pick<World, 'depsFor' | 'clock'>, client: Partial<OidcClient> = {}): Promise<OidcClient> {
  const now = here.clock.now()
  const row = { ...WIKI, createdAt: now, updatedAt: now, ...client }
  await here.depsFor().store.transaction((tx) => clientsIn(tx).add(row))
  return row
}

/** Changes a client as an administrator would, a moment later. */
export async function changeClient(
  here: Pick<World, 'depsFor' | 'clock'>,
  id: string,
  change: Partial<OidcClient>,
): Promise<void> {
  const { store } = here.depsFor()
  here.clock.advance(1)
  await store.transaction(async (tx) => {
    const before = await clientsIn(tx).find(id)
    if (before) await clientsIn(tx).set({ ...before, ...change, updatedAt: here.clock.now() })
  })
}
