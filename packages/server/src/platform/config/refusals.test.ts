import '../../subjects/index.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { load, problems, production, SECRET } from '../../../test/support/config-problems.ts'
import { logsMail, showsInbox } from './shows-inbox.ts'
import { warnings } from './warnings.ts'

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

describe('the home page of the app', () => {
  const APP_HOME_URL = 'https://app.example.com/start?from=id'

  it('is any page, whose origin need not be named again', () => {
    expect(load({ ...production, APP_HOME_URL }).server.appHomeUrl).toBe(APP_HOME_URL)
    expect(problems({ ...production, APP_HOME_URL, PAGES_HOME: 'https://app.example.com/welcome' })).toEqual([])
  })

  it.each([
    '/start',
    'app.example.com',
    'ftp://app.example.com',
    'https://',
    'javascript:alert(1)',
    'https://me:pw@app.example.com',
  ])('is not %s', (text) => {
    expect(problems({ ...production, APP_HOME_URL: text })).toEqual([expect.stringMatching(/^APP_HOME_URL: must be /)])
  })

  it('is told from a landing page that people may not be sent to', () => {
    for (const PAGES_HOME of ['https://evil.example/', 'https://'])
      expect(problems({ ...production, APP_HOME_URL, PAGES_HOME })).toEqual([
        'PAGES_HOME: must be at PUBLIC_URL or an origin of ALLOWED_ORIGINS',
      ])
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

describe('a token for /readyz', () => {
  it.each([`${'a'.repeat(32)} b`, `${'a'.repeat(32)}\n`, 'ä'.repeat(32), `${'a'.repeat(32)}\u007f`])(
    'is refused where no header can carry it: %j',
    (READYZ_TOKEN) => {
      expect(problems({ READYZ_TOKEN })).toEqual(['READYZ_TOKEN: must be ASCII characters without spaces'])
    },
  )
})

describe('development', () => {
  it('needs nothing', () => {
    expect(problems({})).toEqual([])
  })

  it('refuses a short secret too', () => {
    expect(problems({ SECRET: 'short' })).toEqual(['SECRET: must be at least 32 bytes long'])
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
  const notLocal = 'needs PUBLIC_URL to be on localhost or a name below it, 127.0.0.1 or [::1], because it shows every mail'

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

  it.each([
    'http://dev.example.com',
    'https://id.example.com',
    'http://localhost.example.com',
    'http://evillocalhost',
    'http://192.0.2.1:3000',
  ])('is refused with the public URL %s; without it there is no inbox, and a mail sender all the same', (url) => {
    expect(problems({ PUBLIC_URL: url, DEV_INBOX: 'true' })).toEqual([`DEV_INBOX: ${notLocal}`])
    const config = load({ PUBLIC_URL: url, ENABLE_INVITE: 'true' })
    expect([showsInbox(config), logsMail(config)]).toEqual([false, true])
  })

  it.each([
    'http://localhost:3000',
    'http://LOCALHOST',
    'http://127.0.0.1:1',
    'http://[::1]:3000',
    'https://localhost',
    'http://id.example.localhost:3000',
  ])('is fine with the public URL %s', (url) => {
    expect(showsInbox(load({ PUBLIC_URL: url, DEV_INBOX: 'true' }))).toBe(true)
    expect(showsInbox(load({ PUBLIC_URL: url }))).toBe(true)
  })
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
