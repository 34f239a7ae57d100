import { application, CALLBACK, postForm, VERIFIER } from './application.ts'
import type { FaultFlow, FaultSite, Subject } from './fault-flows.ts'

type Prepare = (site: FaultSite, email: string) => Promise<Subject>

const appOf = (email: string): string => email.replace(/[^a-z0-9]+/g, '-')

/** Whichever clock the service goes by: its own, or one of a test. */
const LATER = Date.UTC(2100, 0, 1)
const OFFLINE = ['openid', 'offline_access']

const redeem = (site: FaultSite, { email, code }: Subject) =>
  postForm(site, '/oidc/token', {
    ...{ grant_type: 'authorization_code', client_id: appOf(email), code },
    ...{ redirect_uri: CALLBACK, code_verifier: VERIFIER },
  })

/** What applications are given, for a member whom the other flows can make. */
export function openidFaults(member: Prepare) {
  const letIn: Prepare = async (site, email) => {
    const subject = await member(site, email)
    const app = await application(site, { id: appOf(email), kind: 'native' })
    return { ...subject, code: await app.code(subject.browser, { scopes: OFFLINE, expiresAt: LATER }) }
  }
  return {
    'tokens for a code': {
      prepare: letIn,
      act: redeem,
      effect: `SELECT g.id FROM oidc_grants g JOIN accounts a ON a.id = g.account_id WHERE a.email = ?`,
    },
    'refresh of an application': {
      async prepare(site, email) {
        const subject = await letIn(site, email)
        const { body } = await redeem(site, subject)
        return { ...subject, code: body.refresh_token }
      },
      act: (site, { email, code }) =>
        postForm(site, '/oidc/token', { grant_type: 'refresh_token', client_id: appOf(email), refresh_token: code }),
      effect: `SELECT t.hash FROM oidc_refresh_tokens t JOIN oidc_grants g ON g.id = t.grant_id JOIN accounts a ON a.id = g.account_id
        WHERE a.email = ? AND t.generation = 2`,
    },
  } as const satisfies Readonly<Record<string, FaultFlow>>
}
