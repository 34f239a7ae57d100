import { afterEach, describe, expect, it, vi } from 'vitest'
import { AuthenticatorApp } from '../../server/test/support/factored.ts'
import { identityProvider } from '../../server/test/support/identity-provider.ts'
import { ADA, corpSettings } from '../../server/test/support/oauth-world.ts'
import { STEP_UP_MS } from '../../server/test/support/stepped-up.ts'
import type { Client } from '../src/index.ts'
import { addPasskey, canAutofill, hasPasskeys, listPasskeys, signInWithPasskey } from '../src/passkeys.ts'
import * as passwords from '../src/passwords.ts'
import * as providers from '../src/providers.ts'
import * as stepUp from '../src/step-up.ts'
import * as twoFactor from '../src/two-factor.ts'
import { ada, thrown, visiting } from './visiting.ts'

const NEW = 'battery staple 2'
const STEP_MS = 30_000

afterEach(() => vi.unstubAllGlobals())

async function signedUp(env: Record<string, string> = {}) {
  const here = await visiting(env)
  await here.client.signUp({ ...ada, name: 'Ada' })
  return here
}

/** Ada with an authenticator app, who was shown her recovery codes. */
async function withApp() {
  const here = await signedUp()
  const { secret, qr } = await twoFactor.beginTotp(here.client)
  expect(qr).toContain('<svg')
  const app = new AuthenticatorApp(secret, () => here.clock.now())
  const { recoveryCodes = [] } = await twoFactor.confirmTotp(here.client, { code: app.code() })
  here.clock.advance(STEP_MS)
  return { ...here, app, recoveryCodes }
}

async function challenge(client: Client): Promise<string> {
  const entry = await client.signIn(ada)
  if (entry.kind !== 'two-factor') throw new Error(entry.kind)
  return entry.challengeId
}

describe('passwords', () => {
  it('are changed, and set anew with a mailed code', async () => {
    const { client, mail } = await signedUp()
    await passwords.changePassword(client, { oldPassword: ada.password, newPassword: NEW })
    await client.signOut()
    expect((await thrown(client.signIn(ada))).code).toBe('invalid_credentials')
    await passwords.forgotPassword(client, { email: ada.email })
    const { code } = await mail.newest(ada.email)
    expect((await thrown(passwords.resetPassword(client, { code, newPassword: 'short' }))).code).toBe('weak_password')
    await passwords.resetPassword(client, { code, newPassword: ada.password })
    expect(await client.signIn(ada)).toMatchObject({ kind: 'session' })
  })

  it('are set for the first time by the owner of the session', async () => {
    const { client, mail, sql } = await signedUp()
    await sql(`UPDATE accounts SET password_hash = NULL`)
    await passwords.requestPassword(client)
    const { code } = await mail.newest(ada.email)
    await passwords.setPassword(client, { code, newPassword: NEW })
    expect(await client.signIn({ ...ada, password: NEW })).toMatchObject({ kind: 'session' })
  })
})

describe('a second factor', () => {
  it('is an app or a recovery code, made anew and removed', async () => {
    const { client, app, clock, recoveryCodes } = await withApp()
    expect(await twoFactor.listFactors(client)).toMatchObject({ methods: ['totp', 'recovery'], recoveryCodes: { remaining: 10 } })
    const byApp = { challengeId: await challenge(client), code: app.code(), method: 'totp' } as const
    expect(await twoFactor.verifyCode(client, byApp)).toMatchObject({ kind: 'session' })
    const [code = ''] = recoveryCodes
    const byCode = { challengeId: await challenge(client), code, method: 'recovery', trustDevice: true } as const
    expect(await twoFactor.verifyCode(client, byCode)).toMatchObject({ kind: 'session' })
    expect(await client.signIn(ada)).toMatchObject({ kind: 'session' })
    clock.advance(STEP_MS)
    await stepUp.stepUpWithCode(client, { code: app.code(), method: 'totp' })
    expect((await twoFactor.createRecoveryCodes(client)).recoveryCodes).toHaveLength(10)
    await twoFactor.removeTotp(client)
    expect(await twoFactor.listFactors(client)).toMatchObject({ twoFactorEnabled: false, totp: null })
  })

  it('is a mailed code, of which there is another; switched on and off', async () => {
    const { client, mail } = await signedUp()
    await twoFactor.enableTwoFactor(client, { password: ada.password })
    const challengeId = await challenge(client)
    const first = (await mail.newest(ada.email)).code
    expect(await twoFactor.resendCode(client, challengeId)).toMatchObject({ kind: 'sent', codeSent: true })
    await expect.poll(async () => (await mail.newest(ada.email)).code).not.toBe(first)
    const { code } = await mail.newest(ada.email)
    expect(await twoFactor.verifyCode(client, { challengeId, code })).toMatchObject({ kind: 'session', user: { name: 'Ada' } })
    expect(await twoFactor.resendCode(client, crypto.randomUUID())).toEqual({ kind: 'unknown' })
    await twoFactor.disableTwoFactor(client, { password: ada.password })
    expect(await client.signIn(ada)).toMatchObject({ kind: 'session' })
  })
})

