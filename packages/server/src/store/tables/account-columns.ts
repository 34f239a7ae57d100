import type { Role } from '../../kernel/roles.ts'
import { columns, number, optional, text, time } from '../columns.ts'

/** What every caller that finds an account knows of it. */
export const ACCOUNT = columns('accounts', {
  id: text('id'),
  email: text('email'),
  name: text('name'),
  role: text<Role>('role'),
  passwordHash: optional(text('password_hash')),
  /** Moves whenever the credentials do, so that a sign-in that began before cannot finish after. */
  credentialVersion: number('credential_version'),
  /** Since when the address counts as the owner's, by a proof or by an administrator's word. */
  verifiedAt: optional(time('verified_at')),
  /** When a mailbox of the account was first proved. What was set before that may be a stranger's, and no word of an administrator changes it. */
  mailboxProvedAt: optional(time('mailbox_proved_at')),
  bannedAt: optional(time('banned_at')),
  /** Since when a second factor is owed, of one kind or another. */
  twoFactorEnabledAt: optional(time('two_factor_enabled_at')),
  emailFactorAt: optional(time('email_factor_at')),
  totpAt: optional(time('totp_at')),
  /** The owner may have passkeys without owing one. */
  passkeyGateAt: optional(time('passkey_gate_at')),
  /** The language of its mails and pages, as a tag (`de`); undefined where the owner's browser decides. */
  language: optional(text('language')),
  /** Counted with the rows of org_members. */
  orgOwnerCount: number('org_owner_count'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
})
