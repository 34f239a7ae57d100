import '../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { problems, production } from '../../../test/support/config-problems.ts'

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

describe('cookie names', () => {
  const different =
    'the session, refresh, binding, device, _csrf, _newcomer, _mailbox, _sign_in_code, _arrival, _passkey and _language cookies need different names, none beginning with _oauth'

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
    [{ SESSION_COOKIE_NAME: '_mailbox' }, 'SESSION_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: '_sign_in_code' }, 'SESSION_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: '_arrival' }, 'SESSION_COOKIE_NAME'],
    [{ SESSION_COOKIE_NAME: '_passkey' }, 'SESSION_COOKIE_NAME'],
    [{ DEVICE_COOKIE_NAME: '_language' }, 'DEVICE_COOKIE_NAME'],
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
