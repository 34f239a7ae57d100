import type { PresentedCookies } from '../../kernel/cookies.ts'
import { readDevice } from '../../kernel/device.ts'
import type { Place } from '../../mail/mail-kinds.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import type { Context } from '../deps.ts'
import { reportLink } from '../lifecycle/new-device.ts'
import { notify } from '../mails/notify.ts'
import { type AccountOrigin, originOf } from './account-origin.ts'
import { holderOf } from './holder-of.ts'
import { newcomerOf } from './newcomer-cookie.ts'
import { removeUnvouched } from './remove-unvouched.ts'
import { labelsOf, waysIn } from './ways-in.ts'

/** Noted beside a proof that came from a browser which the account did not know. */
interface ForeignProof {
  readonly browser: 'unknown'
  /** Names of providers, separated by spaces. */
  readonly removed?: string
}

/**
 * The mailbox of an account was proved for the first time. In a browser that is signed in to the account, or in which
 * it was made, nothing more happens. In any other one the account may have been made by a stranger, with an
 * address that is not theirs: what they have linked is removed, and the owner is told how the account came to be and what
 * opens it. Pass the account as it is held in the transaction of the proof, from before it was marked as verified.
 */
export async function firstProof(
  tx: Tables,
  context: Context,
  account: Account,
  cookies: PresentedCookies,
): Promise<ForeignProof | undefined> {
  const { deps } = context
  if (account.verifiedAt !== undefined || newcomerOf(deps, cookies.newcomer) === account.id) return undefined
  if ((await holderOf(tx, context, cookies))?.id === account.id) return undefined
  const removed = await removeUnvouched(tx, context, account)
  await notifyOfProof(tx, context, account, removed)
  return { browser: 'unknown', ...(removed.length > 0 && { removed: removed.join(' ') }) }
}

/** Tells the owner of a mailbox how the account came to be and what opens it, and what to do where it is not theirs. */
export async function notifyOfProof(
  tx: Tables,
  context: Context,
  account: Account,
  removed: readonly string[] = [],
): Promise<void> {
  const { deps } = context
  if (!deps.config.mail.securityNotices) return
  const { hasPassword, providers, passkeys } = await waysIn(tx, deps, account)
  const origin = await originOf(tx, account)
  await notify(tx, context, 'mailbox-proved', account, {
    madeWhen: origin.madeAt,
    madeFrom: placeOf(origin),
    hasPassword: hasPassword ? 'yes' : '',
    providers: labelsOf(deps, providers).join(', '),
    passkeys: passkeys === 0 ? '' : String(passkeys),
    removed: labelsOf(deps, removed).join(', '),
    // All of it may be a stranger's, unless the owner has proved another mailbox before.
    link: await reportLink(tx, context, account, (await tx.accountAddresses.wasProved(account.id)) ? deps.clock.now() : 0),
  })
}

/** Only what we know the name of: a user agent may be any text. */
function placeOf({ ip, userAgent }: AccountOrigin): Place {
  const { browser = '', system = '' } = readDevice(userAgent)
  return { ip, browser, system: browser && system }
}
