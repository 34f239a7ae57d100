import { PASSWORD, world } from './world.ts'

export const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
const required = { withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } }

/** Ada, registered and waiting, with the code from her mail. */
export async function waiting() {
  const here = await world(required)
  const browser = here.browser()
  const registered = await browser.post('/auth/register', ada)
  const { code } = await here.mail.newest(ada.email)
  return { ...here, browser, registered, code, another: here.browser }
}
