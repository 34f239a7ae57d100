import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browserWorld } from '../../../server/test/browser/browser-world.ts'
import { withAuthenticator } from '../../../server/test/browser/virtual-authenticator.ts'
import { STEP_UP_MS } from '../../../server/test/support/stepped-up.ts'
import { PASSWORD } from '../../../server/test/support/world.ts'
import type { Client } from '../../src/index.ts'
import type * as passkeys from '../../src/passkeys.ts'
import type * as stepUp from '../../src/step-up.ts'
import type * as twoFactor from '../../src/two-factor.ts'
import { pageOnService } from './page-on-service.ts'

interface Entries {
  readonly client: Client
  readonly passkeys: typeof passkeys
  readonly stepUp: typeof stepUp
  readonly twoFactor: typeof twoFactor
}

type Window = { entries: Entries; waiting: Promise<{ kind: string }>; stop: AbortController }

const ada = { email: 'ada@example.com', password: PASSWORD }

const signOut = (page: Page) => page.evaluate(() => (window as unknown as Window).entries.client.signOut())
const status = (page: Page) => page.evaluate(() => (window as unknown as Window).entries.client.state().status)

const add = (page: Page) =>
  page.evaluate(() => {
    const { client, passkeys: own } = (window as unknown as Window).entries
    return own.addPasskey(client, { name: 'My laptop', keepOtherSessions: true })
  })

const enter = (page: Page) =>
  page.evaluate(async () => {
    const { client, passkeys: own } = (window as unknown as Window).entries
    return (await own.signInWithPasskey(client)).kind
  })

/** Goes on while the page asks; `waited` has the answer in the end. */
const offer = (page: Page) =>
  page.evaluate(async () => {
    const { entries } = window as unknown as Window
    const stop = new AbortController()
    const waiting = entries.passkeys.signInWithPasskey(entries.client, { autofill: true, signal: stop.signal })
    Object.assign(window, { stop, waiting })
  })

const waited = (page: Page) => page.evaluate(async () => (await (window as unknown as Window).waiting).kind)

async function visited() {
  const here = await browserWorld()
  const page = await here.visitor()
  const authenticator = await withAuthenticator(page)
  await page.goto(await pageOnService(page, 'entries-page.ts', '<input autocomplete="username webauthn">'))
  await page.waitForFunction(() => 'entries' in window)
  await page.evaluate(
    (newcomer) => (window as unknown as Window).entries.client.signUp({ ...newcomer, name: 'Ada' }).then(() => undefined),
    ada,
  )
  return { here, page, authenticator }
}

it('passkeys are added, signed in with by a button and by what the browser offers, and may be refused', async () => {
  const { page, authenticator } = await visited()
  await authenticator.knows(false)
  expect(await add(page)).toEqual({ kind: 'cancelled' })
  await authenticator.knows(true)
  expect(await add(page)).toMatchObject({ kind: 'added', passkey: { name: 'My laptop', transports: ['internal'] } })
  expect(await add(page)).toEqual({ kind: 'exists' })
  await signOut(page)

  await authenticator.knows(false)
  expect([await enter(page), await status(page)]).toEqual(['cancelled', 'signed-out'])
  await authenticator.knows(true)
  expect([await enter(page), await status(page)]).toEqual(['session', 'signed-in'])
  await signOut(page)

  await authenticator.answers(false)
  await offer(page)
  await page.evaluate(() => (window as unknown as Window).stop.abort())
  expect(await waited(page)).toBe('cancelled')
  // What is offered gives way to what is asked for.
  const asked = page.waitForResponse(/passkey\/options/)
  await offer(page)
  await asked
  await page.evaluate(() => {
    const { client, passkeys: own } = (window as unknown as Window).entries
    void own.signInWithPasskey(client, { signal: AbortSignal.timeout(5000) })
  })
  expect(await waited(page)).toBe('cancelled')
})

it('passkeys are offered for as long as a page is open, and the one that is chosen signs in', async () => {
  const { page, authenticator } = await visited()
  await add(page)
  await signOut(page)
  await authenticator.answers(false)
  const questions: string[] = []
  await page.route(/passkey\/options$/, async (route) => {
    const response = await route.fetch()
    const { options, state } = await response.json()
    questions.push(state)
    // The first two are over at once; with the third, somebody chooses.
    const isLast = questions.length === 3
    await authenticator.answers(isLast)
    await route.fulfill({ response, json: { options: { ...options, timeout: isLast ? options.timeout : 1 }, state } })
  })
  await offer(page)
  expect([await waited(page), await status(page), questions.length]).toEqual(['session', 'signed-in', 3])
})

it('one completes a sign-in, proves who one is, and is renamed and removed', async () => {
  const { here, page } = await visited()
  await add(page)
  const kinds = await page.evaluate(async (credentials) => {
    const { client, passkeys: own, twoFactor: second } = (window as unknown as Window).entries
    await second.enableTwoFactor(client, { method: 'passkey', keepOtherSessions: true })
    await client.signOut()
    const entry = await client.signIn(credentials)
    const { challengeId = '' } = entry.kind === 'two-factor' ? entry : {}
    const done = await second.verifyPasskey(client, { challengeId })
    const {
      passkeys: [one],
    } = await own.listPasskeys(client)
    const renamed = await own.renamePasskey(client, one?.id ?? '', 'My key')
    return [entry.kind, done.kind, renamed.name]
  }, ada)
  expect(kinds).toEqual(['two-factor', 'session', 'My key'])

  here.clock.advance(STEP_UP_MS)
  const removed = await page.evaluate(async () => {
    const { client, passkeys: own, stepUp: step } = (window as unknown as Window).entries
    const {
      passkeys: [one],
    } = await own.listPasskeys(client)
    const asked: unknown[] = []
    await step.withStepUp(
      client,
      () => own.removePasskey(client, one?.id ?? ''),
      async ({ methods }) => {
        asked.push(...methods)
        return (await step.stepUpWithPasskey(client)).kind === 'elevated'
      },
    )
    return [asked, (await own.listPasskeys(client)).total]
  })
  expect(removed).toEqual([['passkey'], 0])
})
