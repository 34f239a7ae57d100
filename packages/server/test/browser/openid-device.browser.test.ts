import { expect, it } from 'vitest'
import { DEVICE_GRANT } from '../../src/subjects/openid/steps/person-grants.ts'
import { application } from '../support/application.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { mouse } from './person.ts'

const EMAIL = 'ada@example.com'

it.each([true, false])(
  'a device is let in by who opens its QR code and signs in, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const here = await browserWorld()
    const tv = await application(here, { id: 'tv', name: 'Television', kind: 'native', hasDeviceFlow: true })
    await here.signedUp(EMAIL)
    const { device_code, user_code, verification_uri_complete } = (await tv.post('/oidc/device', { scope: 'openid email' })).body
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto(verification_uri_complete)
    await page.getByLabel('Email address').fill(EMAIL)
    await mouse.type(page, 'Password', PASSWORD)
    await mouse.press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Connect a device' }).waitFor()
    expect(await page.getByLabel('Code of the device').inputValue()).toBe(user_code)
    await mouse.press(page, 'Continue')
    await page.getByRole('heading', { name: 'Let a device use Television?' }).waitFor()
    await page.getByText(user_code, { exact: true }).waitFor()
    await mouse.press(page, 'Let it in')
    await page.getByText('Done. Your device goes on').waitFor()
    expect((await tv.token({ grant_type: DEVICE_GRANT, device_code })).status).toBe(200)
  },
)
