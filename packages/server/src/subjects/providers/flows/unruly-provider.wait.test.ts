import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { CLIENT, identityProvider } from '../../../../test/support/identity-provider.ts'
import { outcome, refusedWith, SIGNED_UP } from '../../../../test/support/oauth-outcome.ts'
import { corpSettings, type OAuthWorld, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { world } from '../../../../test/support/world.ts'

type Endpoint = OAuthWorld['corp']['requests'][number]
type Fault = 'hang' | 'trickle' | 'flood' | 'bloat' | 'fail' | 'talkNonsense'

const endpoints: readonly Endpoint[] = ['discovery', 'token', 'jwks', 'userinfo']
const refused = refusedWith('provider_error')

/** Somebody who comes back to a service that has not met the provider yet, so that it has to ask for everything. */
async function arriving() {
  const here = await oauthWorld()
  const secrets = [CLIENT.secret, encodeURIComponent(CLIENT.secret), Buffer.from(`${CLIENT.id}:`).toString('base64')]
  here.corp.tamper(({ email: _email, ...claims }) => claims)
  here.corp.alter('token', (answer) => {
    secrets.push(answer.access_token, answer.id_token)
    return answer
  })
  const visitor = here.browser()
  const callback = await here.approved(visitor)
  secrets.push(...new URL(callback, here.corp.issuer).searchParams.values())
  const fresh = await world({ env: corpSettings(here.corp), databaseUrl: here.database.url })
  const arrive = async () => outcome(fresh, await withCookiesOf(visitor, fresh.browser()).get(callback))
  const leaks = async () => {
    const written = fresh.logged() + JSON.stringify(await fresh.sql(`SELECT * FROM audit_events`))
    return secrets.filter((secret) => written.includes(secret) && secret !== here.corp.issuer)
  }
  return { ...here, arrive, leaks, secrets }
}

function withCookiesOf(from: Browser, to: Browser): Browser {
  for (const [name, value] of from.jar) to.jar.set(name, value)
  return to
}

async function arriveAt(fault: Fault, endpoint: Endpoint) {
  const { corp, arrive, leaks } = await arriving()
  corp[fault](endpoint)
  return { ...(await arrive()), isAsked: corp.requests.includes(endpoint), leaks: await leaks() }
}

describe('a provider that misbehaves', () => {
  it('is asked at four places, and where it behaves the visitor is in', async () => {
    const { corp, arrive, leaks, secrets } = await arriving()
    expect(await arrive()).toEqual(SIGNED_UP)
    expect(corp.requests.slice(1)).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
    expect(secrets.length).toBeGreaterThan(6)
    expect(await leaks()).toEqual([])
  })

  it('is not waited for where it never answers, or never comes to the end', async () => {
    const places = endpoints.flatMap((endpoint) => [['hang', endpoint] as const, ['trickle', endpoint] as const])
    const outcomes = await Promise.all(places.map(([fault, endpoint]) => arriveAt(fault, endpoint)))
    expect(outcomes).toEqual(places.map(() => ({ ...refused, isAsked: true, leaks: [] })))
  })

  const faults = ['flood', 'bloat', 'fail', 'talkNonsense'] as const
  it.each(faults.flatMap((fault) => endpoints.map((endpoint) => [fault, endpoint] as const)))(
    'is refused when it does %s at %s, and nothing is said about it',
    async (fault, endpoint) => {
      expect(await arriveAt(fault, endpoint)).toEqual({ ...refused, isAsked: true, leaks: [] })
    },
  )

  it.each(endpoints)('is not followed to another host from %s', async (endpoint) => {
    const { corp, arrive, leaks } = await arriving()
    const other = await identityProvider()
    corp.redirectTo(other.issuer, endpoint)
    expect(await arrive()).toEqual(refused)
    expect(corp.requests).toContain(endpoint)
    expect(other.requests).toEqual([])
    expect(await leaks()).toEqual([])
  })

  it('may be down when somebody comes back: the next one who comes is in again', async () => {
    const { corp, approved, signIn, browser, ...here } = await oauthWorld()
    const visitor = browser()
    const callback = await approved(visitor)
    await corp.goAway()
    expect(await outcome(here, await visitor.get(callback))).toEqual(refused)
    await corp.comeBack()
    expect(await outcome(here, await signIn(visitor))).toEqual(SIGNED_UP)
  })

  it('is written down as the reason of the failure, without what it said', async () => {
    const { corp, approved, browser, sql } = await oauthWorld()
    const visitor = browser()
    const callback = await approved(visitor)
    corp.fail('token')
    await visitor.get(callback)
    const rows = await sql(`SELECT type, success, metadata FROM audit_events`)
    expect(
      rows.map((row) => ({ ...row, success: Boolean(row['success']), metadata: JSON.parse(String(row['metadata'])) })),
    ).toEqual([{ type: 'oauth.login', success: false, metadata: { provider: 'corp', reason: 'provider_error' } }])
  })
})
