import type { Migration } from './migration.ts'

export const factors: Migration = {
  id: '0024-factors',
  statements: [
    // What a sign-in owes, by its kind. two_factor_enabled_at is there while any of the three is.
    `ALTER TABLE accounts ADD COLUMN email_factor_at BIGINT`,
    `ALTER TABLE accounts ADD COLUMN totp_at BIGINT`,
    `ALTER TABLE accounts ADD COLUMN passkey_gate_at BIGINT`,
    `UPDATE accounts SET email_factor_at = two_factor_enabled_at WHERE two_factor_enabled_at IS NOT NULL`,
    // Under which authenticators know the account; it has one from its first passkey on.
    `ALTER TABLE accounts ADD COLUMN user_handle TEXT`,
    // Keys under which other rows are sealed or hashed, sealed themselves under the secret of the configuration.
    `CREATE TABLE data_keys (name TEXT PRIMARY KEY, sealed TEXT NOT NULL, created_at BIGINT NOT NULL)`,
    `CREATE TABLE totp_seeds (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      sealed TEXT NOT NULL,
      last_step BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT
    )`,
    // Seeds that an authenticator app has perhaps, and has not shown yet. They belong to the session that asked.
    `CREATE TABLE pending_totp_seeds (
      session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      sealed TEXT NOT NULL,
      guesses BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX pending_totp_seeds_by_expiry ON pending_totp_seeds (expires_at)`,
    `CREATE TABLE recovery_codes (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      used_at BIGINT,
      PRIMARY KEY (account_id, hash)
    )`,
    `CREATE TABLE passkeys (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE,
      public_key TEXT NOT NULL,
      counter BIGINT NOT NULL,
      name TEXT NOT NULL,
      aaguid TEXT NOT NULL,
      transports TEXT NOT NULL,
      backup_eligible BIGINT NOT NULL,
      backed_up BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT
    )`,
    `CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at)`,
    // A trusted browser spares a second factor until then, and only while the credentials are those of when it was trusted.
    `ALTER TABLE devices ADD COLUMN trusted_at BIGINT`,
    `ALTER TABLE devices ADD COLUMN trusted_until BIGINT`,
    `ALTER TABLE devices ADD COLUMN trusted_version BIGINT`,
  ],
}
