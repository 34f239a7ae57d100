import type { Migration } from '../../platform/store/migrations.ts'

/** Apps that were set up elsewhere may have been told something else than ours are. */
export const totpParameters: Migration = {
  id: '0002-totp-parameters',
  statements: [
    `ALTER TABLE totp_seeds ADD COLUMN period BIGINT NOT NULL DEFAULT 30`,
    `ALTER TABLE totp_seeds ADD COLUMN algorithm TEXT NOT NULL DEFAULT 'sha1'`,
  ],
}

export const totpDigits: Migration = {
  id: '0011-totp-digits',
  statements: [`ALTER TABLE totp_seeds ADD COLUMN digits BIGINT NOT NULL DEFAULT 6`],
}

/** Codes of another service of this kind are under its key, which `hash_keys` holds, and for the id that their account had there. */
export const broughtRecoveryCodes: Migration = {
  id: '0008-brought-recovery-codes',
  statements: [`ALTER TABLE recovery_codes ADD COLUMN key_id TEXT`, `ALTER TABLE recovery_codes ADD COLUMN hashed_for TEXT`],
}

export const keysOfRecoveryCodes: Migration = {
  id: '0009-keys-of-recovery-codes',
  indexes: [`CREATE INDEX recovery_codes_by_key ON recovery_codes (key_id) WHERE key_id IS NOT NULL`],
  statements: [],
}

/** Authenticator apps and recovery codes. */
export const factorsTables: Migration = {
  id: '0001-factors',
  statements: [
    `CREATE TABLE totp_seeds (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, sealed TEXT NOT NULL,
      last_step BIGINT NOT NULL, created_at BIGINT NOT NULL, last_used_at BIGINT
    )`,
    `CREATE TABLE pending_totp_seeds (
      session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE, sealed TEXT NOT NULL, guesses BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX pending_totp_seeds_by_expiry ON pending_totp_seeds (expires_at)`,
    `CREATE TABLE recovery_codes (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, hash TEXT NOT NULL, created_at BIGINT NOT NULL,
      used_at BIGINT, PRIMARY KEY (account_id, hash)
    )`,
  ],
}
