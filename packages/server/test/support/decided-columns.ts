/**
 * Every column of every table, and which of them an owner gets with the export of their account: `exported` of their own rows, word
 * for word. All others are kept back, and so are the rows of other people. A new column has to be decided on here.
 */
const TABLES = {
  account_spans: { keptBack: 'ends_at starts_after marked_at accounts' },
  account_words: { keptBack: 'account_id word shared created_at' },
  accounts: {
    exported: 'id email name role language',
    keptBack: `password_hash credential_version verified_at banned_at two_factor_enabled_at last_seen_at created_at updated_at words_of
      session_epoch ban_reason email_factor_at totp_at passkey_gate_at user_handle org_owner_count has_signed_in mailbox_proved_at
      mailbox_proved_in`,
  },
  activity: { exported: 'id type made_by ip', keptBack: 'account_id success session_id user_agent count created_at' },
  api_keys: { keptBack: 'id name hash scopes created_by created_at last_used_at revoked_at' },
  app_sessions: { keptBack: 'hash session_id created_at' },
  app_tickets: { keptBack: 'hash session_id account_id origin path nonce expires_at used_at' },
  audit_events: {
    keptBack: `id type success actor_id target_user_id session_id ip user_agent request_id metadata created_at count org_id`,
  },
  challenge_bindings: { keptBack: 'hash challenge_id entry_type entry_metadata method provider ordinal' },
  challenges: {
    keptBack: `id account_id code_hash guesses resends mail_pending_until mail_accepted_at created_at expires_at used_at
      credential_version mail_id`,
  },
  codes: { keptBack: 'id purpose account_id hash guesses created_at expires_at used_at session_id return_to email_hash' },
  data_keys: { keptBack: 'name sealed created_at' },
  day_counters: { keptBack: 'figure day shard total' },
  device_reports: { keptBack: 'id hash account_id since email_hash created_at expires_at used_at' },
  devices: {
    exported: 'id user_agent',
    keptBack: 'account_id hash created_at last_seen_at credential_version trusted_at trusted_until trusted_version',
  },
  email_changes: {
    keptBack: `id account_id session_id new_email new_hash old_hash new_confirmed_at old_confirmed_at revertible created_at expires_at
      ended_at ending`,
  },
  email_reverts: { keptBack: 'id hash account_id email verified_at requested_at created_at expires_at used_at ended_at agreed' },
  identities: { exported: 'provider email', keptBack: 'issuer subject account_id tokens created_at used_at vouched_email' },
  invites: { keptBack: 'id email token_hash created_by created_at expires_at accepted_at revoked_at' },
  limits: { keptBack: 'bucket count blocked_until expires_at' },
  locks: { keptBack: 'name taken' },
  migration_lock: { keptBack: 'id taken' },
  migrations: { keptBack: 'id' },
  org_invites: {
    exported: 'role',
    keptBack: 'id org_id email token_hash invited_by created_at expires_at accepted_at declined_at revoked_at',
  },
  org_members: { exported: 'org_id role', keptBack: 'account_id joined_at' },
  org_slugs: { keptBack: 'slug org_id held_until' },
  org_words: { keptBack: 'org_id word shared created_at' },
  organisations: { exported: 'id name slug', keptBack: 'created_by owner_count member_count created_at updated_at words_of' },
  outbox: {
    keptBack: `id kind payload attempts next_attempt_at leased_until expires_at created_at done_at outcome traces urgency`,
  },
  passkeys: {
    exported: 'id name',
    keptBack: `account_id credential_id public_key counter aaguid transports backup_eligible backed_up rp_id created_at last_used_at`,
  },
  pending_totp_seeds: { keptBack: 'session_id sealed guesses expires_at' },
  recovery_codes: { keptBack: 'account_id hash created_at used_at' },
  refresh_tokens: { keptBack: 'hash session_id generation rotated_at successor expires_at' },
  session_leases: { keptBack: 'id renewals' },
  session_messages: { keptBack: 'holder change account_id' },
  sessions: {
    exported: 'id ip_address user_agent method name',
    keptBack: `account_id token_hash second_factor_at created_at last_active_at expires_at refresh_expires_at revoked_at provider
      elevated_at elevation epoch active_org_id elevation_enrolled_at`,
  },
  spent_states: { keptBack: 'hash expires_at' },
  totp_seeds: { keptBack: 'account_id sealed last_step created_at last_used_at' },
  write_probes: { keptBack: 'filler' },
} as const satisfies Readonly<Record<string, { readonly exported?: string; readonly keptBack: string }>>

type Decision = 'exported' | 'kept back'

/** By `table.column`. Moments and numbers are told in other words, or not at all: a canary does not fit in there. */
export const DECIDED: ReadonlyMap<string, Decision> = new Map(
  Object.entries<{ readonly exported?: string; readonly keptBack: string }>(TABLES).flatMap(
    ([table, { exported = '', keptBack }]) => [
      ...namesIn(exported).map((column) => [`${table}.${column}`, 'exported'] as const),
      ...namesIn(keptBack).map((column) => [`${table}.${column}`, 'kept back'] as const),
    ],
  ),
)

function namesIn(text: string): string[] {
  return text.split(/\s+/).filter((name) => name !== '')
}