describe('a step-up', () => {
  it('is asked for where the service wants a proof, once for all that waits, and what was refused is done again', async () => {
    const { client, clock, calls } = await signedUp()
    clock.advance(STEP_UP_MS)
    const asked: stepUp.StepUp[] = []
    const prove = async (question: stepUp.StepUp) => {
      asked.push(question)
      return Boolean(await stepUp.stepUpWithPassword(client, ada.password))
    }
    calls.length = 0
    const begun = await Promise.all([1, 2].map(() => stepUp.withStepUp(client, () => twoFactor.beginTotp(client), prove)))
    expect(begun.map(({ secret }) => secret.length)).toEqual([32, 32])
    expect(asked).toEqual([{ elevatedUntil: null, methods: ['password'] }])
    expect(calls.filter((call) => call === 'POST /auth/step-up')).toHaveLength(1)
    expect((await stepUp.getStepUp(client)).elevatedUntil).not.toBeNull()
    expect(await stepUp.withStepUp(client, () => twoFactor.beginTotp(client), prove)).toMatchObject({
      secret: expect.any(String),
    })
    expect(asked).toHaveLength(1)
  })

  it('leaves the refusal where there is no proof, and every other error as it is', async () => {
    const { client, clock, mail, sql } = await signedUp()
    clock.advance(STEP_UP_MS)
    const begin = () => twoFactor.beginTotp(client)
    expect((await thrown(stepUp.withStepUp(client, begin, async () => false))).code).toBe('step_up_required')
    const wrong = () => stepUp.stepUpWithPassword(client, 'wrong horse 1').then(Boolean)
    expect((await thrown(stepUp.withStepUp(client, begin, wrong))).code).toBe('invalid_credentials')
    const other = () => twoFactor.confirmTotp(client, { code: '000000' })
    await stepUp.stepUpWithPassword(client, ada.password)
    expect((await thrown(stepUp.withStepUp(client, other, async () => true))).code).toBe('totp_not_begun')
    await sql(`UPDATE accounts SET password_hash = NULL`)
    await stepUp.sendStepUpCode(client)
    const { code } = await mail.newest(ada.email)
    expect(await stepUp.stepUpWithCode(client, { code, method: 'email' })).toMatchObject({ elevatedUntil: expect.any(String) })
  })
})

describe('a provider', () => {
  /** A page, as far as it is needed: it is left for another. */
  function page(href: string) {
    const left: string[] = []
    vi.stubGlobal('location', { href, assign: (address: string) => left.push(address) })
    return left
  }

  async function withProvider() {
    const corp = await identityProvider()
    const here = await visiting({ ...corpSettings(corp), ALLOWED_ORIGINS: 'https://app.example.com' })
    corp.register(`${here.config.server.publicUrl}/auth/oauth/corp/callback`)
    corp.person(ADA)
    /** Says yes there, and comes back: where to, in the end. */
    const returned = async (address: string | undefined) => {
      const back = new URL(await corp.approve(address ?? '', { as: ADA }))
      const answer = await here.fetch(`${here.baseUrl}${back.pathname}${back.search}`, { method: 'GET', redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    }
    return { ...here, returned }
  }

  it('signs in and comes back to the page, is connected and given up', async () => {
    const { client, returned } = await withProvider()
    expect(await providers.listProviders(client)).toEqual({ available: ['corp'] })
    const left = page('https://app.example.com/notes?at=3')
    await providers.signInWithProvider(client, 'corp')
    expect(await returned(left[0])).toBe('https://app.example.com/notes?at=3')
    expect(await client.load()).toMatchObject({ status: 'signed-in', user: { email: ADA.email } })
    expect(await providers.listProviders(client)).toEqual({ available: ['corp'], linked: ['corp'] })
    expect((await thrown(providers.unlinkProvider(client, 'corp'))).code).toBe('cannot_unlink_last_provider')
  })

  it('is connected with an account, and given up', async () => {
    const { client, returned } = await withProvider()
    await client.signUp({ ...ada, name: 'Ada' })
    const left = page('https://app.example.com/settings')
    await providers.linkProvider(client, 'corp', { returnTo: 'https://app.example.com/linked' })
    expect(await returned(left[0])).toBe('https://app.example.com/linked')
    expect((await providers.listProviders(client)).linked).toEqual(['corp'])
    await providers.unlinkProvider(client, 'corp')
    expect((await providers.listProviders(client)).linked).toEqual([])
  })

  it('says in the address what is owed or went wrong', async () => {
    const { client, returned } = await withProvider()
    page('https://app.example.com/')
    await client.signUp({ ...ada, name: 'Ada' })
    await client.signOut()
    const back = await returned(await providers.providerAddress(client, 'corp', { returnTo: 'https://app.example.com/in' }))
    expect(providers.readProviderReturn(back)).toEqual({ kind: 'failed', code: 'email_already_exists' })
    const at = (query: string) => providers.readProviderReturn(`https://app.example.com/in${query}`)
    expect(at('?requiresTwoFactor=true&challengeId=x')).toEqual({ kind: 'two-factor', challengeId: 'x' })
    expect([at('?requiresVerification=true'), at('')]).toEqual([{ kind: 'verification' }, undefined])
  })
})

describe('passkeys', () => {
  it('are said to be missing where there are none', async () => {
    const { client } = await signedUp()
    expect([hasPasskeys(), await canAutofill()]).toEqual([false, false])
    expect(await addPasskey(client)).toEqual({ kind: 'unsupported' })
    expect(await signInWithPasskey(client)).toEqual({ kind: 'unsupported' })
    expect(await signInWithPasskey(client, { autofill: true })).toEqual({ kind: 'unsupported' })
    expect(await stepUp.stepUpWithPasskey(client).catch((error) => error.code)).toBe('step_up_method')
    expect(await listPasskeys(client)).toEqual({ passkeys: [], total: 0 })
  })
})
