import { expect } from 'vitest'
import type { Row } from '../../src/platform/store/engine.ts'

const FACTORS = `'2fa.totp.enabled', '2fa.totp.disabled', 'passkey.added', 'passkey.removed', 'admin.user.factors_reset'`
/** Events that come with a new credential version, in the same transaction. */
const MOVES_VERSION = `(${FACTORS}, 'password.changed', 'password.reset.completed', 'password.set', '2fa.enabled', '2fa.disabled', 'admin.user.banned', 'admin.user.unbanned', 'email.changed', 'device.reported')`
/** Events that end every session but perhaps their own. */
const ENDS_SESSIONS = `('account.claimed', 'password.changed', 'password.reset.completed', 'admin.user.banned', 'admin.user.factors_reset', 'email.changed', 'device.reported')`
/** Events that end every outstanding code of an account. */
const ENDS_CODES = `(${FACTORS}, 'password.changed', 'password.reset.completed', 'password.set', '2fa.enabled', 'account.deleted', 'account.claimed', 'email.changed', 'device.reported')`

const event = (types: string, account: string, more = ''): string =>
  `SELECT 1 FROM audit_events e WHERE e.type IN ${types} AND e.success = 1 AND e.target_user_id = ${account} ${more}`

/** Figures of a day that are not what happened on it. */
export const WRONG_FIGURES = `SELECT figure, day, CAST(SUM(total) AS BIGINT) AS too_many FROM (
    SELECT figure, day, total FROM day_counters WHERE figure NOT LIKE 'active-%'
    UNION ALL SELECT 'account', created_at / 86400000, -1 FROM accounts WHERE created_at >= 0
    UNION ALL SELECT CASE type WHEN 'user.registered' THEN 'sign-up' ELSE 'sign-in' END, created_at / 86400000, -1 FROM audit_events
      WHERE type IN ('user.registered', 'login.success', 'admin.login.success', 'oauth.login', 'passkey.login') AND success = 1
    UNION ALL SELECT 'sign-in-failed', created_at / 86400000, -count FROM audit_events
      WHERE type IN ('login.failed', 'admin.login.failed') AND success = 0
  ) AS every GROUP BY figure, day HAVING SUM(total) <> 0`

/**
 * What is never true between two transactions, whatever has failed: each query finds the rows that were left half-done.
 * They rely on what writes an event in the transaction of its effect, and hold for accounts that came in by the front
 * door as long as nothing was purged.
 */
