import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { seal, unseal } from '../../platform/kernel/keys.ts'
import type { Deps } from '../deps.ts'

/** As long as the link of a reset works by default. */
const LIFE_MS = 3_600_000

/** What the next page is to do with the address: to wait for one of these mails, or to sign in. */
type Awaited = 'verification' | 'reset' | 'sign-in'

interface Mailbox {
  readonly email: string
  readonly for: Awaited
  readonly expiresAt: number
}

/**
 * An address that was typed in this browser, or proved by a code in it, kept there for the next page: it names the address, and
 * sends again without asking. Whether there is an account, it does not say.
 */
export function mailboxCookie(
  { clock, keys }: Deps,
  typed: string,
  awaited: Awaited,
): { readonly token: string; readonly expiresAt: number } {
  const mailbox: Mailbox = { email: canonicalEmail(typed) ?? '', for: awaited, expiresAt: clock.now() + LIFE_MS }
  return { token: seal(keys.mailboxes, JSON.stringify(mailbox)), expiresAt: mailbox.expiresAt }
}

/** Undefined for a cookie that is for something else, that has run out or that we did not seal. */
export function mailboxOf({ clock, keys }: Deps, token: string | undefined, awaited: Awaited): string | undefined {
  if (token === undefined) return undefined
  try {
    const { email, for: wanted, expiresAt }: Mailbox = JSON.parse(unseal(keys.mailboxes, token))
    return expiresAt > clock.now() && wanted === awaited && email !== '' ? email : undefined
  } catch {
    return undefined
  }
}
