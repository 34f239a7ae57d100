import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { visitor } from '../browser/browser-world.ts'
import { mouse, signIn } from '../browser/person.ts'
import { ADA, providerProgram } from '../support/provider-program.ts'
import { APACHE, startApache } from './apache.ts'
import { isInstalled, place } from './openid-programs.ts'

/** It knows of people what Apache tells it in headers. */
async function plainApp(): Promise<string> {
  const server = createServer(({ headers }, response) => {
    const { oidc_claim_name: name, oidc_claim_email: email } = headers
    response.setHeader('content-type', 'text/html').end(`<h1>Hello, ${name}</h1><p>${email}</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.runIf(isInstalled(APACHE, '-v'))('Apache with mod_auth_openidc', () => {
  it('lets people through with their claims, and nobody any more once their session has ended', async () => {
    const [provider, at, upstream] = [await providerProgram(), await place(), await plainApp()]
    const told = ['--logout-uri', `${at.url}/oidc?logout=backchannel`, '--post-logout-uri', `${at.url}/bye`]
    const secret = await provider.client('apache', '--redirect-uri', `${at.url}/oidc`, ...told)
    await startApache({ ...at, upstream, issuer: provider.url, secret })
    const page = await visitor(at.url)
    await page.goto('/private')
    expect(page.url()).toContain(`${provider.url}/sign-in`)
    await signIn(page, mouse, ADA.email, ADA.password)
    await page.getByRole('heading', { name: `Hello, ${ADA.name}` }).waitFor()
    expect(page.url()).toBe(`${at.url}/private`)
    await provider.signOutEverywhere()
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await expect
      .poll(async () => (await fetch(`${at.url}/private`, { headers: { cookie }, redirect: 'manual' })).status)
      .toBe(401)
  })

  it('signs people out at the provider as well', async () => {
    const [provider, at, upstream] = [await providerProgram(), await place(), await plainApp()]
    const secret = await provider.client(
      'apache',
      '--redirect-uri',
      `${at.url}/oidc`,
      '--post-logout-uri',
      `${provider.url}/account`,
    )
    await startApache({ ...at, upstream, issuer: provider.url, secret })
    const page = await visitor(at.url)
    await page.goto('/private')
    await signIn(page, mouse, ADA.email, ADA.password)
    await page.getByRole('heading', { name: `Hello, ${ADA.name}` }).waitFor()
    await page.goto(`/oidc?${new URLSearchParams({ logout: `${provider.url}/account` })}`)
    await page.waitForURL((url) => url.pathname === '/sign-in')
  })
})
