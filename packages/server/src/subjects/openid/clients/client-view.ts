import { Type } from 'typebox'
import {
  flagField,
  idField,
  idOrNull,
  listOf,
  textField,
  textOrNull,
  timeField,
  timeOrNull,
  timeOrNullField,
} from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { ClientSecret } from '../tables/client-secrets.ts'
import type { ListedClient, OidcClient } from '../tables/clients.ts'
import { ALGORITHMS, CLIENT_KINDS, type ClientKind } from './client.ts'
import { REFUSALS } from './refusals.ts'

const listedFields = {
  id: textField('Its id, as it stands in the configuration of the application.'),
  name: textField('What people read.'),
  kind: Type.Unsafe<ClientKind>(Type.String({ enum: CLIENT_KINDS, description: 'What sort of application it is.' })),
  isFirstParty: flagField('People are not asked whether it may know them.'),
  createdAt: timeField('When it was made.'),
  disabledAt: timeOrNullField('Since when nobody signs in to it; null while they do.'),
  lastUsedAt: timeOrNullField('When it last called, a minute old at most; null if never.'),
  lastRefusal: Type.Union([Type.String({ enum: REFUSALS }), Type.Null()], {
    description: 'Why a request of it was last refused; null if none was.',
  }),
  lastRefusedAt: timeOrNullField('When that was.'),
}

export const ListedClientView = Type.Object(listedFields, { title: 'ListedClient', description: 'An application, in a list.' })

const secret = Type.Object({
  id: idField('The secret, which itself was shown once.'),
  createdAt: timeField('When it was made.'),
  expiresAt: timeOrNullField('Until when it is good, where a newer one takes its place; null for the newest.'),
  lastUsedAt: timeOrNullField('When it was last used, a minute old at most; null if never.'),
})

const demands = Type.Object(
  {
    role: Type.Optional(Type.String({ enum: ['admin'], description: 'Administrators alone.' })),
    secondFactor: Type.Optional(flagField('A second factor was passed in the session.')),
    verified: Type.Optional(flagField('The address of the account is verified.')),
    organisation: Type.Optional(idField('Members of this organisation alone.')),
  },
  { description: 'What a person has to be so that the application lets them in.' },
)

export const ClientView = Type.Object(
  {
    ...listedFields,
    homeUrl: textOrNull('Where the application is.'),
    redirectUris: listOf(Type.String(), 'Where people are sent with a code.'),
    postLogoutUris: listOf(Type.String(), 'Where people may be sent after they have signed out.'),
    logoutUri: textOrNull('Where the application is told that a session has ended.'),
    wantsPkce: flagField('It has to send a PKCE challenge.'),
    hasSentChallenge: flagField('It has sent one, and so has to send one until `wantsPkce` is switched off by an administrator.'),
    mayStay: flagField('It may ask for `offline_access`.'),
    hasDeviceFlow: flagField('It may sign people in on a device without a browser.'),
    scopes: listOf(Type.String(), 'What it may ask for.'),
    audiences: listOf(Type.String(), 'Services for which it gets signed access tokens.'),
    demands,
    isPairwise: flagField('It knows every person by an id that no other application knows.'),
    algorithm: Type.String({ enum: ALGORITHMS, description: 'What its tokens are signed with.' }),
    lastRefusedUri: textOrNull('The redirect address that it asked for, where that was why: 200 characters of it at most.'),
    createdBy: idOrNull('The account that made it; null where it was made on the command line.'),
    updatedAt: timeField('When it was last changed.'),
    secrets: listOf(secret, 'Its secrets, the newest first: two at most.'),
  },
  { title: 'Client', description: 'An application that signs people in, or a service that acts for itself.' },
)

export const listedClientView = (client: ListedClient) => ({
  id: client.id,
  name: client.name,
  kind: client.kind,
  isFirstParty: client.isFirstParty,
  createdAt: timestamp(client.createdAt),
  disabledAt: timeOrNull(client.disabledAt),
  lastUsedAt: timeOrNull(client.lastUsedAt),
  lastRefusal: client.lastRefusal ?? null,
  lastRefusedAt: timeOrNull(client.lastRefusedAt),
})

export const clientView = (client: OidcClient, secrets: readonly ClientSecret[]) => ({
  ...listedClientView(client),
  homeUrl: client.homeUrl ?? null,
  redirectUris: [...client.redirectUris],
  postLogoutUris: [...client.postLogoutUris],
  logoutUri: client.logoutUri ?? null,
  wantsPkce: client.wantsPkce,
  hasSentChallenge: client.hasSentChallenge,
  mayStay: client.mayStay,
  hasDeviceFlow: client.hasDeviceFlow,
  scopes: [...client.scopes],
  audiences: [...client.audiences],
  demands: { ...client.demands },
  isPairwise: client.isPairwise,
  algorithm: client.algorithm,
  lastRefusedUri: client.lastRefusedUri ?? null,
  createdBy: client.createdBy ?? null,
  updatedAt: timestamp(client.updatedAt),
  secrets: secrets.map(({ id, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    createdAt: timestamp(createdAt),
    expiresAt: timeOrNull(expiresAt),
    lastUsedAt: timeOrNull(lastUsedAt),
  })),
})
