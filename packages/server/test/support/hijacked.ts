import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import type { Person } from './identity-provider.ts'
import { twoProviders } from './two-providers.ts'

export const EMAIL = 'ada@example.com'

/** At `corp`, under an address of her own. */
export const MALLORY: Person = { sub: 'mallory-at-corp', email: 'mallory@example.com', email_verified: true, name: 'Mallory' }

/** At `corp`, under Ada's address, which `corp` passes on without having asked Ada. */
export const IMPOSTOR: Person = { sub: 'impostor-at-corp', email: EMAIL, email_verified: false, name: 'Ada' }

type Options = NonNullable<Parameters<typeof twoProviders>[0]>

/** A service with two providers, at one of which both strangers have an account. */
async function place(options: Options = {}) {
  const here = await twoProviders({ withMail: true, ...options })
  here.corp.person(MALLORY)
  here.corp.person(IMPOSTOR)
  const linked = async () => (await here.sql(`SELECT provider FROM identities ORDER BY provider`)).map((row) => row['provider'])
  const isIn = async (browser: Browser) => (await browser.clone().get('/auth/me')).status === 200
  /** The code of the newest mail to Ada that carries one. */
  const codeOf = async (count = 1): Promise<string> => {
    const codes = () => here.mail.mails.flatMap(({ recipients, code }) => (recipients.includes(EMAIL) && code ? [code] : []))
    await expect.poll(() => codes().length).toBeGreaterThanOrEqual(count)
    return codes().at(-1) ?? ''
  }
  return { ...here, linked, isIn, codeOf }
}

/** Somebody has registered Ada's address with a password and linked this identity; the code is in Ada's mailbox. */
export async function claimedWith(as: Person, options?: Options) {
  const here = await place(options)
  const mallory = await here.signedUp(EMAIL)
  await here.link(mallory, as)
  await mallory.post('/auth/resend-verification')
  return { ...here, mallory, code: await here.codeOf() }
}

/** Mallory has, with an identity of her own, through which she has signed in as well. */
export async function claimedByPassword(options?: Options) {
  const here = await claimedWith(MALLORY, options)
  const throughCorp = here.browser()
  await here.signIn(throughCorp, MALLORY)
  return { ...here, throughCorp }
}

/** Mallory has come from a provider that does not ask whether the address is hers; the code is in Ada's mailbox. */
export async function claimedByProvider(options?: Options) {
  const here = await place(options)
  const mallory = await here.newcomer(IMPOSTOR)
  await mallory.post('/auth/resend-verification')
  return { ...here, mallory, code: await here.codeOf() }
}

/** The same where nobody gets a session before the address is proved. */
export async function claimedAndPending(options: Options = {}) {
  const here = await place({ ...options, env: { REQUIRE_EMAIL_VERIFICATION: 'true', ...options.env } })
  const mallory = await here.newcomer(IMPOSTOR)
  return { ...here, mallory, code: await here.codeOf() }
}
