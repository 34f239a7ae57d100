import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, loadConfig } from './load-config.ts'
import { logsMail, showsInbox } from './shows-inbox.ts'
import { warnings } from './warnings.ts'

const SECRET = 'a secret of more than 32 bytes for the tests'
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SMTP_URL: 'smtp://mail.example.com', SECRET }

function load(env: Record<string, string>, set: readonly string[] = []) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  return loadConfig({ env, cwd, set })
}

function problems(env: Record<string, string>, set?: readonly string[]): readonly string[] {
  try {
    load(env, set)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('production', () => {
  it('starts with a public URL on https and a secret', () => {
    expect(problems(production)).toEqual([])
  })

  it('names everything that must be set', () => {
    expect(problems({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example.com' })).toEqual([
      'PUBLIC_URL: must be set in production',
      'SECRET: must be set in production, at least 32 bytes',
    ])
  })

  it('refuses a public URL on http, under the name it was given', () => {
    expect(problems({ ...production, PUBLIC_URL: 'http://id.example.com' })).toEqual(['PUBLIC_URL: must be https in production'])
    expect(problems(production, ['server.publicUrl=http://id.example.com'])).toEqual([
      '--set server.publicUrl: must be https in production',
    ])
  })

  it('refuses a short secret', () => {
    expect(problems({ ...production, SECRET: 'x'.repeat(31) })).toEqual(['SECRET: must be at least 32 bytes long'])
    expect(problems({ ...production, SECRET: 'x'.repeat(32) })).toEqual([])
  })
})

describe('a secret that is being replaced', () => {
  const PREVIOUS_SECRET = 'another secret of more than 32 bytes'

  it('is accepted beside the one in force, also from a file', () => {
    expect(load({ SECRET, PREVIOUS_SECRET }).security.previousSecret?.reveal()).toBe(PREVIOUS_SECRET)
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'latchkey-')), 'previous')
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }))
    writeFileSync(file, `${PREVIOUS_SECRET}\n`)
    expect(load({ SECRET, PREVIOUS_SECRET_FILE: file }).security.previousSecret?.reveal()).toBe(PREVIOUS_SECRET)
  })

  it.each([
    ['it is short', { SECRET, PREVIOUS_SECRET: 'short' }, 'must be at least 32 bytes long'],
    ['it is the one in force', { SECRET, PREVIOUS_SECRET: SECRET }, 'must not be the same as SECRET'],
    ['there is none in force', { PREVIOUS_SECRET }, 'needs SECRET to be set'],
  ])('is refused when %s', (_, env, problem) => {
    expect(problems(env)).toEqual([`PREVIOUS_SECRET: ${problem}`])
  })

  it('is not printed', () => {
    expect(JSON.stringify(load({ SECRET, PREVIOUS_SECRET }))).not.toContain(PREVIOUS_SECRET)
  })
})

describe('development', () => {
  it('needs nothing', () => {
    expect(problems({})).toEqual([])
  })

  it('refuses a short secret too', () => {
    expect(problems({ SECRET: 'short' })).toEqual(['SECRET: must be at least 32 bytes long'])
  })
})

describe('COOKIE_DOMAIN and COOKIE_PREFIX', () => {
  it.each(['example.com', 'id.example.com'])('may share cookies with %s', (domain) => {
    expect(problems({ ...production, COOKIE_DOMAIN: domain, COOKIE_PREFIX: 'true' })).toEqual([])
  })

  it.each([
    ['com', 'COOKIE_DOMAIN: must be a domain such as example.com, in small letters'],
    ['localhost', 'COOKIE_DOMAIN: must be a domain such as example.com, in small letters'],
    ['127.0.0.1', 'COOKIE_DOMAIN: must be a domain such as example.com, in small letters'],
    ['.example.com', 'COOKIE_DOMAIN: must be a domain such as example.com, in small letters'],
    ['co.uk', 'COOKIE_DOMAIN: strangers have names below co.uk, and would get the cookies'],
    ['github.io', 'COOKIE_DOMAIN: strangers have names below github.io, and would get the cookies'],
    ['other.example.com', 'COOKIE_DOMAIN: must contain the host of PUBLIC_URL'],
    ['xample.com', 'COOKIE_DOMAIN: must contain the host of PUBLIC_URL'],
  ])('refuse %s', (domain, problem) => {
    expect(problems({ ...production, COOKIE_DOMAIN: domain })).toEqual([problem])
  })

  it('want https for a prefix, and the prefix from nobody else', () => {
    expect(problems({ COOKIE_PREFIX: 'true' })).toEqual(['COOKIE_PREFIX: needs PUBLIC_URL to be https'])
    const named = { ...production, SESSION_COOKIE_NAME: '__Host-sid' }
    expect(problems(named)).toEqual([])
    const refused = ['SESSION_COOKIE_NAME: leave __Host- and __Secure- to COOKIE_PREFIX']
    expect(problems({ ...named, COOKIE_PREFIX: 'true' })).toEqual(refused)
    expect(problems({ ...named, COOKIE_DOMAIN: 'example.com' })).toEqual(refused)
  })
})

