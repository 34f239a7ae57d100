import { describe, expect, it } from 'vitest'
import { migratedShell, PASSWORD, shell } from '../../test/support/shell.ts'

describe('latchkey config check', () => {
  it('is content with the defaults', async () => {
    expect(await shell().latchkey('config', 'check')).toEqual({ code: 0, out: 'The configuration is fine.', err: '' })
  })

  it('reports every problem on stderr and exits with 1', async () => {
    const { latchkey } = shell({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example.com', PORT: 'x' })
    expect(await latchkey('config', 'check', '--set', 'sessions.ttl=soon', '--set', 'a.b=c')).toEqual({
      code: 1,
      out: '',
      err: [
        'The configuration has 5 problems:',
        '  --set a.b: no such setting.',
        '  PORT: must be a whole number from 0 to 65535',
        '  --set sessions.ttl: must be a duration such as 90s, 15m, 24h or 7d',
        '  PUBLIC_URL: must be set in production',
        '  SECRET: must be set in production, at least 32 bytes',
      ].join('\n'),
    })
  })

  it('reads the file that --config names', async () => {
    const { latchkey, file } = shell()
    file('other.json', '{"server": {"port": "x"}}')
    const { code, err } = await latchkey('config', 'check', '--config', 'other.json')
    expect([code, err]).toEqual([1, expect.stringContaining('server.port (other.json): must be')])
  })

  it('refuses names with its own prefix that mean nothing, in the environment and in .env', async () => {
    const kubernetes = {
      LATCHKEY_SERVICE_HOST: '10.0.0.7',
      LATCHKEY_PORT_3000_TCP_ADDR: '10.0.0.7',
      LATCHKEY_PORT: 'tcp://10.0.0.7:3000',
    }
    const right = {
      LATCHKEY_NODE_ENV: 'test',
      LATCHKEY_OAUTH_CORP_CLIENT_ID: 'x',
      LATCHKEY_OAUTH_CORP_ISSUER: 'https://corp.example',
    }
    const secret = { LATCHKEY_OAUTH_CORP_CLIENT_SECRET_FILE: import.meta.filename }
    const { latchkey, file } = shell({ ...kubernetes, ...right, ...secret, LATCHKEY_PROT: '3000', PROT: '1' })
    file('.env', 'LATCHKEY_FROBNICATE=1')
    const unknown = ['  LATCHKEY_FROBNICATE: no such setting.', '  LATCHKEY_PROT: no such setting. Did you mean LATCHKEY_PORT?']
    const { code, err } = await latchkey('config', 'check')
    expect([code, err.split('\n')]).toEqual([1, expect.arrayContaining(unknown)])
    expect(err).toContain('has 2 problems')
    // At once with whatever else is wrong.
    file('latchkey.config.json', '{"server": {"port": 70000, "publikUrl": "x"}, "sesions": {"ttl": "1d"}}')
    const all = (await latchkey('config', 'check')).err.split('\n')
    expect(all).toEqual([
      'The configuration has 5 problems:',
      '  server.publikUrl (latchkey.config.json): no such setting. Did you mean server.publicUrl?',
      '  sesions (latchkey.config.json): no such setting. Did you mean sessions?',
      '  server.port (latchkey.config.json): must be a whole number from 0 to 65535',
      ...unknown,
    ])
  })

  it('warns about what is allowed and dangerous', async () => {
    const { code, err } = await shell({ ALLOW_MISSING_CSRF_HEADERS: 'true' }).latchkey('config', 'check')
    expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: ALLOW_MISSING_CSRF_HEADERS is on/)])
  })

  it('warns about an allow list without a domain, and about domains below which strangers have names', async () => {
    const env = { REGISTRATION_DOMAINS: '', REGISTRATION_BLOCKED_DOMAINS: 'example.com, co.uk, github.io' }
    const { code, err } = await shell(env).latchkey('config', 'check')
    expect([code, err.split('\n')]).toEqual([
      0,
      [
        'Warning: REGISTRATION_DOMAINS is empty: addresses of every domain may have an account',
        expect.stringContaining('Warning: REGISTRATION_BLOCKED_DOMAINS has co.uk, below which strangers have names'),
        expect.stringContaining('Warning: REGISTRATION_BLOCKED_DOMAINS has github.io, below which strangers have names'),
      ],
    ])
    const other = await shell({ REGISTRATION_DOMAINS: 'example.com, edu' }).latchkey('config', 'check')
    expect(other.err).toMatch(/^Warning: REGISTRATION_DOMAINS has edu, below[^\n]*$/)
  })

  it('warns about administrators who could not sign up with their addresses, as the doctor does', async () => {
    const { latchkey, file } = await migratedShell()
    for (const email of ['root@example.com', 'old@former.example'])
      await latchkey('admin', 'create', '--email', email, '--name', 'Root', '--password-file', file('password', PASSWORD))
    const warned = async (...set: string[]) => {
      const { err } = await latchkey('config', 'check', ...set.flatMap((one) => ['--set', one]))
      return err.replace(/^Warning: /, '')
    }
    expect(await warned()).toBe('')
    expect(await warned('registration.domains=example.com')).toMatch(
      /^administrators: could not sign up .*: old@former\.example$/,
    )
    expect(await warned('registration.blockedDomains=former.example')).toContain('old@former.example')
    expect(await warned('registration.domains=example.com,former.example')).toBe('')
    const { out } = await latchkey('doctor', '--set', 'registration.domains=example.com')
    expect(out).toMatch(/^warn {2}administrators +could not sign up .*: old@former\.example$/m)
  })

  it('warns about a database that cannot be read only where it would have looked into one', async () => {
    const env = { DATABASE_URL: 'postgres://ada:canary@127.0.0.1:1/x' }
    expect((await shell(env).latchkey('config', 'check')).err).toBe('')
    const { code, err } = await shell({ ...env, REGISTRATION_DOMAINS: 'example.com' }).latchkey('config', 'check')
    expect([code, err]).toEqual([0, expect.stringContaining('Warning: the database cannot be read')])
    expect(err).not.toContain('canary')
  })
})

describe('latchkey config print', () => {
  it('prints what is in force as JSON, and no secret', async () => {
    const { latchkey } = shell({
      SECRET: 'canary of more than thirty-two bytes',
      DATABASE_URL: 'postgres://latchkey:canary@db.example.com/latchkey',
    })
    const { code, out, err } = await latchkey('config', 'print', '--set', 'server.port=4000')
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain('canary')
    expect(JSON.parse(out)).toMatchObject({
      server: { port: 4000, publicUrl: 'http://localhost:4000' },
      security: { secret: '[secret]' },
      storage: { url: '[secret]' },
      sessions: { ttl: '1d' },
    })
  })
})
