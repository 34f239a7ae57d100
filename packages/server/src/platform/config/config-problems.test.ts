import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { directory, load, problems, SECRET } from '../../../test/support/loaded-config.ts'
import { settings } from './schema.ts'

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
      '--set nonsense.key: no such setting.',
      '--set server.port: must look like --set group.key=value',
      '--set : no such setting.',
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
      'server.prot (latchkey.config.json): no such setting. Did you mean server.port?',
      'sever (latchkey.config.json): no such setting. Did you mean server?',
      'registation (latchkey.config.json): no such setting. Did you mean registration?',
      'port (latchkey.config.json): no such setting.',
      'cookies.constructor (latchkey.config.json): no such setting.',
    ])
    expect(problems(inFile('{"__proto__": {"port": 1}}'))).toEqual(['__proto__ (latchkey.config.json): no such setting.'])
  })

  it('a group that is no object', () => {
    expect(problems(inFile({ server: 3000 }))).toEqual([
      'server (latchkey.config.json): must be an object with the settings of this group',
    ])
    expect(problems(inFile({ server: null }))).toEqual([
      'server (latchkey.config.json): must be an object with the settings of this group',
    ])
  })

  it.each(['', '{', '{"server": {"port": 1},}', '// a comment\n{}', 'port: 3000'])('a file that is not JSON: %j', (text) => {
    expect(problems(inFile(text))).toEqual([expect.stringMatching(/^latchkey\.config\.json: is not valid JSON/)])
  })

  it('a member that stands twice, of which one would not count', () => {
    const text = '{"server":{"port":3000},"storage":{},"server":{"port":4000}}'
    expect(problems(inFile(text))).toEqual(['latchkey.config.json: server stands twice in one object'])
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
    const names = settings.map(([, { env }]) => env).filter((env) => !/ORIGINS$|PROXIES$|_APPS$|_DOMAINS$|_ALLOWED_/.test(env))
    const env = Object.fromEntries(names.map((name) => [name, '']))
    expect(problems({ env }).map((one) => one.split(':')[0])).toEqual(names)
  })

  it('everything that is wrong, at once', () => {
    const cwd = directory({ 'latchkey.config.json': { server: { port: -1 }, nonsense: { key: 1 } }, '.env': 'LOG_LEVEL=loud' })
    const sources = { cwd, env: { ALLOWED_ORIGINS: '*', NODE_ENV: 'prod' }, set: ['sessions.ttl=soon'] }
    expect(problems(sources)).toEqual([
      'NODE_ENV: must be development, test or production',
      'nonsense (latchkey.config.json): no such setting.',
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

  describe('one line for one mistake, although the default that stands in for it would be wrong too:', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://id.example.com',
      SMTP_URL: 'smtp://mail.example.com',
      SECRET,
      ENABLE_INVITE: 'true',
    }

    it.each<[string, Record<string, string>]>([
      ['PUBLIC_URL', { PUBLIC_URL: 'https://id.example.com/auth' }],
      ['PUBLIC_URL', { PUBLIC_URL: 'id.example.com' }],
      ['PUBLIC_URL', { PUBLIC_URL: 'https://id.example.com/auth', PAGES_HOME: 'https://id.example.com/' }],
      ['SECRET', { SECRET: 'short' }],
      ['SECRET', { SECRET: 'short', PREVIOUS_SECRET: 'another secret of more than 32 bytes' }],
      ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
      ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: '*', PAGES_HOME: 'https://app.example.com' }],
      ['SESSION_COOKIE_NAME', { SESSION_COOKIE_NAME: 'a b', REFRESH_COOKIE_NAME: 'app_session' }],
    ])('%s in %j', (name, change) => {
      expect(problems({ env: { ...production, ...change } })).toEqual([expect.stringMatching(`^${name}: `)])
    })

    it('DISABLE_ADMIN_TWO_FACTOR, without a mail server', () => {
      const { SMTP_URL: _, ENABLE_INVITE: __, ...withoutMail } = production
      const found = problems({ env: { ...withoutMail, DISABLE_ADMIN_TWO_FACTOR: 'yes' } })
      expect(found).toEqual(['DISABLE_ADMIN_TWO_FACTOR: must be true or false'])
    })

    it.each(['PUBLIC_URL', 'SECRET', 'SMTP_URL'])('%s_FILE that cannot be read', (name) => {
      const { [name as 'SECRET']: value, ...others } = production
      const env = { ...others, [`${name}_FILE`]: '/nowhere' }
      expect(problems({ env })).toEqual([`${name}_FILE: cannot read /nowhere`])
      expect(problems({ env: { ...env, [name]: value } })).toEqual([`${name}_FILE: ${name} is set as well; use one of them`])
    })

    it.each(settings.map(([, { env }]) => env))('%s, whatever it is', (name) => {
      const found = problems({ env: { ...production, [name]: /ORIGINS|PROXIES|_APPS|_DOMAINS|_ALLOWED_/.test(name) ? '*' : '' } })
      expect(found).toEqual([expect.stringMatching(`^${name}: `)])
    })
  })

  it('no value of a secret in the message', () => {
    expect(() => load({ env: { SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })
})
