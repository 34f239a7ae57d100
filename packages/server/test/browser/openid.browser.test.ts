import { describe, expect, it } from 'vitest'
import type { OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { addClient, asked, type Params } from '../support/authorizing.ts'
import { relyingApp } from '../support/relying-app.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { mouse } from './person.ts'

const EMAIL = 'ada@example.com'

async function apart(client: Partial<OidcClient> = {}) {
  const [here, app] = [await browserWorld(), await relyingApp()]
  await addClient(here, { redirectUris: [app.callback], ...client })
  const ada = await here.signedUp(EMAIL)
  const begin = (params: Params = {}) => `${here.url}${asked({ redirect_uri: app.callback, ...params })}`
  return { ...here, ada, app, begin }
}

describe.each([true, false])('an application that signs people in, with JavaScript: %s', (javaScriptEnabled) => {
  it('gets them back after our form, through the consent and with the code, and no referrer', async () => {
    const { visitor, app, begin, url } = await apart({ isFirstParty: false })
    const page = await visitor({ javaScriptEnabled })
    await page.goto(begin({ login_hint: EMAIL }))
    expect(await page.getByLabel('Email address').inputValue()).toBe(EMAIL)
    await mouse.type(page, 'Password', PASSWORD)
    await mouse.press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Allow Wiki?' }).waitFor()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome to the app' }).waitFor()
    expect(app.arrivals).toEqual([
      { method: 'GET', fields: { code: expect.any(String), state: 'some state', iss: url }, referer: undefined },
    ])
    await page.goto(begin())
    await page.getByRole('heading', { name: 'Welcome to the app' }).waitFor()
    expect(app.arrivals).toHaveLength(2)
  })

  it('gets them back with a form, which a script sends or a button', async () => {
    const { resident, ada, app, begin, url } = await apart()
    const page = await resident(ada, { javaScriptEnabled })
    await page.goto(begin({ response_mode: 'form_post', state: 'ü & "x"' }))
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Welcome to the app' }).waitFor()
    expect(app.arrivals).toEqual([
      { method: 'POST', fields: { code: expect.any(String), state: 'ü & "x"', iss: url }, referer: undefined },
    ])
  })

  it('has them prove once more who they are', async () => {
    const { resident, ada, app, begin } = await apart()
    const page = await resident(ada, { javaScriptEnabled })
    await page.goto(begin({ prompt: 'login' }))
    await page.getByText('Wiki wants to be sure that it is still you.').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Welcome to the app' }).waitFor()
    expect(app.arrivals.map(({ fields }) => fields['error'])).toEqual(['access_denied'])
  })
})
