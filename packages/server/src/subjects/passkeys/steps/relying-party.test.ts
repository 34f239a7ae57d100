import '../../index.ts'
import { describe, expect, it } from 'vitest'
import { load } from '../../../../test/support/config-problems.ts'
import { relyingPartyOf } from './relying-party.ts'

const ID = 'https://id.example.com'

describe('relyingPartyOf', () => {
  it('is our host under the name of the application', () => {
    expect(relyingPartyOf(load({ PUBLIC_URL: ID, APP_NAME: 'Acme' }))).toEqual({
      id: 'id.example.com',
      name: 'Acme',
      origins: [ID],
    })
    expect(relyingPartyOf(load({}))).toMatchObject({ id: 'localhost', origins: ['http://localhost:3000'] })
  })

  it('has the allowed origins of its own domain, and the related ones, each once', () => {
    const env = {
      PUBLIC_URL: ID,
      PASSKEY_RP_ID: 'example.com',
      ALLOWED_ORIGINS: `https://example.com,https://app.example.com:8443,https://badexample.com,https://example.net,${ID}`,
      PASSKEY_RELATED_ORIGINS: 'https://example.org',
    }
    expect(relyingPartyOf(load(env))).toMatchObject({
      id: 'example.com',
      origins: [ID, 'https://example.com', 'https://app.example.com:8443', 'https://example.org'],
    })
  })

  it('leaves out allowed origins beside a host, when passkeys are made for the host alone', () => {
    expect(relyingPartyOf(load({ PUBLIC_URL: ID, ALLOWED_ORIGINS: 'https://app.example.com' }))?.origins).toEqual([ID])
  })

  it.each(['http://10.0.0.1', 'http://[::1]:3000', 'http://intranet'])('is none on %s', (PUBLIC_URL) => {
    expect(relyingPartyOf(load({ PUBLIC_URL }))).toBeUndefined()
  })
})