describe('FORWARD_AUTH_APPS', () => {
  it('are origins, each with its demands', () => {
    const text = 'https://wiki.example.com;role=admin;2fa;verified, https://shop.example.com'
    expect(load({ ...production, FORWARD_AUTH_APPS: text }).forwardAuth.apps).toEqual([
      { origin: 'https://wiki.example.com', role: 'admin', needsSecondFactor: true, needsVerified: true },
      { origin: 'https://shop.example.com', role: undefined, needsSecondFactor: false, needsVerified: false },
    ])
  })

  it.each([
    'https://*.example.com',
    'https://wiki.example.com/path',
    'wiki.example.com',
    'https://wiki.example.com;admin',
    'https://wiki.example.com;role=root',
    'https://wiki.example.com;role=admin;role=user',
    'https://wiki.example.com;2fa;2fa',
    'https://wiki.example.com;',
  ])('are not %s', (text) => {
    expect(problems({ ...production, FORWARD_AUTH_APPS: text })).toEqual([expect.stringMatching(/^FORWARD_AUTH_APPS: /)])
  })
})

describe('cookie names', () => {
  const different =
    'the session, refresh, binding, device, _csrf and _newcomer cookies need different names, none beginning with _oauth'

  it.each([
    [{ SESSION_COOKIE_NAME: 'app_refresh' }, 'SESSION_COOKIE_NAME'],
    [{ REFRESH_COOKIE_NAME: 'app_session' }, 'REFRESH_COOKIE_NAME'],
    [{ BINDING_COOKIE_NAME: 'app_refresh' }, 'BINDING_COOKIE_NAME'],
    [{ BINDING_COOKIE_NAME: '_csrf' }, 'BINDING_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: '_oauth' }, 'SESSION_COOKIE_NAME'],
    [{ REFRESH_COOKIE_NAME: '_device' }, 'REFRESH_COOKIE_NAME'],
    [{ DEVICE_COOKIE_NAME: '_csrf' }, 'DEVICE_COOKIE_NAME'],
    [{ DEVICE_COOKIE_NAME: 'app_session' }, 'DEVICE_COOKIE_NAME'],
    [{ BINDING_COOKIE_NAME: '_oauth_session' }, 'BINDING_COOKIE_NAME'],
    [{ REFRESH_COOKIE_NAME: '_newcomer' }, 'REFRESH_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: 'sid', REFRESH_COOKIE_NAME: '_2fa_challenge' }, 'REFRESH_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: 'sid', REFRESH_COOKIE_NAME: 'sid' }, 'SESSION_COOKIE_NAME'],
  ])('must differ: %j', (env, name) => {
    expect(problems(env)).toEqual([`${name}: ${different}`])
  })

  it('may change places', () => {
    expect(problems({ SESSION_COOKIE_NAME: 'app_refresh', REFRESH_COOKIE_NAME: 'app_session' })).toEqual([])
  })

  it('must be tokens for the device cookie, too', () => {
    expect(problems({ DEVICE_COOKIE_NAME: 'a;b' })).toEqual(['DEVICE_COOKIE_NAME: must be a cookie name'])
  })

  it.each(['a b', 'a;b', 'a=b', 'a,b', 'a"b', 'ä', 'a\r\nb', 'x'.repeat(65)])('must be tokens, unlike %j', (name) => {
    expect(problems({ SESSION_COOKIE_NAME: name })).toEqual(['SESSION_COOKIE_NAME: must be a cookie name'])
  })
})

describe('switches', () => {
  it('refuse production without a mail sender, because administrators owe a mailed code, unless that is switched off', () => {
    const { SMTP_URL: _, ...withoutMail } = production
    expect(problems(withoutMail)).toEqual([expect.stringMatching(/^SMTP_URL: must be set, because administrators/)])
    expect(problems({ ...withoutMail, DISABLE_ADMIN_TWO_FACTOR: 'true' })).toEqual([])
  })

  it.each(['REQUIRE_EMAIL_VERIFICATION', 'ENABLE_INVITE', 'REQUIRE_EMAIL_2FA', 'TWO_FACTOR_DEFAULT_ENABLED'])(
    'refuse %s without a mail sender; SMTP or the development inbox is one',
    (name) => {
      const env = { [name]: 'true' }
      expect(problems({ ...env, DEV_INBOX: 'false', DISABLE_ADMIN_TWO_FACTOR: 'true' })).toEqual([
        `${name}: needs a mail sender; set SMTP_URL`,
      ])
      expect(problems({ ...env, DEV_INBOX: 'false', SMTP_URL: 'smtp://mail.example.com' })).toEqual([])
      expect(problems(env)).toEqual([])
      const withoutMail = {
        ...env,
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://id.example.com',
        SECRET,
        DISABLE_ADMIN_TWO_FACTOR: 'true',
      }
      expect(problems(withoutMail)).toEqual([`${name}: needs a mail sender; set SMTP_URL`])
    },
  )

  it.each(['a@b.example, c@d.example', 'x', 'A <a@b.example', 'A\r\nBcc: x@y.example', '"<>" <a@b.example>'])(
    'refuse %j as the sender of mail',
    (from) => {
      expect(problems({ MAIL_FROM: from })).toEqual([expect.stringMatching(/^MAIL_FROM: must be an address/)])
    },
  )

  it.each(['no-reply@example.com', 'Example <no-reply@example.com>', 'Café & Co. <a.b+c@mail.example.com>'])(
    'accept %j as the sender of mail',
    (from) => {
      expect(problems({ MAIL_FROM: from })).toEqual([])
    },
  )

  it('refuse a second factor for everybody without sign-in by email and password', () => {
    expect(problems({ REQUIRE_EMAIL_2FA: 'true' }, ['registration.enableEmailPassword=false'])).toContain(
      'REQUIRE_EMAIL_2FA: needs --set registration.enableEmailPassword to be on',
    )
    expect(problems({ ENABLE_EMAIL_PASSWORD: 'false' })).toEqual([])
  })
})

