import { DEVICE_GRANT } from '../../src/subjects/openid/steps/person-grants.ts'
import type { OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { API, type Application, application, postForm, userinfoOf } from '../support/application.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import type { World } from '../support/world.ts'
import type { Run, Walk } from './cases.ts'
import { someone } from './preparing.ts'

let apps = 0

const newApp = (here: World, given: Partial<OidcClient> = {}): Promise<Application> =>
  application(here, { id: `walker-${++apps}`, ...given })

const DEVICE: Partial<OidcClient> = { kind: 'native', hasDeviceFlow: true }

/** A client sends this form. */
const byApp =
  (path: string, form: Readonly<Record<string, string>>, given: Partial<OidcClient> = {}): Run =>
  async (here) =>
    (await newApp(here, given)).post(path, form)

const byNobody =
  (path: string): Run =>
  (here) =>
    postForm(here, path, { client_id: 'nobody', client_secret: 'lks_x' })

async function letIn(here: World, scopes = ['openid', 'email'], given: Partial<OidcClient> = {}) {
  const app = await newApp(here, given)
  const who = await someone(here)
  const { body } = await app.redeem(await app.code(who.browser, { scopes }))
  return { app, tokens: body }
}

const refreshing =
  (more: Readonly<Record<string, string>>): Run =>
  async (here) => {
    const { app, tokens } = await letIn(here)
    return app.refresh(tokens.refresh_token, more)
  }

/** A device has shown a code, and what happened then; the last answer to its questions is looked at. */
const afterCode =
  (then: (here: World, poll: () => ReturnType<Application['token']>, code: string) => Promise<unknown>): Run =>
  async (here) => {
    const app = await newApp(here, DEVICE)
    const { device_code, user_code } = (await app.post('/oidc/device', {})).body
    const poll = () => app.token({ grant_type: DEVICE_GRANT, device_code })
    await then(here, poll, user_code)
    return poll()
  }

async function deny(here: World, _poll: unknown, code: string): Promise<void> {
  const visitor = new PageVisitor((await someone(here)).browser)
  await visitor.open('/device')
  await visitor.submit('claim', { code })
  await visitor.submit('deny')
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ofToken =
  (ask: (here: World, token: string) => ReturnType<Run>, scopes?: string[]): Run =>
  async (here) =>
    ask(here, (await letIn(here, scopes)).tokens.access_token)
const byForm = (here: World, form: Readonly<Record<string, string>>, headers = {}) =>
  postForm(here, '/oidc/userinfo', form, headers)
const byHeader = (here: World, authorization: string) => here.browser().get('/oidc/userinfo', { headers: { authorization } })

export const openidTokens = {
  exchangeToken: {
    well: refreshing({}),
    invalid_client: byNobody('/oidc/token'),
    invalid_request: byApp('/oidc/token', {}),
    invalid_grant: byApp('/oidc/token', { grant_type: 'refresh_token', refresh_token: 'none' }),
    unauthorized_client: byApp('/oidc/token', { grant_type: 'client_credentials' }),
    unsupported_grant_type: byApp('/oidc/token', { grant_type: 'password' }),
    invalid_scope: refreshing({ scope: 'openid groups' }),
    invalid_target: refreshing({ resource: API }),
    authorization_pending: afterCode(async () => undefined),
    slow_down: afterCode((_here, poll) => poll()),
    device_denied: afterCode(deny),
    expired_token: afterCode(async (here) => here.clock.advance(600_000)),
  },
  revokeToken: {
    well: byApp('/oidc/revoke', { token: 'none' }),
    invalid_client: byNobody('/oidc/revoke'),
    invalid_request: byApp('/oidc/revoke', {}),
  },
  introspectToken: {
    well: async (here) => {
      const { app, tokens } = await letIn(here)
      return app.introspect(tokens.access_token)
    },
    invalid_client: byApp('/oidc/introspect', { token: 'none' }, { kind: 'browser' }),
    invalid_request: byApp('/oidc/introspect', {}),
  },
  authorizeDevice: {
    well: byApp('/oidc/device', {}, DEVICE),
    invalid_client: byNobody('/oidc/device'),
    invalid_request: (here) =>
      postForm(here, '/oidc/device', { client_id: 'walker' }, { authorization: `Basic ${btoa('another:lks_x')}` }),
    unauthorized_client: byApp('/oidc/device', {}),
    invalid_scope: byApp('/oidc/device', { scope: 'openid organizations' }, DEVICE),
    invalid_target: byApp('/oidc/device', { resource: 'https://elsewhere.example.com' }, DEVICE),
  },
  userinfo: {
    well: ofToken(userinfoOf),
    invalid_token: (here) => byHeader(here, 'Bearer lka_none'),
    insufficient_scope: ofToken(userinfoOf, ['email']),
  },
  userinfoByForm: {
    well: ofToken((here, token) => byForm(here, { access_token: token })),
    invalid_token: (here) => byForm(here, {}),
    invalid_request: ofToken((here, token) => byForm(here, { access_token: token }, bearer(token))),
    insufficient_scope: ofToken((here, token) => byForm(here, { access_token: token }), ['email']),
  },
} satisfies Partial<Walk>
