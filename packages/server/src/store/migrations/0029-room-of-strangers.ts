import type { Migration } from './migration.ts'

export const roomOfStrangers: Migration = {
  id: '0029-room-of-strangers',
  // So that decoys are found that have not been emptied yet, without a look at every mail of the day.
  indexes: [`CREATE INDEX outbox_decoys ON outbox (created_at) WHERE outcome = 'decoy' AND payload IS NOT NULL`],
  // A session has so many tickets and no more.
  statements: [`CREATE INDEX app_tickets_by_session ON app_tickets (session_id, expires_at)`],
}
