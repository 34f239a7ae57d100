import { Browser } from '../support/browser.ts'
import { type OAuthWorld, oauthWorld, pathOf } from '../support/oauth-world.ts'
import { PASSWORD } from '../support/world.ts'
import type { Beside, Case, Env, Run, Seen, Walk } from './cases.ts'
import { DATA_FIELDS } from './data.ts'
import { ADMIN, bySomeone, byStranger, deadHook, meanwhile, newAddress, refusingHook, someone } from './preparing.ts'
import { refusedData } from './refused-data.ts'

const withProvider = (run: (here: OAuthWorld) => Promise<Seen>): Case => ({ withProvider: run })

/** What all of the family have in common: no provider at all, and none of that name. */
const named = (by: (route: string) => Run, method: string, end = '') => ({
  not_found: by(`${method} /auth/oauth/corp${end}`),
  provider_not_found: withProvider(by(`${method} /auth/oauth/unknown${end}`)),
})

/** A person whom the provider knows, and the service does not yet. */
function stranger({ corp }: OAuthWorld) {
  const email = newAddress()
  return corp.person({ sub: email, email, email_verified: true, name: 'Ada' })
}

/** An owner with a password, whose account the provider opens as well. */
async function linked(here: OAuthWorld): Promise<Browser> {
  const { browser } = await someone(here)
  await here.link(browser, stranger(here))
  return browser
}

/** Comes back with a state of one's own after something has happened. */
const returning = (happen: (here: OAuthWorld, browser: Browser, callback: string) => unknown): Case =>
  withProvider(async (here) => {
    const browser = here.browser()
    const { searchParams } = new URL(await here.leave(browser))
    const callback = `/auth/oauth/corp/callback?${new URLSearchParams({ state: searchParams.get('state') ?? '' })}`
    await happen(here, browser, callback)
    return browser.get(callback)
  })

interface Arrived {
  readonly visitor: Browser
  readonly email: string
}

type Happening = (arrived: Arrived, here: OAuthWorld) => Promise<unknown>

/** The same browser at a process with other settings. */
const elsewhere =
  (settings: Env | (() => Promise<Env>)): Happening =>
  async ({ visitor }, { database }) => {
    const env = typeof settings === 'function' ? await settings() : settings
    const other = new Browser((await oauthWorld({ databaseUrl: database.url, env: { DATA_FIELDS: REQUIRED, ...env } })).app)
    for (const [name, value] of visitor.jar) other.jar.set(name, value)
    return other
  }

const REQUIRED = JSON.stringify({ ...DATA_FIELDS, company: { ...DATA_FIELDS.company, atSignUp: 'required' } })

const finish = (visitor: Browser, data: object) => visitor.post('/auth/oauth/sign-up', { data: { company: 'Acme', ...data } })

/** Answers what is asked after a provider, where a field is required; something may have happened before. */
const finishing =
  (data: object, happen: Happening = async () => undefined, env: Env = {}): Run =>
  async () => {
    const here = await oauthWorld({ withMail: true, env: { DATA_FIELDS: REQUIRED, ...env } })
    const [visitor, person] = [here.browser(), stranger(here)]
    await here.signIn(visitor, person)
    const elsewhere = await happen({ visitor, email: person.email ?? '' }, here)
    return finish(elsewhere instanceof Browser ? elsewhere : visitor, data)
  }

const linking = (route: string) => bySomeone(route, {})
const FORM = { raw: 'state=unknown', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const UNLINK = '/auth/oauth/corp/unlink'
const STATE_MS = 600_000

export const oauth = {
  listProviders: {
    well: withProvider(byStranger('GET /auth/oauth/providers')),
    not_found: byStranger('GET /auth/oauth/providers'),
  },
  beginOAuth: {
    well: withProvider(byStranger('GET /auth/oauth/corp')),
    ...named(byStranger, 'GET'),
    provider_error: withProvider(byStranger('GET /auth/oauth/gone')),
  },
  oauthCallback: {
    well: withProvider((here) => here.signIn(here.browser(), stranger(here))),
    ...named(byStranger, 'GET', '/callback'),
  },
  oauthFormCallback: {
    well: withProvider(({ browser }) => browser().post('/auth/oauth/corp/callback', undefined, FORM)),
    ...named(byStranger, 'POST', '/callback'),
  },
  finishSignUp: {
    well: finishing({}),
    invalid_state: byStranger('POST /auth/oauth/sign-up', { data: { company: 'Acme' } }),
    state_used: finishing({}, async ({ visitor }) => finish(visitor.clone(), {})),
    ...refusedData((sent) => finishing(sent)),
    forbidden: finishing({}, elsewhere({ ALLOW_PUBLIC: 'false' })),
    email_not_allowed: finishing({}, elsewhere({ REGISTRATION_BLOCKED_DOMAINS: 'example.com' })),
    registration_refused: finishing({}, elsewhere(refusingHook)),
    overloaded: finishing({}, elsewhere(deadHook)),
    email_already_exists: finishing({}, async ({ email }, here) => {
      await here.browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada', data: { company: 'Acme' } })
    }),
    email_failed: finishing({}, async (_, here) => void here.mail.treat('rejects the recipient'), {
      REQUIRE_EMAIL_2FA: 'true',
    }),
  },
  linkProvider: {
    well: withProvider(linking('POST /auth/oauth/corp/link')),
    ...named(linking, 'POST', '/link'),
    provider_error: withProvider(linking('POST /auth/oauth/gone/link')),
    already_linked: withProvider(async (here) => (await linked(here)).post('/auth/oauth/corp/link', {})),
  },
  unlinkProvider: {
    well: withProvider(async (here) => (await linked(here)).post(UNLINK)),
    ...named(bySomeone, 'POST', '/unlink'),
    provider_not_linked: withProvider(bySomeone(`POST ${UNLINK}`)),
    cannot_unlink_last_provider: withProvider(async (here) => (await here.newcomer(stranger(here))).post(UNLINK)),
    user_not_found: withProvider(async (here) => {
      const { browser } = await someone(here)
      const leave = () => browser.clone().delete('/auth/account', { password: PASSWORD })
      return meanwhile('unlinkProvider', leave, () => browser.post(UNLINK))
    }),
    two_factor_required: withProvider(bySomeone(`POST ${UNLINK}`, undefined, ADMIN)),
  },
} satisfies Partial<Walk>

/** What a browser that is back from a provider is told in the address that it is led to. */
export const toldByAddress = {
  access_denied: withProvider(async ({ browser, leave, corp }) => {
    const visitor = browser()
    return visitor.get(pathOf(await corp.deny(await leave(visitor))))
  }),
  state_expired: returning(({ clock }) => clock.advance(STATE_MS)),
} satisfies Partial<Beside>
