import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { openValue, sealValue } from '../../platform/kernel/sealed-value.ts'
import type { Deps } from '../deps.ts'

/** As long as the link of a reset works by default. */
const LIFE_MS = 3_600_000

type NextStep = 'verification' | 'reset' | 'sign-in'
type Mailbox = { readonly email: string; readonly for: NextStep; readonly expiresAt: number }

/** Keeps an address that was typed or proved in this browser for the next page. It does not say whether there is an account. */
export const mailboxCookie = ({ clock, keys }: Deps, typed: string, nextStep: NextStep) =>
  sealValue<Mailbox>(keys.mailboxes, { email: canonicalEmail(typed) ?? '', for: nextStep, expiresAt: clock.now() + LIFE_MS })

export function mailboxOf({ clock, keys }: Deps, token: string | undefined, nextStep: NextStep): string | undefined {
  const mailbox = openValue<Mailbox>(keys.mailboxes, token, clock.now())
  return mailbox?.for === nextStep && mailbox.email !== '' ? mailbox.email : undefined
}
