import type { Browser } from './browser.ts'
import { type AuthenticatorApp, addPasskey, addTotp, enterByPasskey } from './factored.ts'
import { EMAIL, IMPOSTOR, MALLORY } from './hijacked.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { CLUB_ADA, twoProviders } from './two-providers.ts'
import { PASSWORD } from './world.ts'

export const NEW_PASSWORD = 'battery staple 2'
const THIEF = 'thief@example.com'

type Options = NonNullable<Parameters<typeof twoProviders>[0]>
type RunningService = Awaited<ReturnType<typeof twoProviders>>

/** A code or link of the newest mail to an address whose subject has this. */
export async function mailed(here: RunningService, email: string, subject: RegExp): Promise<string> {
  await here.outbox.idle()
  const found = here.mail.mails.filter((one) => one.recipients.includes(email) && subject.test(one.subject ?? ''))
  return found.at(-1)?.code ?? ''
}

/**
 * Mallory has made an account with Ada's address and left behind everything that one can: password, session, passkey, authenticator
 * app, recovery codes, an identity, a trusted browser, an open challenge, a begun ceremony, an asked change of address, a key and a
 * membership. Nobody has proved the mailbox.
 */
export async function preHijacked(by: 'password' | 'provider' = 'password', options: Options = {}) {
  const here = await twoProviders({
    withMail: true,
    ...options,
    env: { ORGANISATIONS: 'true', EMAIL_SIGN_IN: 'existing', ...options.env },
  })
  here.corp.person(MALLORY)
  here.corp.person(IMPOSTOR)
  const mallory = by === 'password' ? await here.signedUp(EMAIL) : await here.newcomer(IMPOSTOR)
  const { id } = (await mallory.get('/auth/me')).body
  if (by === 'password') await here.link(mallory, MALLORY)
  const { authenticator } = await addPasskey(mallory, { keepOtherSessions: true })
  await joinOrganisation(here, mallory)
  await here.sql(
    `INSERT INTO api_keys (id, name, hash, scopes, created_by, created_at) VALUES ('k', 'k', 'k', 'users:read', ?, 1)`,
    [id],
  )
  const begun = (await mallory.post('/auth/passkeys/options')).body
  await mallory.post('/auth/email/change', { email: THIEF })
  const change = await mailed(here, THIEF, /./)
  return { ...here, mallory, id: id as string, authenticator, begun, change, by }
}

async function joinOrganisation(here: RunningService, mallory: Browser): Promise<void> {
  const olga = await here.signedUp('olga@example.com')
  const { body: org } = await olga.post('/auth/orgs', { name: 'Acme' })
  const { body: invite } = await olga.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
  // Only a verified address accepts without the code; an administrator may have said so.
  await here.sql(`UPDATE accounts SET verified_at = 1 WHERE email = ?`, [EMAIL])
  await mallory.post(`/auth/orgs/invites/${invite.id}/accept`)
  await here.sql(`UPDATE accounts SET verified_at = NULL WHERE email = ?`, [EMAIL])
}

export type PreHijacked = Awaited<ReturnType<typeof preHijacked>>

/** What of it still works, or is still there. */
export async function leftBehind(here: PreHijacked) {
  const { sql, browser, mallory, id } = here
  const count = async (from: string) => (await sql(`SELECT 1 FROM ${from}`, [id])).length
  const provider = browser()
  await here.signIn(provider, here.by === 'password' ? MALLORY : IMPOSTOR)
  return {
    session:
      (await mallory.clone().get('/auth/me')).status === 200 || (await mallory.clone().post('/auth/refresh')).status === 200,
    passkey: (await enterByPasskey(browser(), here.authenticator)).status === 200,
    provider: (await provider.get('/auth/me')).body.email === EMAIL,
    ceremony:
      (
        await mallory
          .clone()
          .post('/auth/passkeys', { state: here.begun.state, passkey: new SoftwareAuthenticator().register(here.begun.options) })
      ).status !== 401,
    change: (await browser().post('/auth/email/change/confirm', { code: here.change })).status === 200,
    key: (await count(`api_keys WHERE created_by = ? AND revoked_at IS NULL`)) > 0,
    membership: (await count(`org_members WHERE account_id = ?`)) > 0,
    password: (await browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status === 200,
  }
}

/** The same with an authenticator app, a browser that is trusted beside it, and a sign-in that waits for it. */
export async function withStrangersApp(here: PreHijacked) {
  const { app, recoveryCodes } = await addTotp(here, here.mallory, { keepOtherSessions: true })
  const enter = async (more: object) => {
    const visitor = here.browser()
    const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
    return {
      visitor,
      verify: () => visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: app.code(), ...more }),
    }
  }
  const trusting = await enter({ trustDevice: true })
  await trusting.verify()
  here.clock.advance(30_000)
  return { app: app satisfies AuthenticatorApp, recoveryCodes, waiting: await enter({}) }
}

/** Ada at `club`, which vouches for her address. */
export const VOUCHED = { ...CLUB_ADA, email: EMAIL }