const halfDone: Readonly<Record<string, string>> = {
  'a figure of the dashboard that was not counted with what it counts': WRONG_FIGURES,
  'an account that nobody registered': `SELECT a.id FROM accounts a
     WHERE NOT EXISTS (${event(`('user.registered', 'admin.user.created')`, 'a.id')})`,
  'an account that was deleted and is there': `SELECT a.id FROM accounts a WHERE EXISTS (${event(`('account.deleted')`, 'a.id')})`,
  'an account that is not searched by its words': `SELECT a.id FROM accounts a
     WHERE COALESCE(a.words_of, '') <> a.email || ' ' || a.name
       OR NOT EXISTS (SELECT 1 FROM account_words w WHERE w.account_id = a.id)`,
  'a credential that changed without a trace, or a trace without a change': `SELECT a.id FROM accounts a
     WHERE a.credential_version - 1 <> (SELECT COUNT(*) FROM audit_events e
       WHERE e.type IN ${MOVES_VERSION} AND e.success = 1 AND e.target_user_id = a.id)
       AND NOT EXISTS (${event(`('account.claimed')`, 'a.id')})`,
  'a claim, or a password set since, that left the credentials as they were': `SELECT a.id FROM accounts a
     WHERE EXISTS (${event(`('account.claimed')`, 'a.id')}) AND a.credential_version - 1 < (SELECT COUNT(*) FROM audit_events e
       WHERE e.type IN ('account.claimed', 'password.reset.completed', 'password.set', 'password.changed') AND e.success = 1
         AND e.target_user_id = a.id)`,
  'a claim of a mailbox that counts as unproved': `SELECT a.id FROM accounts a
     WHERE a.mailbox_proved_at IS NULL AND EXISTS (${event(`('account.claimed')`, 'a.id')})`,
  'a verification that left the address unverified': `SELECT a.id FROM accounts a
     WHERE a.verified_at IS NULL AND EXISTS (${event(`('email.verified', 'invite.accepted')`, 'a.id')})`,
  'a live session of somebody banned': `SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.revoked_at IS NULL AND a.banned_at IS NOT NULL`,
  'a session that outlived its credentials': `SELECT s.id FROM sessions s WHERE s.revoked_at IS NULL
     AND EXISTS (${event(ENDS_SESSIONS, 's.account_id', `AND e.created_at > s.created_at AND COALESCE(e.session_id, '') <> s.id`)})`,
  'a session that nobody was told of': `SELECT s.id FROM sessions s WHERE NOT EXISTS (
     SELECT 1 FROM audit_events e WHERE e.type = 'session.created' AND e.session_id = s.id)`,
  'a session that was told of and is not there': `SELECT e.session_id FROM audit_events e JOIN accounts a ON a.id = e.target_user_id
     WHERE e.type = 'session.created' AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = e.session_id)`,
  'a session that ended without a trace': `SELECT s.id FROM sessions s WHERE s.revoked_at IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM audit_events e WHERE e.type IN ('session.revoked', 'logout', 'session.reuse_detected') AND (e.session_id = s.id
       OR (e.session_id IS NULL AND e.target_user_id = s.account_id AND e.created_at >= s.revoked_at)))`,
  'a session without exactly one current refresh token': `SELECT s.id FROM sessions s
     WHERE 1 <> (SELECT COUNT(*) FROM refresh_tokens r WHERE r.session_id = s.id AND r.rotated_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM oidc_grants g WHERE g.session_id = s.id AND g.has_own_session = 1)`,
  'a grant that outlived its session': `SELECT g.id FROM oidc_grants g JOIN sessions s ON s.id = g.session_id
     WHERE g.ended_at IS NULL AND s.revoked_at IS NOT NULL`,
  'a grant that cannot be refreshed': `SELECT g.id FROM oidc_grants g WHERE g.ended_at IS NULL AND NOT EXISTS (
     SELECT 1 FROM oidc_refresh_tokens r WHERE r.grant_id = g.id AND r.rotated_at IS NULL)`,
  'a code of an application that gave tokens and is not spent': `SELECT c.hash FROM oidc_codes c
     WHERE c.used_at IS NULL AND c.grant_id IS NOT NULL`,
  'a refresh token out of its row': `SELECT r.hash FROM refresh_tokens r WHERE r.rotated_at IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM refresh_tokens n WHERE n.session_id = r.session_id AND n.generation = r.generation + 1)`,
  'a refresh without its event': `SELECT s.id FROM sessions s
     WHERE (SELECT COUNT(*) FROM refresh_tokens r WHERE r.session_id = s.id AND r.generation > 1) <>
       (SELECT COUNT(*) FROM audit_events e WHERE e.type = 'session.refreshed' AND e.session_id = s.id)`,
  'a code that was spent for nothing': `SELECT c.id FROM codes c WHERE c.used_at IS NOT NULL
     AND c.purpose IN ('email-verification', 'password-reset') AND NOT EXISTS (
     SELECT 1 FROM audit_events e WHERE e.target_user_id = c.account_id AND e.created_at >= c.used_at
       AND (e.type IN ${ENDS_CODES} OR (c.purpose = 'email-verification' AND e.type IN ('email.verified', 'email.verification.sent'))))`,
  'a code whose effect came without spending it': `SELECT c.id FROM codes c WHERE c.used_at IS NULL AND EXISTS (
     SELECT 1 FROM audit_events e WHERE e.target_user_id = c.account_id AND e.created_at > c.created_at
       AND (e.type IN ('password.changed', 'password.reset.completed') OR (c.purpose = 'email-verification' AND e.type = 'email.verified')))`,
  'a session that was raised without a trace': `SELECT s.id FROM sessions s WHERE s.elevated_at > s.created_at AND NOT EXISTS (
     SELECT 1 FROM audit_events e WHERE e.type = 'step_up.success' AND e.session_id = s.id AND e.created_at >= s.elevated_at)`,
  'a step-up that raised no session': `SELECT s.id FROM sessions s JOIN audit_events e ON e.session_id = s.id
     WHERE e.type = 'step_up.success' AND e.created_at > s.created_at AND s.elevated_at <= s.created_at`,
  'a step-up code that was spent for nothing': `SELECT c.id FROM codes c WHERE c.purpose = 'step-up' AND c.used_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.target_user_id = c.account_id AND e.created_at >= c.used_at
       AND (e.type IN ${ENDS_CODES} OR (e.type = 'step_up.success' AND e.session_id = c.session_id)))
     AND NOT EXISTS (SELECT 1 FROM codes n WHERE n.session_id = c.session_id AND n.created_at >= c.used_at)`,
  'a code without its mail': `SELECT c.id FROM codes c WHERE NOT EXISTS (SELECT 1 FROM outbox o
     WHERE o.created_at BETWEEN c.created_at - 1000 AND c.created_at + 1000
       AND o.kind = CASE c.purpose WHEN 'email-verification' THEN 'verification' ELSE c.purpose END)`,
  'a code to sign in with that was spent for nothing': `SELECT c.id FROM sign_in_codes c WHERE c.used_at IS NOT NULL
     AND c.account_id IS NOT NULL AND NOT EXISTS (${event(`('login.success', 'account.deleted')`, 'c.account_id', 'AND e.created_at >= c.used_at')})
     AND NOT EXISTS (SELECT 1 FROM challenges h WHERE h.account_id = c.account_id)`,
  'a second factor that was spent for nothing': `SELECT h.id FROM challenges h WHERE h.used_at IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM sessions s WHERE s.account_id = h.account_id AND s.second_factor_at IS NOT NULL)`,
  'a session by a second factor that was not spent': `SELECT a.id FROM accounts a
     WHERE (SELECT COUNT(*) FROM sessions s WHERE s.account_id = a.id AND s.second_factor_at IS NOT NULL) <>
       (SELECT COUNT(*) FROM audit_events e WHERE e.type IN ('2fa.code.verified', '2fa.passkey.verified', 'passkey.login') AND e.target_user_id = a.id)`,
  'an authenticator app that is asked for and is not there, or the reverse': `SELECT a.id FROM accounts a
     WHERE (a.totp_at IS NULL) = EXISTS (SELECT 1 FROM totp_seeds t WHERE t.account_id = a.id)`,
  'an authenticator app that was added and still waits': `SELECT p.session_id FROM pending_totp_seeds p
     WHERE EXISTS (SELECT 1 FROM totp_seeds t WHERE t.sealed = p.sealed)`,
  'recovery codes that are not ten, or of an account that owes no second factor': `SELECT r.account_id FROM recovery_codes r
     JOIN accounts a ON a.id = r.account_id GROUP BY r.account_id, a.two_factor_enabled_at, a.totp_at, a.passkey_gate_at
     HAVING COUNT(*) <> 10 OR (a.two_factor_enabled_at IS NULL AND a.totp_at IS NULL AND a.passkey_gate_at IS NULL)`,
  'a recovery code that was spent without a trace, or a trace without one': `SELECT a.id FROM accounts a
     WHERE NOT EXISTS (${event(`('2fa.totp.disabled', 'admin.user.factors_reset')`, 'a.id')})
       AND (SELECT COUNT(*) FROM recovery_codes r WHERE r.account_id = a.id AND r.used_at IS NOT NULL) <>
         (SELECT COUNT(*) FROM audit_events e WHERE e.type = '2fa.recovery.used' AND e.target_user_id = a.id)`,
  'a passkey that was added without a trace, or a trace without one': `SELECT a.id FROM accounts a
     WHERE NOT EXISTS (${event(`('passkey.removed', 'admin.user.factors_reset')`, 'a.id')})
       AND (SELECT COUNT(*) FROM passkeys p WHERE p.account_id = a.id) <>
         (SELECT COUNT(*) FROM audit_events e WHERE e.type = 'passkey.added' AND e.target_user_id = a.id)`,
  'something left after a reset of all factors': `SELECT a.id FROM accounts a WHERE EXISTS (${event(`('admin.user.factors_reset')`, 'a.id')})
     AND (a.two_factor_enabled_at IS NOT NULL OR a.totp_at IS NOT NULL
       OR EXISTS (SELECT 1 FROM recovery_codes r WHERE r.account_id = a.id)
       OR EXISTS (SELECT 1 FROM passkeys p WHERE p.account_id = a.id)
       OR EXISTS (SELECT 1 FROM sessions s WHERE s.account_id = a.id AND s.revoked_at IS NULL))`,
  'a challenge that no browser holds': `SELECT h.id FROM challenges h
     WHERE NOT EXISTS (SELECT 1 FROM challenge_bindings b WHERE b.challenge_id = h.id)`,
  'an invite that was accepted by nobody': `SELECT i.id FROM invites i WHERE i.accepted_at IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM audit_events e WHERE e.type = 'invite.accepted' AND e.metadata LIKE '%' || i.id || '%'
       AND (EXISTS (SELECT 1 FROM accounts a WHERE a.id = e.target_user_id)
         OR EXISTS (SELECT 1 FROM audit_events d WHERE d.type = 'account.deleted' AND d.target_user_id = e.target_user_id)))`,
  'an invite that is open and has its account': `SELECT i.id FROM invites i WHERE i.accepted_at IS NULL AND EXISTS (
     SELECT 1 FROM audit_events e JOIN accounts a ON a.id = e.target_user_id
       WHERE e.type = 'invite.accepted' AND e.metadata LIKE '%' || i.id || '%')`,
  'an address that one account has and another has kept': `SELECT a.id FROM accounts a JOIN email_reverts r ON r.email = a.email
     WHERE r.account_id <> a.id AND r.used_at IS NULL AND r.ended_at IS NULL`,
  'a change of address that is complete and has no event, or the reverse': `SELECT a.id FROM accounts a
     WHERE (SELECT COUNT(*) FROM email_changes c WHERE c.account_id = a.id AND c.ending = 'completed') <>
       (SELECT COUNT(*) FROM audit_events e WHERE e.type = 'email.changed' AND e.target_user_id = a.id)`,
  'a change of address that was confirmed by all and still waits': `SELECT id FROM email_changes WHERE ended_at IS NULL
     AND new_confirmed_at IS NOT NULL AND (old_hash IS NULL OR old_confirmed_at IS NOT NULL)`,
  'a report without its effect, or the reverse': `SELECT a.id FROM accounts a
     WHERE (SELECT COUNT(*) FROM device_reports r WHERE r.account_id = a.id AND r.used_at IS NOT NULL) <>
       (SELECT COUNT(*) FROM audit_events e WHERE e.type = 'device.reported' AND e.target_user_id = a.id)`,
  'data that changed without a trace, or a trace without a change': `SELECT a.id FROM accounts a
     WHERE (a.data_updated_at IS NULL) = EXISTS (${event(`('data.changed')`, 'a.id')})`,
  'data that its account is not found by, or the reverse': `SELECT a.id FROM accounts a
     WHERE (a.data IS NULL) = EXISTS (SELECT 1 FROM account_data d WHERE d.account_id = a.id)`,
  'a mail that is done and has no outcome, or the reverse': `SELECT id FROM outbox WHERE (done_at IS NULL) <> (outcome IS NULL)`,
  'a mail that is to be sent and has no text': `SELECT id FROM outbox WHERE done_at IS NULL AND payload IS NULL`,
  'a notice without its change': `SELECT 1 AS found WHERE
     (SELECT COUNT(*) FROM outbox WHERE kind = 'password-changed') >
       (SELECT COUNT(*) FROM audit_events WHERE type IN ('password.changed', 'password.reset.completed'))`,
}

/** Nothing half-done is in the tables. */
export async function expectConsistent(sql: (text: string) => Promise<readonly Row[]>, about = ''): Promise<void> {
  const found: Record<string, readonly Row[]> = {}
  for (const [what, query] of Object.entries(halfDone)) {
    const rows = await sql(query)
    if (rows.length > 0) found[what] = rows
  }
  expect(found, about).toEqual({})
}
