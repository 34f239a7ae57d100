import { describe, expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'

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
