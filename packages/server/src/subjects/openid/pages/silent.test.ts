import { describe, expect, it } from 'vitest'
import { postForm } from '../../../../test/support/application.ts'
import { authorizing, CALLBACK, EMAIL, locationOf, told, VERIFIER } from '../../../../test/support/authorizing.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

async function polled() {
  const here = await authorizing({ kind: 'native', mayStay: true })
  const ada = await here.signedUp(EMAIL)
  here.clock.advance(1000)
  const silently = async (browser: Browser, scope: string) =>
    told(locationOf(await here.begin(browser, { prompt: 'none', scope })))
  const redeem = (code = '') =>
    postForm(here, '/oidc/token', {
      ...{ grant_type: 'authorization_code', client_id: 'wiki', redirect_uri: CALLBACK, code_verifier: VERIFIER, code },
    })
  const logged = async () => (await here.auditTypes()).filter((type) => type === 'oidc.authorized').length
  const refusal = async () => (await here.sql(`SELECT last_refusal FROM oidc_clients`))[0]?.['last_refusal']
  return { here, ada, silently, redeem, logged, refusal }
}

describe('an application that asks without a page', () => {
  it.each(['openid email', 'openid offline_access'])(
    'is in the log once however often it asks for %s, and again where it wants more',
    async (scope) => {
      const { ada, silently, redeem, logged } = await polled()
      expect((await redeem((await silently(ada, scope))['code'])).status).toBe(200)
      for (let times = 0; times < 3; times++) expect(await silently(ada, scope)).toHaveProperty('code')
      expect(await logged()).toBe(1)
      await silently(ada, `${scope} groups`)
      expect(await logged()).toBe(2)
    },
  )

  it('is in the log for every session that lets it in', async () => {
    const { here, ada, silently, redeem, logged } = await polled()
    await redeem((await silently(ada, 'openid'))['code'])
    const other = here.browser()
    await other.post('/auth/login', { email: EMAIL, password: PASSWORD })
    await silently(other, 'openid')
    expect(await logged()).toBe(2)
  })

  it('leaves nothing behind where nobody is signed in, and no word of a mistake', async () => {
    const { here, silently, refusal } = await polled()
    const before = (await here.auditTypes()).length
    expect(await silently(here.browser(), 'openid')).toMatchObject({ error: 'login_required' })
    expect([(await here.auditTypes()).length, await refusal()]).toEqual([before, null])
  })
})
