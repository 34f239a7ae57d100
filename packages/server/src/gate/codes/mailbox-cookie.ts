import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { openValue, sealValue } from '../../platform/kernel/sealed-value.ts'
import type { Deps } from '../deps.ts'

/** As long as the link of a reset works by default. */
const LIFE_MS = 3_600_000

/** `proved` is a sign-in as well: this browser has just redeemed what was mailed to the address. */
type NextStep = 'verification' | 'reset' | 'sign-in' | 'proved'
type Mailbox = { readonly email: string; readonly for: NextStep; readonly expiresAt: number }

/** Keeps an address that was typed or proved in this browser for the next page. It does not say whether there is an account. */
export const mailboxCookie = ({ clock, keys }: Deps, typed: string, nextStep: NextStep) =>
  sealValue<Mailbox>(keys.mailboxes, { email: canonicalEmail(typed) ?? '', for: nextStep, expiresAt: clock.now() + LIFE_MS })

export function mailboxOf({ clock, keys }: Deps, token: string | undefined, nextStep: NextStep): string | undefined {
  const mailbox = openValue<Mailbox>(keys.mailboxes, token, clock.now())
  const isMeant = mailbox?.for === nextStep || (nextStep === 'sign-in' && mailbox?.for === 'proved')
  return mailbox && isMeant && mailbox.email !== '' ? mailbox.email : undefined
}
