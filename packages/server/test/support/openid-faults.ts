import { DEVICE_GRANT } from '../../src/subjects/openid/steps/person-grants.ts'
import { application, CALLBACK, postForm, VERIFIER } from './application.ts'
import type { Reply } from './browser.ts'
import type { FaultFlow, FaultSite, Subject } from './fault-flows.ts'

type Prepare = (site: FaultSite, email: string) => Promise<Subject>

const appOf = (email: string): string => email.replace(/[^a-z0-9]+/g, '-')

/** Whichever clock the service goes by: its own, or one of a test. */
const LATER = Date.UTC(2100, 0, 1)
const OFFLINE = ['openid', 'offline_access']

const asApp = (site: FaultSite, email: string, path: string, form: Readonly<Record<string, string>> = {}) =>
  postForm(site, path, { client_id: appOf(email), ...form })

const redeem = (site: FaultSite, { email, code }: Subject) =>
  asApp(site, email, '/oidc/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
  })

/** What a page sends. That it leads on is its success. */
async function submitted({ browser, id, code }: Subject, path: string, action: string, shown = ''): Promise<Reply> {
  const raw = new URLSearchParams({ _for: id, _action: action, code, shown }).toString()
  const reply = await browser.post(path, undefined, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  return reply.status === 303 ? { ...reply, status: 200 } : reply
}

const claim = (_site: FaultSite, subject: Subject) => submitted(subject, '/device', 'claim')

/** What is allowed is what the page has shown. */
async function allow(_site: FaultSite, subject: Subject): Promise<Reply> {
  const path = `/device?code=${subject.code}`
  const page = await subject.browser.get(path, { headers: { accept: 'text/html' } })
  if (page.status >= 500) return page
  return submitted(subject, path, 'allow', /name="shown" value="([^"]*)"/.exec(page.text)?.[1])
}

/** By the name of the application, which is the address of the person. */
const deviceCode = (is: string): string =>
  `SELECT d.hash FROM oidc_device_codes d JOIN oidc_clients c ON c.id = d.client_id WHERE c.name = ? AND ${is}`
const grant = (is: string): string =>
  `SELECT g.id FROM oidc_grants g JOIN accounts a ON a.id = g.account_id WHERE a.email = ? AND ${is}`

/** What applications are given, for a member whom the other flows can make. */
export function openidFaults(member: Prepare) {
  const letIn: Prepare = async (site, email) => {
    const subject = await member(site, email)
    const app = await application(site, { id: appOf(email), kind: 'native' })
    return { ...subject, code: await app.code(subject.browser, { scopes: OFFLINE, expiresAt: LATER }) }
  }
  /** The code is the refresh token, and in the place of a challenge is the access token. */
  const holding: Prepare = async (site, email) => {
    const subject = await letIn(site, email)
    const { body } = await redeem(site, subject)
    return { ...subject, code: body.refresh_token, challengeId: body.access_token }
  }
  const withDevice: Prepare = async (site, email) => {
    const subject = await member(site, email)
    await application(site, { id: appOf(email), name: email, kind: 'native', hasDeviceFlow: true })
    return subject
  }
  /** The code is the one to type, and in the place of a challenge is that of the device. */
  const shown: Prepare = async (site, email) => {
    const subject = await withDevice(site, email)
    const { body } = await asApp(site, email, '/oidc/device')
    return { ...subject, code: body.user_code, challengeId: body.device_code }
  }
  const after =
    (prepare: Prepare, act: FaultFlow['act']): Prepare =>
    async (site, email) => {
      const subject = await prepare(site, email)
      const { status, text } = await act(site, subject)
      if (status >= 300) throw new Error(`${status} ${text}`)
      return subject
    }
  const claimed = after(shown, claim)
  return {
    'tokens for a code': { prepare: letIn, act: redeem, effect: grant('g.ended_at IS NULL') },
    'refresh of an application': {
      prepare: holding,
      act: (site, { email, code }) => asApp(site, email, '/oidc/token', { grant_type: 'refresh_token', refresh_token: code }),
      effect: `SELECT t.hash FROM oidc_refresh_tokens t JOIN oidc_grants g ON g.id = t.grant_id JOIN accounts a ON a.id = g.account_id
        WHERE a.email = ? AND t.generation = 2`,
    },
    'revocation of a refresh token': {
      prepare: holding,
      act: (site, { email, code }) => asApp(site, email, '/oidc/revoke', { token: code }),
      effect: grant('g.ended_at IS NOT NULL'),
    },
    'revocation of an access token': {
      prepare: holding,
      act: (site, { email, challengeId }) => asApp(site, email, '/oidc/revoke', { token: challengeId }),
      effect: `SELECT t.hash FROM oidc_access_tokens t JOIN oidc_grants g ON g.id = t.grant_id JOIN accounts a ON a.id = g.account_id
        WHERE a.email = ?`,
      isRemoval: true,
    },
    'codes for a device': {
      prepare: withDevice,
      act: (site, { email }) => asApp(site, email, '/oidc/device'),
      effect: deviceCode('d.account_id IS NULL'),
    },
    'typed code of a device': { prepare: shown, act: claim, effect: deviceCode('d.session_id IS NOT NULL') },
    'device let in': { prepare: claimed, act: allow, effect: deviceCode(`d.answer = 'allowed'`) },
    'tokens for a device': {
      prepare: after(claimed, allow),
      act: (site, { email, challengeId }) =>
        asApp(site, email, '/oidc/token', { grant_type: DEVICE_GRANT, device_code: challengeId }),
      effect: grant('g.ended_at IS NULL'),
    },
  } as const satisfies Readonly<Record<string, FaultFlow>>
}
