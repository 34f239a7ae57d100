import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, loadConfig } from './load-config.ts'
import { type Config, settings } from './schema.ts'
import type { ConfigSources } from './sources.ts'

const SECRET = 'a secret of more than 32 bytes for the tests'

/** A working directory with the given files, gone after the test. */
function directory(files: Record<string, unknown> = {}): string {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return cwd
}

const load = (sources: Partial<ConfigSources> = {}): Config =>
  loadConfig({ env: {}, cwd: sources.cwd ?? directory(), ...sources })

function problems(sources: Partial<ConfigSources>): readonly string[] {
  try {
    load(sources)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

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
    ['server.port', 'PORT', '3000'],
    ['storage.url', 'DATABASE_URL', 'file:./data/latchkey.db'],
    ['sessions.ttl', 'SESSION_TTL', '1d'],
    ['sessions.refreshTtl', 'REFRESH_TTL', '30d'],
    ['sessions.maxLifetime', 'SESSION_MAX_LIFETIME', '90d'],
    ['sessions.refreshGrace', 'REFRESH_GRACE', '10s'],
    ['passwords.minLength', 'PASSWORD_MIN_LENGTH', '8'],
    ['passwords.requireDigit', 'PASSWORD_REQUIRE_DIGIT', 'true'],
    ['passwords.memoryKib', 'ARGON2_MEMORY_KIB', '19456'],
    ['passwords.timeCost', 'ARGON2_TIME', '2'],
    ['passwords.parallelism', 'ARGON2_PARALLELISM', '1'],
  ])('has %s as %s, %s unless set', (dotted, env, shown) => {
    const [, setting] = settings.find(([one]) => one === dotted) ?? []
    expect(setting?.env).toBe(env)
    expect(setting?.show(setting.fallback('development'))).toBe(shown)
    expect(setting?.show(setting.fallback('production'))).toBe(shown)
  })

  it.each(['RATE_LIMITS', 'SECURITY_NOTICES', 'PASSWORD_REJECT_COMMON'])('switches %s on in production only', (env) => {
    const [, setting] = settings.find(([, one]) => one.env === env) ?? []
    expect([setting?.fallback('development'), setting?.fallback('production')]).toEqual([false, true])
  })

  it('uses every environment name once, also with _FILE behind it', () => {
    const names = settings.flatMap(([, { env }]) => [env, `${env}_FILE`])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the value of a setting', () => {
  const file = { 'latchkey.config.json': { server: { port: 1001 } } }

  it('is the default when nobody gave one', () => {
    expect(load().server.port).toBe(3000)
  })

  it('comes from the file over the default', () => {
    expect(load({ cwd: directory(file) }).server.port).toBe(1001)
  })

  it('comes from .env over the file', () => {
    expect(load({ cwd: directory({ ...file, '.env': 'PORT=1002\n' }) }).server.port).toBe(1002)
  })

  it('comes from the environment over .env', () => {
    const cwd = directory({ ...file, '.env': '# the port\nPORT="1002"\nAPP_NAME=Acme\n' })
    expect(load({ cwd, env: { PORT: '1003' } }).server).toMatchObject({ port: 1003, appName: 'Acme' })
  })

  it('comes from a flag over everything', () => {
    const cwd = directory({ ...file, '.env': 'PORT=1002' })
    expect(load({ cwd, env: { PORT: '1003' }, set: ['server.port=1004'] }).server.port).toBe(1004)
  })

  it('comes from the last of two flags', () => {
    expect(load({ set: ['server.port=1', 'server.port=2'] }).server.port).toBe(2)
  })

  it('may have an equals sign in a flag', () => {
    expect(load({ set: ['server.appName=a=b'] }).server.appName).toBe('a=b')
  })

  it('comes from the file that was named, instead of the usual one', () => {
    const cwd = directory({ ...file, 'other.json': { server: { appName: 'Other' } } })
    expect(load({ cwd, file: 'other.json' }).server).toMatchObject({ appName: 'Other', port: 3000 })
    expect(load({ file: path.join(cwd, 'other.json') }).server.appName).toBe('Other')
  })

  it('may be a list in the file', () => {
    const cwd = directory({ 'latchkey.config.json': { security: { allowedOrigins: ['https://a.example'] } } })
    expect(load({ cwd }).security.allowedOrigins).toEqual(['https://a.example'])
  })

  it('is read from the file that NAME_FILE names, without the last line end', () => {
    const cwd = directory({ one: `${SECRET}\n`, two: ` ${SECRET} \r\n`, three: `${SECRET}\n\n` })
    const secret = (name: string) => load({ env: { SECRET_FILE: path.join(cwd, name) } }).security.secret?.reveal()
    expect(secret('one')).toBe(SECRET)
    expect(secret('two')).toBe(` ${SECRET} `)
    expect(secret('three')).toBe(`${SECRET}\n`)
  })

  it('may be an empty list', () => {
    const config = load({ env: { ALLOWED_ORIGINS: '', TRUSTED_PROXIES: '' } })
    expect([config.security.allowedOrigins, config.server.trustedProxies]).toEqual([[], []])
  })

  it('does not depend on variables that are none of ours', () => {
    expect(load({ env: { PATH: '/bin', port: '1', LATCHKEY_PORT: '2' } })).toEqual(load())
  })
})

