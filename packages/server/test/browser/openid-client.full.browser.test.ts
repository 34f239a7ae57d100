import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ADA, type ProviderProgram, providerProgram } from '../support/provider-program.ts'
import { visitor } from './browser-world.ts'
import { mouse, signIn } from './person.ts'

/** An application that leaves all of the protocol to `openid-client`. */
async function application(provider: ProviderProgram) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const redirectUri = `${url}/callback`
  const secret = await provider.client('app', '--redirect-uri', redirectUri, '--post-logout-uri', `${url}/bye`, '--stay', 'yes')
  const options = { execute: [client.allowInsecureRequests] }
  const config = await client.discovery(new URL(provider.url), 'app', secret, undefined, options)
  const verifier = client.randomPKCECodeVerifier()
  const checks = { pkceCodeVerifier: verifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  let tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>> | undefined
  const begin = async () =>
    client.buildAuthorizationUrl(config, {
      ...{ redirect_uri: redirectUri, scope: 'openid profile email offline_access', state: checks.expectedState },
      ...{ nonce: checks.expectedNonce, code_challenge_method: 'S256' },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
    }).href
  const answer = async ({ url: path = '/' }: IncomingMessage): Promise<{ readonly to: string } | { readonly html: string }> => {
    if (path === '/') return { to: await begin() }
    if (path === '/bye') return { html: '<h1>Goodbye</h1>' }
    tokens = await client.authorizationCodeGrant(config, new URL(path, url), checks)
    return { html: `<h1>Hello, ${tokens.claims()?.['name']}</h1>` }
  }
  server.on('request', (request, response) => {
    answer(request).then(
      (page) =>
        'to' in page
          ? response.writeHead(302, { location: page.to }).end()
          : response.setHeader('content-type', 'text/html').end(page.html),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  return {
    url,
    config,
    tokens() {
      if (!tokens) throw new Error('nobody was signed in')
      return tokens
    },
  }
}

describe('openid-client', () => {
  it('signs a person in, reads who they are, refreshes, asks and revokes, and signs them out', async () => {
    const provider = await providerProgram()
    const app = await application(provider)
    const page = await visitor(app.url)
    await page.goto('/')
    await signIn(page, mouse, ADA.email, ADA.password)
    await page.getByRole('heading', { name: `Hello, ${ADA.name}` }).waitFor()
    const { config } = app
    const first = app.tokens()
    const sub = first.claims()?.sub ?? ''
    expect(await client.fetchUserInfo(config, first.access_token, sub)).toMatchObject({ email: ADA.email, name: ADA.name })
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.claims()).toMatchObject({ sub, auth_time: first.claims()?.auth_time })
    expect(await client.tokenIntrospection(config, second.access_token)).toMatchObject({ active: true, client_id: 'app' })
    await page.goto(
      client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${app.url}/bye`, id_token_hint: second.id_token ?? '' })
        .href,
    )
    await page.getByRole('heading', { name: 'Goodbye' }).waitFor()
    await page.goto(`${provider.url}/account`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await client.fetchUserInfo(config, second.access_token, sub)).toMatchObject({ sub }) // it stays, as it has asked to
    await client.tokenRevocation(config, second.refresh_token ?? '')
    await expect(client.fetchUserInfo(config, second.access_token, sub)).rejects.toThrow()
  })
})
