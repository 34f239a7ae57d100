import type { OidcClient } from '../tables/clients.ts'

/** What an administrator decides about a client. */
export type ClientSettings = Pick<
  OidcClient,
  | 'name'
  | 'kind'
  | 'homeUrl'
  | 'redirectUris'
  | 'postLogoutUris'
  | 'logoutUri'
  | 'isFirstParty'
  | 'wantsPkce'
  | 'mayStay'
  | 'hasDeviceFlow'
  | 'scopes'
  | 'audiences'
  | 'demands'
  | 'isPairwise'
  | 'algorithm'
>

export const settingsOf = ({
  id: _id,
  hasSentChallenge: _hasSentChallenge,
  createdBy: _createdBy,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  disabledAt: _disabledAt,
  removedAt: _removedAt,
  lastUsedAt: _lastUsedAt,
  lastRefusal: _lastRefusal,
  lastRefusedAt: _lastRefusedAt,
  lastRefusedUri: _lastRefusedUri,
  ...settings
}: OidcClient): ClientSettings => settings
