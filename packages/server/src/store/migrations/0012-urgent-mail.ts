import type { Migration } from './migration.ts'

export const urgentMail: Migration = {
  id: '0012-urgent-mail',
  statements: [
    // 0 for mails with a code that a visitor waits for, 1 for invites, 2 for notices. An older version that still runs
    // writes none, and what it writes is not kept waiting for that.
    `ALTER TABLE outbox ADD COLUMN urgency BIGINT NOT NULL DEFAULT 0`,
    `UPDATE outbox SET urgency = 1 WHERE done_at IS NULL AND kind = 'invite'`,
    `UPDATE outbox SET urgency = 2 WHERE done_at IS NULL AND kind NOT IN
      ('verification', 'password-reset', 'set-password', 'account-deletion', 'two-factor', 'step-up', 'invite')`,
    // With what decides whether one is due, so that a line of ten thousand is not looked up row by row.
    `CREATE INDEX outbox_by_urgency ON outbox (urgency, created_at, id, next_attempt_at, leased_until) WHERE done_at IS NULL`,
  ],
}
