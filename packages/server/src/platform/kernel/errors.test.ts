import '../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errors, Failure } from './errors.ts'

/** The table of the interface, section "Errors". */
const shown = {
  200: ['challenge_not_found'],
  400: [
    'invalid_json',
    'name_required',
    'weak_password',
    'password_mismatch',
    'code_invalid',
    'missing_token',
    'two_factor_code_invalid',
  ],
  401: ['invalid_credentials', 'unauthorized'],
  403: ['forbidden', 'user_banned', 'invite_revoked'],
  404: ['invite_not_found', 'user_not_found'],
  405: ['method_disabled'],
  409: ['email_already_exists'],
  410: [
    'code_already_used',
    'code_expired',
    'invite_already_used',
    'invite_expired',
    'reset_token_expired',
    'reset_token_already_used',
    'delete_code_expired',
    'delete_code_already_used',
    'two_factor_code_expired',
    'two_factor_code_already_used',
  ],
  500: ['internal_error', 'email_failed'],
}

/** Codes of the interface whose status it leaves open. */
const leftOpen = {
  400: [
    'validation_error',
    'reset_token_invalid',
    'wrong_password',
    'no_password',
    'already_set',
    'invalid_code',
    'code_used',
    'password_account',
    'delete_code_invalid',
    'two_factor_password_required',
  ],
  401: ['session_expired'],
  409: ['password_update_conflict', 'two_factor_already_enforced'],
}

/** Codes of our own. */
const own = {
  400: [
    'same_email',
    'invalid_data',
    'unknown_field',
    'org_invite_limit',
    'cannot_remove_last_owner',
    'org_member_limit_reached',
    'org_limit_reached',
    'org_slug_reserved',
    'invalid_slug',
    'invalid_name',
    'last_sign_in_method',
    'passkey_invalid',
    'passkey_limit',
    'passkey_required',
    'two_factor_not_enabled',
    'totp_not_begun',
    'password_compromised',
    'invalid_email',
    'invalid_input',
    'already_verified',
    'already_banned',
    'not_banned',
    'last_admin',
    'admin_factor_missing',
    'invalid_role',
    'cannot_unlink_last_provider',
    'invalid_state',
    'state_used',
    'state_expired',
    'step_up_method',
    'invalid_ticket',
  ],
  401: [
    'passkey_refused',
    'passkey_unknown',
    'invalid_refresh',
    'invalid_refresh_token',
    'refresh_expired',
    'session_revoked',
    'max_lifetime_exceeded',
    'invalid_api_key',
  ],
  403: [
    'email_not_allowed',
    'registration_refused',
    'field_not_writable',
    'email_not_verified',
    'org_invite_email_mismatch',
    'org_invite_revoked',
    'org_forbidden',
    'access_denied',
    'csrf_headers_missing',
    'origin_not_allowed',
    'csrf_token_invalid',
    'two_factor_required',
    'step_up_required',
    'app_not_allowed',
    'verification_required',
    'insufficient_scope',
  ],
  404: [
    'org_invite_not_found',
    'org_member_not_found',
    'org_not_found',
    'device_not_found',
    'passkey_not_found',
    'totp_not_enabled',
    'not_found',
    'session_not_found',
    'provider_not_found',
    'provider_not_linked',
  ],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'email_change_conflict',
    'data_changed',
    'org_invite_exists',
    'org_member_exists',
    'org_slug_exists',
    'passkey_exists',
    'already_linked',
    'invite_already_exists',
    'other_account',
    'account_changed',
  ],
  410: ['org_invite_expired', 'org_invite_used', 'ticket_expired', 'ticket_used'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  417: ['expectation_failed'],
  429: ['rate_limit_exceeded'],
  431: ['headers_too_large'],
  502: ['provider_error'],
  503: ['overloaded', 'not_ready'],
}

/** The page on OpenID; RFC 6749, 6750, 8628 and 8707 give those of programs. */
const openid = {
  400: [
    'invalid_request',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'invalid_target',
    'authorization_pending',
    'slow_down',
    'device_denied',
    'expired_token',
  ],
  401: ['invalid_client', 'invalid_token'],
  403: ['demand_unmet'],
  404: ['device_code_unknown', 'client_not_found', 'client_secret_not_found'],
  409: ['request_changed', 'client_exists', 'client_limit_reached', 'client_has_two_secrets'],
  410: ['request_expired'],
}

/** The page on events. */
const events = {
  400: ['invalid_url', 'invalid_event_type', 'address_not_allowed'],
  404: ['webhook_not_found', 'delivery_not_found'],
  409: ['too_many_webhooks', 'webhook_disabled'],
}

const expected = [shown, leftOpen, own, openid, events].flatMap((table) =>
  Object.entries(table).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
)
const codes = Object.keys(errors) as ErrorCode[]

describe('errors', () => {
  it.each(expected)('answers %s with %d', (code, status) => {
    expect(errors[code as ErrorCode]?.[0]).toBe(status)
  })

  it('has no code that is written down nowhere', () => {
    expect([...codes].sort()).toEqual(expected.map(([code]) => code).sort())
  })

  it('spells every code in snake_case', () => {
    expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([])
  })

  it('gives every code a sentence for people and one of advice', () => {
    for (const code of codes) {
      const [, text, advice] = errors[code]
      expect(text, code).toMatch(/^[A-Z].*\.$/)
      expect(advice, code).toMatch(/\.$/)
    }
  })

  it('says that CSRF headers are missing', () => {
    expect(errors.csrf_headers_missing[1]).toMatch(/CSRF headers are missing/)
  })

  it('answers an unknown challenge as if a code had been sent', () => {
    expect(errors.challenge_not_found[1]).toMatch(/a new code has been sent/)
  })
})

describe('Failure', () => {
  it('takes status and text from the table', () => {
    const failure = new Failure('user_banned')
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({ name: 'Failure', code: 'user_banned', status: 403, message: 'This account is banned.' })
    expect(failure.cause).toBeUndefined()
  })

  it('can name something more exact, and keep what caused it', () => {
    const cause = new Error('disk full')
    const failure = new Failure('weak_password', { message: 'The password needs a digit.', cause, retryAfter: 3 })
    expect(failure).toMatchObject({ status: 400, message: 'The password needs a digit.', cause, detail: { retryAfter: 3 } })
  })
})
