import { describe, expect, it } from 'vitest'
import { shell } from '../../../test/support/shell.ts'
import { ConfigError, loadConfig } from '../../platform/config/load-config.ts'
import type { ProviderSettings } from './provider-settings.ts'

const corp = {
  OAUTH_CORP_CLIENT_ID: 'id',
  OAUTH_CORP_CLIENT_SECRET: 'canary',
  OAUTH_CORP_ISSUER: 'https://corp.example',
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SECRET: 'a secret of more than 32 bytes for the tests',
  SMTP_URL: 'smtp://mail.example.com',
}

interface Sources {
  readonly env?: Record<string, string>
  readonly file?: unknown
  readonly set?: readonly string[]
}

function load({ env = {}, file, set = [] }: Sources): readonly ProviderSettings[] {
  const { cwd, file: write } = shell()
  if (file !== undefined) write('latchkey.config.json', JSON.stringify(file))
  return loadConfig({ env, cwd, set }).oauth.providers
}

function problems(sources: Sources): readonly string[] {
  try {
    load(sources)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

/** With the secret in plain text, to be compared. */
const plain = ({ clientSecret, ...rest }: ProviderSettings) => ({ ...rest, clientSecret: clientSecret.reveal() })

describe('sign-in providers', () => {
  it('are none unless one is configured', () => {
    expect(load({})).toEqual([])
  })

  it.each([
    ['google', 'Google', 'https://accounts.google.com', 'oidc', 'openid email profile'],
    ['github', 'GitHub', 'https://github.com', 'github', 'read:user user:email'],
    ['microsoft', 'Microsoft', 'https://login.microsoftonline.com/common/v2.0', 'oidc', 'openid email profile'],
    ['gitlab', 'GitLab', 'https://gitlab.com', 'oidc', 'openid email profile'],
  ])('need a client id and a secret for %s, and nothing else', (name, label, issuer, kind, scope) => {
    const [before, env] = [`OAUTH_${name.toUpperCase()}_CLIENT_`, { clientId: 'id', clientSecret: 'canary' }]
    const found = load({ env: { [`${before}ID`]: env.clientId, [`${before}SECRET`]: env.clientSecret } })
    expect(found.map(plain)).toEqual([{ name, label, kind, issuer, scope, responseMode: 'query', ...env }])
  })

  it('may be named with LATCHKEY_ in front, which wins', () => {
    const env = {
      ...corp,
      LATCHKEY_OAUTH_CORP_CLIENT_ID: 'ours',
      LATCHKEY_OAUTH_CORP_CLIENT_SECRET_FILE: shell().file('secret', 'from a file'),
      LATCHKEY_OAUTH_GITHUB_CLIENT_ID: 'id',
      LATCHKEY_OAUTH_GITHUB_CLIENT_SECRET: 'canary',
    }
    expect(load({ env }).map(plain)).toMatchObject([
      { name: 'corp', clientId: 'ours', clientSecret: 'from a file', issuer: 'https://corp.example' },
      { name: 'github', clientId: 'id', clientSecret: 'canary' },
    ])
    expect(problems({ env: { ...corp, LATCHKEY_OAUTH_CORP_ISSUER: 'nowhere' } })).toEqual([
      'LATCHKEY_OAUTH_CORP_ISSUER: must be a URL that starts with https://',
    ])
  })

  it('may replace what a preset says', () => {
    const [gitlab] = load({
      env: {
        OAUTH_GITLAB_CLIENT_ID: 'id',
        OAUTH_GITLAB_CLIENT_SECRET: 'canary',
        OAUTH_GITLAB_ISSUER: 'https://git.example.com/gitlab',
        OAUTH_GITLAB_LABEL: 'Our GitLab',
        OAUTH_GITLAB_SCOPE: 'openid email',
        OAUTH_GITLAB_RESPONSE_MODE: 'form_post',
      },
    })
    expect(gitlab).toMatchObject({ issuer: 'https://git.example.com/gitlab', label: 'Our GitLab', kind: 'oidc' })
    expect(gitlab).toMatchObject({ scope: 'openid email', responseMode: 'form_post' })
  })

  it('may be any issuer under any name, also one with dashes, and several at once', () => {
    const env = {
      ...corp,
      OAUTH_MY_OTHER_CORP_CLIENT_ID: 'other',
      OAUTH_MY_OTHER_CORP_CLIENT_SECRET: 'other canary',
      OAUTH_MY_OTHER_CORP_ISSUER: 'http://127.0.0.1:9000/realm',
      OAUTH_GOOGLE_CLIENT_ID: 'id',
      OAUTH_GOOGLE_CLIENT_SECRET: 'canary',
    }
    const found = load({ env }).map(plain)
    expect(found.map(({ name, label }) => [name, label])).toEqual([
      ['corp', 'corp'],
      ['my-other-corp', 'my-other-corp'],
      ['google', 'Google'],
    ])
    expect(found[1]).toMatchObject({ clientId: 'other', clientSecret: 'other canary', issuer: 'http://127.0.0.1:9000/realm' })
  })

  it('come from files that variables name, from the configuration file, and from flags, in the usual order', () => {
    const { file } = shell()
    const secret = file('secret', 'from a file\n')
    const found = load({
      file: {
        oauth: { providers: { corp: { clientId: 'file', clientSecret: 'file', issuer: 'https://file.example', label: 'F' } } },
      },
      env: { OAUTH_CORP_CLIENT_SECRET_FILE: secret, OAUTH_CORP_CLIENT_ID: 'env', OAUTH_CORP_ISSUER: 'https://env.example' },
      set: ['oauth.providers.corp.clientId=flag'],
    })
    expect(found.map(plain)).toMatchObject([
      { name: 'corp', clientSecret: 'from a file', clientId: 'flag', issuer: 'https://env.example', label: 'F' },
    ])
  })
})

describe('a provider that is not complete', () => {
  it.each([
    ['OAUTH_CORP_CLIENT_ID', 'must be set for the provider corp'],
    ['OAUTH_CORP_CLIENT_SECRET', 'must be set for the provider corp'],
    ['OAUTH_CORP_ISSUER', 'must be set for the provider corp'],
  ])('stops the start without %s, also when OAuth is off', (name, problem) => {
    const { [name as keyof typeof corp]: _gone, ...rest } = corp
    expect(problems({ env: rest })).toEqual([`${name}: ${problem}`])
    expect(problems({ env: { ...rest, ENABLE_OAUTH: 'false' } })).toEqual([`${name}: ${problem}`])
    expect(problems({ env: { ...corp, [name]: '' } })).toEqual([expect.stringMatching(`^${name}: must be `)])
  })

  it('is reported with all others, each under the name that was typed', () => {
    const found = problems({
      file: { oauth: { providers: { 'my-corp': { issuer: 'ftp://x', colour: 'red' }, Corp: { clientId: 'x' }, odd: 7 } } },
      env: { OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET_FILE: '/nowhere', OAUTH_GOOGLE_CLIENT_ID: 'id' },
      set: ['oauth.providers.gitlab.responseMode=fragment'],
    })
    expect([...found].sort()).toEqual(
      [
        'oauth.providers.my-corp.colour (latchkey.config.json): no such setting.',
        'oauth.providers.Corp.clientId (latchkey.config.json): no such setting.',
        'oauth.providers.odd (latchkey.config.json): no such setting.',
        'oauth.providers.my-corp.issuer (latchkey.config.json): must be a URL that starts with https://',
        'OAUTH_MY_CORP_CLIENT_ID: must be set for the provider my-corp',
        'OAUTH_MY_CORP_CLIENT_SECRET: must be set for the provider my-corp',
        'OAUTH_GITHUB_CLIENT_SECRET: must be set for the provider github',
        'OAUTH_GOOGLE_CLIENT_SECRET_FILE: cannot read /nowhere',
        'OAUTH_GITLAB_CLIENT_ID: must be set for the provider gitlab',
        'OAUTH_GITLAB_CLIENT_SECRET: must be set for the provider gitlab',
        '--set oauth.providers.gitlab.responseMode: must be one of query, form_post',
      ].sort(),
    )
  })

  it('may not have a secret twice', () => {
    const env = { ...corp, OAUTH_CORP_CLIENT_SECRET_FILE: '/nowhere' }
    expect(problems({ env })).toContain('OAUTH_CORP_CLIENT_SECRET_FILE: OAUTH_CORP_CLIENT_SECRET is set as well; use one of them')
  })

  it.each([
    ['OAUTH_CORP_LABEL', 'two\nlines', 'must be one line of text'],
    ['OAUTH_CORP_SCOPE', 'a "b"', 'must be scopes with a space between them'],
    ['OAUTH_CORP_RESPONSE_MODE', 'fragment', 'must be one of query, form_post'],
    ['OAUTH_CORP_ISSUER', 'corp.example', 'must be a URL that starts with https://'],
    ['OAUTH_CORP_ISSUER', 'http://corp.example', 'must be a URL that starts with https://'],
    ['OAUTH_CORP_ISSUER', 'http://127.0.0.1.evil.example', 'must be a URL that starts with https://'],
    ['OAUTH_CORP_ISSUER', 'https://user:pw@corp.example', 'must be an address without user name, query or fragment'],
    ['OAUTH_CORP_ISSUER', 'https://corp.example?x', 'must be an address without user name, query or fragment'],
  ])('nor %s=%j', (name, value, problem) => {
    expect(problems({ env: { ...corp, [name]: value } })).toEqual([`${name}: ${problem}`])
  })

  it('must be https in production, also on loopback', () => {
    expect(problems({ env: { ...production, ...corp } })).toEqual([])
    const env = { ...production, ...corp, OAUTH_CORP_ISSUER: 'http://localhost:9000' }
    expect(problems({ env })).toEqual(['OAUTH_CORP_ISSUER: must be https in production'])
    expect(problems({ env: { ...corp, OAUTH_CORP_ISSUER: 'http://localhost:9000' } })).toEqual([])
  })
})

describe('latchkey config print', () => {
  it('shows the providers by name, without their secrets', async () => {
    const { latchkey } = shell({ ...corp, OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'canary too' })
    const { code, out, err } = await latchkey('config', 'print')
    expect([code, err, out.includes('canary')]).toEqual([0, '', false])
    expect(JSON.parse(out).oauth).toMatchObject({
      storeTokens: false,
      providers: {
        corp: { clientId: 'id', clientSecret: '[secret]', issuer: 'https://corp.example' },
        github: { clientId: 'id', clientSecret: '[secret]', issuer: 'https://github.com' },
      },
    })
  })

  it('names no secret beside a problem either', async () => {
    const { latchkey } = shell({ ...corp, OAUTH_CORP_ISSUER: 'nowhere' })
    const { code, out, err } = await latchkey('config', 'print')
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('OAUTH_CORP_ISSUER: must be a URL')])
    expect(err).not.toContain('canary')
  })
})
