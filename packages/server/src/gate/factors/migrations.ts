import type { Migration } from '../../platform/store/migrations.ts'

export const lostApps: Migration = {
  id: '0013-lost-apps',
  statements: [
    `CREATE TABLE lost_apps (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, lost_at BIGINT NOT NULL
    )`,
  ],
}