describe('the configuration is refused with', () => {
  const inFile = (content: unknown) => ({ cwd: directory({ 'latchkey.config.json': content }) })

  it('the name of the variable', () => {
    expect(problems({ env: { PORT: 'http' } })).toEqual(['PORT: must be a whole number from 0 to 65535'])
  })

  it('the name of the variable that named the file', () => {
    const cwd = directory({ short: 'short' })
    expect(problems({ env: { SECRET_FILE: path.join(cwd, 'short') } })).toEqual(['SECRET_FILE: must be at least 32 bytes long'])
    expect(problems({ env: { SECRET_FILE: '/nowhere' } })).toEqual(['SECRET_FILE: cannot read /nowhere'])
  })

  it('the key and the name of the file', () => {
    expect(problems(inFile({ server: { port: '70000' } }))).toEqual([
      'server.port (latchkey.config.json): must be a whole number from 0 to 65535',
    ])
    const cwd = directory({ 'other.json': { sessions: { ttl: 86400 } } })
    expect(problems({ cwd, file: 'other.json' })).toEqual([
      'sessions.ttl (other.json): must be a duration such as 90s, 15m, 24h or 7d',
    ])
  })

  it('the flag', () => {
    expect(problems({ set: ['registration.allowPublic=yes', 'nonsense.key=1', 'server.port', '=1'] })).toEqual([
      '--set nonsense.key: no such setting',
      '--set server.port: must look like --set group.key=value',
      '--set : no such setting',
      '--set registration.allowPublic: must be true or false',
    ])
  })

  it('NAME and NAME_FILE at once', () => {
    const cwd = directory({ secret: SECRET })
    expect(problems({ env: { SECRET, SECRET_FILE: path.join(cwd, 'secret') } })).toEqual([
      'SECRET_FILE: SECRET is set as well; use one of them',
    ])
  })

  it('keys of the file that do not exist', () => {
    const content = { server: { prot: 1 }, sever: { port: 1 }, registation: {}, port: 1, cookies: { constructor: 1 } }
    expect(problems(inFile(content))).toEqual([
      'server.prot (latchkey.config.json): no such setting',
      'sever (latchkey.config.json): no such setting',
      'registation (latchkey.config.json): no such setting',
      'port (latchkey.config.json): no such setting',
      'cookies.constructor (latchkey.config.json): no such setting',
    ])
    expect(problems(inFile('{"__proto__": {"port": 1}}'))).toEqual(['__proto__ (latchkey.config.json): no such setting'])
  })

  it('a group that is no object', () => {
    expect(problems(inFile({ server: 3000 }))).toEqual(['server (latchkey.config.json): no such setting'])
    expect(problems(inFile({ server: null }))).toEqual(['server (latchkey.config.json): no such setting'])
  })

  it.each(['', '{', '{"server": {"port": 1},}', '// a comment\n{}', 'port: 3000'])('a file that is not JSON: %j', (text) => {
    expect(problems(inFile(text))).toEqual([expect.stringMatching(/^latchkey\.config\.json: is not valid JSON/)])
  })

  it.each(['[]', '5', 'true', 'null', '"text"'])('a file that is JSON and no object: %s', (text) => {
    expect(problems(inFile(text))).toEqual(['latchkey.config.json: must be a JSON object'])
  })

  it('a file that was named and is not there', () => {
    expect(problems({ file: 'absent.json' })).toEqual(['--config absent.json: cannot read the file'])
  })

  it('files that are there and cannot be read', () => {
    const cwd = directory()
    mkdirSync(path.join(cwd, '.env'))
    mkdirSync(path.join(cwd, 'latchkey.config.json'))
    expect(problems({ cwd })).toEqual(['.env: cannot read the file', 'latchkey.config.json: cannot read the file'])
  })

  it('empty values, which are more often a mistake than a wish', () => {
    const names = settings.map(([, { env }]) => env).filter((env) => env !== 'ALLOWED_ORIGINS' && env !== 'TRUSTED_PROXIES')
    const env = Object.fromEntries(names.map((name) => [name, '']))
    expect(problems({ env }).map((one) => one.split(':')[0])).toEqual(names)
  })

  it('everything that is wrong, at once', () => {
    const cwd = directory({ 'latchkey.config.json': { server: { port: -1 }, nonsense: { key: 1 } }, '.env': 'LOG_LEVEL=loud' })
    const sources = { cwd, env: { ALLOWED_ORIGINS: '*', NODE_ENV: 'prod' }, set: ['sessions.ttl=soon'] }
    expect(problems(sources)).toEqual([
      'NODE_ENV: must be development, test or production',
      'nonsense (latchkey.config.json): no such setting',
      'server.port (latchkey.config.json): must be a whole number from 0 to 65535',
      'LOG_LEVEL: must be one of debug, info, warn, error, silent',
      'ALLOWED_ORIGINS: must name each origin: "*" is a wildcard',
      '--set sessions.ttl: must be a duration such as 90s, 15m, 24h or 7d',
    ])
    expect(() => load(sources)).toThrow(/^The configuration has 6 problems:\n {2}NODE_ENV: .*\n {2}nonsense/)
  })

  it('one problem as one problem', () => {
    expect(() => load({ env: { PORT: 'x' } })).toThrow('The configuration has a problem:\n  PORT: must be')
  })

  it('no value of a secret in the message', () => {
    expect(() => load({ env: { SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })
})

describe('NODE_ENV', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SMTP_URL: 'smtp://mail.example.com', SECRET }

  it('is development unless set', () => {
    expect([load().profile, load({ env: { NODE_ENV: 'test' } }).profile]).toEqual(['development', 'development'])
    expect(load({ env: production }).profile).toBe('production')
  })

  it('counts in .env too', () => {
    const text = Object.entries(production).map(([name, value]) => `${name}="${value}"`)
    expect(load({ cwd: directory({ '.env': text.join('\n') }) }).profile).toBe('production')
  })

  it.each(['', 'prod', 'Production', 'production ', 'staging'])('refuses %j rather than start the lenient profile', (name) => {
    expect(problems({ env: { NODE_ENV: name } })).toEqual(['NODE_ENV: must be development, test or production'])
  })

  it('makes development listen on loopback, over http, for any page of this machine', () => {
    const config = load({ env: { PORT: '4000' } })
    expect(config.server).toMatchObject({ host: '127.0.0.1', publicUrl: 'http://localhost:4000' })
    expect(config.cookies.secure).toBe(false)
    expect(config.security).toMatchObject({ secret: undefined, allowLoopbackOrigins: true })
  })

  it('makes production listen everywhere, with secure cookies, for its own pages', () => {
    const config = load({ env: production })
    expect(config.server).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://id.example.com' })
    expect(config.cookies.secure).toBe(true)
    expect(config.security.allowLoopbackOrigins).toBe(false)
    expect(config.security.secret?.reveal()).toBe(SECRET)
  })

  it('only picks defaults: each of them can be set', () => {
    const env = { ...production, HOST: '::1', SECURE_COOKIES: 'true', ALLOW_LOOPBACK_ORIGINS: 'true' }
    expect(load({ env })).toMatchObject({ server: { host: '::1' }, security: { allowLoopbackOrigins: true } })
    expect(load({ env: { ALLOW_LOOPBACK_ORIGINS: 'false' } }).security.allowLoopbackOrigins).toBe(false)
  })

  it('and everything else do not make cookies insecure on https', () => {
    expect(load({ env: { PUBLIC_URL: 'https://id.example.com' } }).cookies.secure).toBe(true)
    expect(load({ env: { ...production, SECURE_COOKIES: 'false' } }).cookies.secure).toBe(true)
  })
})

describe('the configuration in force', () => {
  it('is frozen, whole', () => {
    const config = load({ env: { ALLOWED_ORIGINS: 'https://a.example' } })
    const parts = [config, ...Object.values(config), ...Object.values(config).flatMap((group) => Object.values(group))]
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
  })
})
