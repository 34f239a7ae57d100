import { expect, it, onTestFinished } from 'vitest'
import { createLatchkey as embedded } from '../../src/in-process.ts'
import type { createLatchkey as declared } from '../../types/index.d.ts'
import { visitor } from './browser-world.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const createLatchkey: typeof declared = embedded

async function testing() {
  const latchkey = await createLatchkey({ testing: true })
  onTestFinished(latchkey.close)
  await latchkey.listen()
  return latchkey
}

it('a browser with the cookies of a test is signed in', async () => {
  const { signedIn, url } = await testing()
  const { user, cookies } = await signedIn()
  const page = await visitor(url)
  await page.context().addCookies([...cookies])
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
  expect(await page.content()).toContain(user.email)
})

it('a browser with the passkey of a test signs in by it', async () => {
  const { signedIn, url } = await testing()
  const { passkey } = await signedIn({ factors: ['passkey'] })
  if (!passkey) throw new Error('it has none')
  const page = await visitor(url)
  const authenticator = await withAuthenticator(page)
  await authenticator.holds(passkey)
  await page.goto('/sign-in')
  await page.waitForURL(`${url}/account`)
  expect(passkey).toMatchObject({ rpId: 'localhost', signCount: 0 })
})
