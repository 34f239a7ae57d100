import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { visitor } from '../browser/browser-world.ts'
import { mouse, signIn } from '../browser/person.ts'
import { ADA, type ProviderProgram, providerProgram } from '../support/provider-program.ts'
import { isInstalled, place, startApp } from './openid-programs.ts'

const greets = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: `Hello, ${ADA.name}` }).waitFor()
  await page.getByText(ADA.email).waitFor()
}

/** Once by the form, and once more, without a word, because the session lives. */
async function signsIn(page: Page, { url }: ProviderProgram, begin: () => Promise<void>): Promise<void> {
  await begin()
  expect(page.url()).toContain(`${url}/sign-in`)
  await signIn(page, mouse, ADA.email, ADA.password)
  await greets(page)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.context().addCookies(cookies.filter(({ name }) => name.startsWith('app_')))
  await begin()
  await greets(page)
}

describe('applications of others, each with its own library', () => {
  it('Auth.js', async () => {
    const [provider, app] = [await providerProgram(), await place()]
    const secret = await provider.client('auth-js', '--redirect-uri', `${app.url}/auth/callback/latchkey`)
    await startApp(app, 'auth-js.mjs', ['@auth/core'], { ISSUER: provider.url, CLIENT_SECRET: secret })
    const page = await visitor(app.url)
    await signsIn(page, provider, async () => {
      await page.goto('/auth/signin')
      await page.getByRole('button', { name: 'Sign in with Latchkey' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/signin'))
      if (page.url() === `${app.url}/`) return
      await page.waitForLoadState()
    })
  })

  it('passport, which knows no PKCE', async () => {
    const [provider, app] = [await providerProgram(), await place()]
    const secret = await provider.client('passport', '--redirect-uri', `${app.url}/callback`, '--pkce', 'no')
    const packages = ['express', 'express-session', 'passport', 'passport-openidconnect']
    await startApp(app, 'passport.mjs', packages, { ISSUER: provider.url, CLIENT_SECRET: secret })
    const page = await visitor(app.url)
    await signsIn(page, provider, async () => void (await page.goto('/login')))
  })

  it('passport with the strategy of openid-client, which sends a challenge', async () => {
    const [provider, app] = [await providerProgram(), await place()]
    const secret = await provider.client('passport-pkce', '--redirect-uri', `${app.url}/callback`)
    const packages = ['express', 'express-session', 'passport', 'openid-client']
    await startApp(app, 'passport-pkce.mjs', packages, { ISSUER: provider.url, CLIENT_SECRET: secret })
    const page = await visitor(app.url)
    await signsIn(page, provider, async () => void (await page.goto('/login')))
  })

  it.runIf(isInstalled('/usr/bin/python3', '-c', 'import authlib, flask, requests'))('Authlib, in Python', async () => {
    const [provider, app] = [await providerProgram(), await place()]
    const secret = await provider.client('authlib', '--redirect-uri', `${app.url}/callback`)
    await startApp(app, 'authlib_app.py', [], { ISSUER: provider.url, CLIENT_SECRET: secret })
    const page = await visitor(app.url)
    await signsIn(page, provider, async () => void (await page.goto('/login')))
  })
})
