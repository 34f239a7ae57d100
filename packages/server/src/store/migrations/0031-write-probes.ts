import type { Migration } from './migration.ts'

export const writeProbes: Migration = {
  id: '0031-write-probes',
  statements: [
    // A row is written here and removed again, to find out whether there is room and the disk takes it.
    `CREATE TABLE write_probes (filler TEXT NOT NULL)`,
  ],
}
