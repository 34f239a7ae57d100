/** Why a session ended otherwise than by signing out. Kept with the event, and told to the owner. */
export const END_REASONS = [
  'ended_by_owner',
  'ended_by_administrator',
  'password_changed',
  'password_reset',
  'factors_changed',
  'factors_reset',
  'email_changed',
  'email_reverted',
  'device_reported',
  'mailbox_proved',
  'banned',
  'session_cap',
  'replaced',
  'application_signed_out',
  'application_token_reused',
  'idle',
  'max_lifetime',
  'application_removed',
] as const

export type EndReason = (typeof END_REASONS)[number]

/** An event may be from before reasons were kept, or from a later version. */
export const asEndReason = (text: unknown): EndReason | undefined => END_REASONS.find((reason) => reason === text)
