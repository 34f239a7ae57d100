import '../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { settings } from './schema.ts'

describe('the schema', () => {
  /** As documented in the configuration reference. */
  it.each([
    ['registration.enableEmailPassword', 'ENABLE_EMAIL_PASSWORD', 'true'],
    ['registration.enableOAuth', 'ENABLE_OAUTH', 'true'],
    ['registration.enableInvite', 'ENABLE_INVITE', 'false'],
    ['registration.allowPublic', 'ALLOW_PUBLIC', 'true'],
    ['registration.requireEmailVerification', 'REQUIRE_EMAIL_VERIFICATION', 'false'],
    ['registration.inviteTtl', 'INVITE_TTL', '7d'],
    ['registration.verificationCodeTtl', 'VERIFICATION_CODE_TTL', '15m'],
    ['twoFactor.requireEmail2fa', 'REQUIRE_EMAIL_2FA', 'false'],
    ['twoFactor.defaultEnabled', 'TWO_FACTOR_DEFAULT_ENABLED', 'false'],
    ['twoFactor.disableChallengeBinding', 'DISABLE_CHALLENGE_BINDING', 'false'],
    ['twoFactor.codeTtl', 'TWO_FACTOR_CODE_TTL', '5m'],
    ['twoFactor.disableAdminTwoFactor', 'DISABLE_ADMIN_TWO_FACTOR', 'false'],
    ['security.allowMissingCsrfHeaders', 'ALLOW_MISSING_CSRF_HEADERS', 'false'],
    ['security.requireCsrfToken', 'REQUIRE_CSRF_TOKEN', 'false'],
    ['cookies.sessionName', 'SESSION_COOKIE_NAME', 'app_session'],
    ['cookies.refreshName', 'REFRESH_COOKIE_NAME', 'app_refresh'],
    ['cookies.bindingName', 'BINDING_COOKIE_NAME', '_2fa_challenge'],
    ['cookies.deviceName', 'DEVICE_COOKIE_NAME', '_device'],
    ['server.port', 'PORT', '3000'],
    ['storage.url', 'DATABASE_URL', 'file:./data/latchkey.db'],
    ['sessions.ttl', 'SESSION_TTL', '1d'],
    ['sessions.refreshTtl', 'REFRESH_TTL', '30d'],
    ['sessions.maxLifetime', 'SESSION_MAX_LIFETIME', '90d'],
    ['sessions.refreshGrace', 'REFRESH_GRACE', '10s'],
    ['passwords.minLength', 'PASSWORD_MIN_LENGTH', '8'],
    ['passwords.requireDigit', 'PASSWORD_REQUIRE_DIGIT', 'true'],
    ['passwords.rejectCommon', 'PASSWORD_REJECT_COMMON', 'true'],
    ['passwords.memoryKib', 'ARGON2_MEMORY_KIB', '19456'],
    ['passwords.timeCost', 'ARGON2_TIME', '2'],
    ['passwords.parallelism', 'ARGON2_PARALLELISM', '1'],
  ])('has %s as %s, %s unless set', (dotted, env, shown) => {
    const [, setting] = settings.find(([one]) => one === dotted) ?? []
    expect(setting?.env).toBe(env)
    expect(setting?.show(setting.fallback('development'))).toBe(shown)
    expect(setting?.show(setting.fallback('production'))).toBe(shown)
  })

  it.each(['RATE_LIMITS', 'SECURITY_NOTICES'])('switches %s on in production only', (env) => {
    const [, setting] = settings.find(([, one]) => one.env === env) ?? []
    expect([setting?.fallback('development'), setting?.fallback('production')]).toEqual([false, true])
  })

  it('uses every environment name once, also with _FILE behind it where that is not the name of a list that takes the place of ours', () => {
    const names = settings.map(([, { env }]) => env)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => names.includes(`${name}_FILE`))).toEqual(['REGISTRATION_BLOCK_DISPOSABLE'])
  })
})
