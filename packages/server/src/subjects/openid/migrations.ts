import type { Migration } from '../../platform/store/migrations.ts'

/** Applications that sign people in by OpenID Connect, and what they hold. */
export const openidTables: Migration = {
  id: '0005-openid',
  statements: [
    `CREATE TABLE oidc_clients (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, home_url TEXT, redirect_uris TEXT NOT NULL,
      post_logout_uris TEXT NOT NULL, logout_uri TEXT, is_first_party BIGINT NOT NULL, wants_pkce BIGINT NOT NULL,
      has_sent_challenge BIGINT NOT NULL, may_stay BIGINT NOT NULL, has_device_flow BIGINT NOT NULL, scopes TEXT NOT NULL,
      audiences TEXT NOT NULL, demands TEXT NOT NULL, is_pairwise BIGINT NOT NULL, algorithm TEXT NOT NULL, created_by TEXT,
      created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, disabled_at BIGINT, removed_at BIGINT, last_used_at BIGINT,
      last_refusal TEXT, last_refused_at BIGINT
    )`,
    `CREATE INDEX oidc_clients_by_age ON oidc_clients (created_at DESC, id DESC)`,
    `CREATE TABLE oidc_client_secrets (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL, hash TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT,
      last_used_at BIGINT
    )`,
    `CREATE INDEX oidc_client_secrets_by_client ON oidc_client_secrets (client_id, created_at)`,
    `CREATE TABLE oidc_requests (
      hash TEXT PRIMARY KEY, browser TEXT NOT NULL, client_id TEXT NOT NULL, params TEXT NOT NULL, created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, answered_at BIGINT, chosen TEXT, allowed TEXT
    )`,
    `CREATE INDEX oidc_requests_by_browser ON oidc_requests (browser, expires_at)`,
    `CREATE INDEX oidc_requests_by_expiry ON oidc_requests (expires_at)`,
    `CREATE TABLE oidc_grants (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, client_id TEXT NOT NULL, session_id TEXT NOT NULL,
      has_own_session BIGINT NOT NULL, scopes TEXT NOT NULL, created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL,
      ended_at BIGINT
    )`,
    `CREATE UNIQUE INDEX oidc_grants_of_session ON oidc_grants (session_id, client_id) WHERE ended_at IS NULL`,
    `CREATE INDEX oidc_grants_by_account ON oidc_grants (account_id, client_id)`,
    `CREATE INDEX oidc_grants_by_client ON oidc_grants (client_id, account_id) WHERE ended_at IS NULL`,
    `CREATE INDEX oidc_grants_by_end ON oidc_grants (ended_at)`,
    `CREATE TABLE oidc_codes (
      hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, account_id TEXT NOT NULL, session_id TEXT NOT NULL, redirect_uri TEXT NOT NULL,
      challenge TEXT, nonce TEXT, scopes TEXT NOT NULL, audience TEXT, proof TEXT NOT NULL, created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, used_at BIGINT, grant_id TEXT
    )`,
    `CREATE INDEX oidc_codes_by_account ON oidc_codes (account_id)`,
    `CREATE INDEX oidc_codes_by_expiry ON oidc_codes (expires_at)`,
    `CREATE TABLE oidc_access_tokens (
      hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, grant_id TEXT, account_id TEXT, scopes TEXT NOT NULL, audience TEXT,
      second_factor_at BIGINT, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX oidc_access_tokens_by_grant ON oidc_access_tokens (grant_id)`,
    `CREATE INDEX oidc_access_tokens_by_account ON oidc_access_tokens (account_id)`,
    `CREATE INDEX oidc_access_tokens_by_client ON oidc_access_tokens (client_id)`,
    `CREATE INDEX oidc_access_tokens_by_expiry ON oidc_access_tokens (expires_at)`,
    `CREATE TABLE oidc_refresh_tokens (
      hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, generation BIGINT NOT NULL, scopes TEXT NOT NULL, audience TEXT,
      proof TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, rotated_at BIGINT, successor TEXT
    )`,
    `CREATE INDEX oidc_refresh_tokens_by_grant ON oidc_refresh_tokens (grant_id, generation)`,
    `CREATE INDEX oidc_refresh_tokens_by_expiry ON oidc_refresh_tokens (expires_at)`,
    `CREATE TABLE oidc_consents (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL, given_at BIGINT NOT NULL
    )`,
    `CREATE UNIQUE INDEX oidc_consents_of_account ON oidc_consents (account_id, client_id)`,
    `CREATE INDEX oidc_consents_by_client ON oidc_consents (client_id)`,
    `CREATE TABLE oidc_device_codes (
      hash TEXT PRIMARY KEY, typed TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL, scopes TEXT NOT NULL, audience TEXT, ip_address TEXT NOT NULL,
      user_agent TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, asked_at BIGINT, pause_ms BIGINT NOT NULL, too_soon BIGINT NOT NULL,
      account_id TEXT, session_id TEXT, claimed_at BIGINT, answer TEXT, answered_at BIGINT, proof TEXT, redeemed_at BIGINT, grant_id TEXT
    )`,
    `CREATE INDEX oidc_device_codes_by_account ON oidc_device_codes (account_id)`,
    `CREATE INDEX oidc_device_codes_by_expiry ON oidc_device_codes (expires_at)`,
    `CREATE TABLE oidc_logouts (
      id TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, account_id TEXT NOT NULL, created_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL, next_attempt_at BIGINT NOT NULL, leased_until BIGINT NOT NULL, done_at BIGINT, outcome TEXT
    )`,
    `CREATE INDEX oidc_logouts_due ON oidc_logouts (client_id, next_attempt_at) WHERE done_at IS NULL`,
    `CREATE INDEX oidc_logouts_by_end ON oidc_logouts (done_at)`,
    `CREATE INDEX oidc_logouts_by_client ON oidc_logouts (client_id, created_at)`,
    `CREATE TABLE oidc_signing_keys (
      kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, public_key TEXT NOT NULL, sealed TEXT NOT NULL, created_at BIGINT NOT NULL,
      signs_from BIGINT NOT NULL, signs_until BIGINT, published_until BIGINT
    )`,
    `INSERT INTO locks (name, taken) VALUES ('signing-keys', 0)`,
  ],
}

/** Grants from before know neither, so the next sign-in makes one more session, and those after it no other. */
export const sessionsOfBrowsers: Migration = {
  id: '0006-sessions-of-browsers',
  statements: [
    `ALTER TABLE oidc_codes ADD COLUMN browser TEXT`,
    `ALTER TABLE oidc_grants ADD COLUMN browser TEXT`,
    `ALTER TABLE oidc_grants ADD COLUMN from_session_id TEXT`,
  ],
}

/** Who has allowed an application something before was shown no service, and is asked where it wants one. */
export const consentedServices: Migration = {
  id: '0006-consented-services',
  statements: [`ALTER TABLE oidc_consents ADD COLUMN audiences TEXT NOT NULL DEFAULT '[]'`],
}

export const refusedAddresses: Migration = {
  id: '0006-refused-addresses',
  statements: [`ALTER TABLE oidc_clients ADD COLUMN last_refused_uri TEXT`],
}
