import type { Migration } from './migration.ts'

export const mailboxProof: Migration = {
  id: '0027-mailbox-proof',
  statements: [
    // When a mailbox of the account was first proved, by whatever door; an administrator's word is no proof.
    `ALTER TABLE accounts ADD COLUMN mailbox_proved_at BIGINT`,
    // The session that began with that proof, where it came from a browser that the account did not know.
    `ALTER TABLE accounts ADD COLUMN mailbox_proved_in TEXT`,
    // Of accounts from before it is not known who verified them; taking it for a proof keeps what their owners have enrolled.
    `UPDATE accounts SET mailbox_proved_at = COALESCE(verified_at, created_at) WHERE verified_at IS NOT NULL OR was_proved = 1`,
    `ALTER TABLE accounts DROP COLUMN was_proved`,
    // A change that both mailboxes agreed to: no link takes it back, and a return to its address is still known for one.
    `ALTER TABLE email_reverts ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0`,
  ],
}
