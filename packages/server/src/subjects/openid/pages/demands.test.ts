import { describe, expect, it } from 'vitest'
import { asked, authorizing, changeClient, EMAIL, leadsTo, locationOf, told } from '../../../../test/support/authorizing.ts'
import { addTotp } from '../../../../test/support/factored.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import type { Demands } from '../clients/client.ts'

async function demanding(demands: Demands, env: Record<string, string> = {}) {
  const here = await authorizing({ demands }, env)
  const ada = await here.signedUp(EMAIL)
  here.clock.advance(1000)
  return { ...here, ada, visitor: here.visitor(ada) }
}

describe('What a person has to be for an application', () => {
  it.each([
    [{ role: 'admin' }, 'is for administrators', 'access_denied', {}],
    [{ organisation: 'unknown' }, 'is for members of an organisation', 'access_denied', { ORGANISATIONS: 'true' }],
    [{ verified: true }, 'a confirmed email address', 'access_denied', {}],
    [{ secondFactor: true }, 'asks for a second factor', 'access_denied', {}],
  ] satisfies [Demands, string, string, Record<string, string>][])(
    'is told in plain words, with a way back: %j',
    async (demands, words, error, env) => {
      const here = await demanding(demands, env)
      const page = await here.visitor.open(asked())
      expect([page.status, page.heading, page.text.includes(`Wiki ${words}`) || page.text.includes(words)]).toEqual([
        403,
        'You cannot go on yet',
        true,
      ])
      expect(await here.sql(`SELECT * FROM oidc_codes`)).toEqual([])
      const back = page.links.find((link) => link.includes('answer=cancel')) ?? ''
      expect(told(leadsTo(await here.visitor.open(back)))).toMatchObject({ error: 'access_denied', state: 'some state' })
      expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toMatchObject({ error })
      const [client = {}] = await here.sql(`SELECT last_refusal FROM oidc_clients`)
      expect(client['last_refusal']).toMatch(/^demand_/)
    },
  )

  it('is found out anew: who has confirmed the address goes on', async () => {
    const here = await demanding({ verified: true })
    const page = await here.visitor.open(asked())
    await here.sql(`UPDATE accounts SET verified_at = 1`)
    await here.ada.put('/auth/name', { name: 'Ada L' })
    const again = page.links.find((link) => link.includes('/oidc/continue') && !link.includes('cancel')) ?? ''
    expect(told(leadsTo(await here.visitor.open(again)))).toHaveProperty('code')
  })

  it('is passed on the way where it is a second factor that the person has', async () => {
    const here = await demanding({ secondFactor: true })
    const elsewhere = here.browser()
    await elsewhere.post('/auth/login', { email: EMAIL, password: PASSWORD })
    const { app } = await addTotp(here, elsewhere, { keepOtherSessions: true })
    const page = await here.visitor.open(asked())
    expect(page.path).toBe('/step-up')
    expect(told(leadsTo(await here.visitor.submit('confirm', { code: app.code() })))).toHaveProperty('code')
    expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toHaveProperty('code')
  })

  it('is asked of an organisation by its id, and its members come in', async () => {
    const here = await demanding({ organisation: 'unknown' }, { ORGANISATIONS: 'true' })
    const { body } = await here.ada.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
    expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toMatchObject({ error: 'access_denied' })
    await changeClient(here, 'wiki', { demands: { organisation: body.id } })
    expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toHaveProperty('code')
  })
})
