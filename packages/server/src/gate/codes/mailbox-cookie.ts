import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { seal, unseal } from '../../platform/kernel/keys.ts'
import type { Deps } from '../deps.ts'

/** As long as the link of a reset works by default. */
const LIFE_MS = 3_600_000

type NextStep = 'verification' | 'reset' | 'sign-in'
type Mailbox = { readonly email: string; readonly for: NextStep; readonly expiresAt: number }

/** Keeps an address that was typed or proved in this browser for the next page. It does not say whether there is an account. */
export function mailboxCookie({ clock, keys }: Deps, typed: string, nextStep: NextStep) {
  const mailbox: Mailbox = { email: canonicalEmail(typed) ?? '', for: nextStep, expiresAt: clock.now() + LIFE_MS }
  return { token: seal(keys.mailboxes, JSON.stringify(mailbox)), expiresAt: mailbox.expiresAt }
}

export function mailboxOf({ clock, keys }: Deps, token: string | undefined, nextStep: NextStep): string | undefined {
  if (token === undefined) return undefined
  try {
    const { email, for: wanted, expiresAt }: Mailbox = JSON.parse(unseal(keys.mailboxes, token))
    return expiresAt > clock.now() && wanted === nextStep && email !== '' ? email : undefined
  } catch {
    return undefined
  }
}
