import type { Migration } from './migration.ts'

export const deviceVersions: Migration = {
  id: '0015-device-versions',
  statements: [
    // Under which credentials a browser was last seen. No account has version 0: one from before has seen none of today's.
    `ALTER TABLE devices ADD COLUMN credential_version BIGINT NOT NULL DEFAULT 0`,
  ],
}
