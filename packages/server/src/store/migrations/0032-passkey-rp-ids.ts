import type { Migration } from './migration.ts'

export const passkeyRpIds: Migration = {
  id: '0032-passkey-rp-ids',
  statements: [
    // The domain that a passkey was made for. NULL for those from before, until the next start fills in its own.
    `ALTER TABLE passkeys ADD COLUMN rp_id TEXT`,
    // Keys end with their makers from now on, and so do those whose makers no longer administer.
    `UPDATE api_keys SET revoked_at = COALESCE(last_used_at, created_at) WHERE revoked_at IS NULL AND created_by IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = api_keys.created_by AND role = 'admin' AND banned_at IS NULL)`,
  ],
}