describe('DEV_INBOX=true', () => {
  const inProduction = 'must not be on in production, where it would show every mail'
  const notLocal = 'needs PUBLIC_URL to be on localhost, 127.0.0.1 or [::1], because it shows every mail'

  it('is refused in production, under the name it was given', () => {
    expect(problems({ ...production, DEV_INBOX: 'true' })).toEqual([`DEV_INBOX: ${inProduction}`])
    expect(problems({ ...production, LATCHKEY_DEV_INBOX: 'true' })).toEqual([`LATCHKEY_DEV_INBOX: ${inProduction}`])
    expect(problems(production, ['mail.devInbox=true'])).toEqual([`--set mail.devInbox: ${inProduction}`])
    expect(problems({ ...production, DEV_INBOX: 'false' })).toEqual([])
  })

  it('is no mail sender there', () => {
    const { SMTP_URL: _, ...withoutMail } = production
    expect(problems({ ...withoutMail, DEV_INBOX: 'true' })).toEqual([
      `DEV_INBOX: ${inProduction}`,
      expect.stringMatching(/^SMTP_URL: must be set/),
    ])
  })

  it.each(['http://dev.example.com', 'https://id.example.com', 'http://localhost.example.com', 'http://192.0.2.1:3000'])(
    'is refused with the public URL %s; without it there is no inbox, and a mail sender all the same',
    (url) => {
      expect(problems({ PUBLIC_URL: url, DEV_INBOX: 'true' })).toEqual([`DEV_INBOX: ${notLocal}`])
      const config = load({ PUBLIC_URL: url, ENABLE_INVITE: 'true' })
      expect([showsInbox(config), logsMail(config)]).toEqual([false, true])
    },
  )

  it.each(['http://localhost:3000', 'http://LOCALHOST', 'http://127.0.0.1:1', 'http://[::1]:3000', 'https://localhost'])(
    'is fine with the public URL %s',
    (url) => {
      expect(showsInbox(load({ PUBLIC_URL: url, DEV_INBOX: 'true' }))).toBe(true)
      expect(showsInbox(load({ PUBLIC_URL: url }))).toBe(true)
    },
  )
})

describe('warnings', () => {
  it('say that missing CSRF headers are accepted', () => {
    expect([...warnings(load({ ALLOW_MISSING_CSRF_HEADERS: 'true' }))]).toEqual([
      'ALLOW_MISSING_CSRF_HEADERS is on: state-changing requests without Origin and Referer are accepted',
    ])
  })

  it('say that the development inbox is open to other machines, with every code in it', () => {
    const [warning] = warnings(load({ HOST: '0.0.0.0' }))
    expect(warning).toMatch(/^DEV_INBOX is on and HOST is 0\.0\.0\.0: whoever reaches the service can read every mail/)
    expect([...warnings(load({ HOST: '0.0.0.0', DEV_INBOX: 'false', DISABLE_ADMIN_TWO_FACTOR: 'true' }))]).toEqual([])
    expect([...warnings(load({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example.com' }))]).toEqual([])
    expect([...warnings(load({ HOST: '::1' }))]).toEqual([])
  })

  it('say that mails are only logged where the public URL is not on loopback', () => {
    expect([...warnings(load({ PUBLIC_URL: 'http://dev.example.com' }))]).toEqual([
      'PUBLIC_URL is http://dev.example.com and SMTP_URL is not set: mails are not sent, only logged, codes included; there is no /dev/inbox',
    ])
    const [, ...others] = warnings(load({ PUBLIC_URL: 'http://dev.example.com', HOST: '0.0.0.0' }))
    expect(others).toEqual([])
  })

  it('are none by default', () => {
    expect([...warnings(load({})), ...warnings(load(production))]).toEqual([])
  })
})
