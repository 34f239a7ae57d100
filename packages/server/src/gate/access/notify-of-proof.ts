import { readDevice } from '../../platform/kernel/device.ts'
import type { ClientLocation } from '../../platform/mail/mail-kinds.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Removed } from '../hooks.ts'
import { tellsOwners } from '../mails/notify.ts'
import type { Transaction } from '../transaction.ts'
import { type AccountOrigin, originOf } from './account-origin.ts'
import { reportLink } from './report-link.ts'
import { labelsOf, signInMethodsOf } from './sign-in-methods.ts'

interface ProofNotice {
  readonly removed?: Removed
  /** A password is being set in this very transaction, so the row does not have one yet. */
  readonly hasNewPassword?: boolean
}

/** Before a proof the link in the mail takes everything away; after a proof, only what was enrolled since. */
export async function notifyOfProof(
  tx: Transaction,
  { id }: Account,
  { removed = { kinds: [], providers: [] }, hasNewPassword = false }: ProofNotice = {},
): Promise<void> {
  const { deps } = tx
  const account = tellsOwners(deps.config) ? await accountsIn(tx).find(id) : undefined
  if (!account) return
  const { hasPassword, providers, passkeys } = await signInMethodsOf(tx, deps, account)
  const origin = await originOf(tx, account)
  await tx.notify('mailbox-proved', account, {
    madeWhen: origin.madeAt,
    madeFrom: locationOf(origin),
    hasPassword: hasPassword || hasNewPassword ? 'yes' : '',
    providers: labelsOf(deps, providers).join(', '),
    passkeys: passkeys === 0 ? '' : String(passkeys),
    removed: removed.kinds.join(' '),
    removedProviders: labelsOf(deps, removed.providers).join(', '),
    link: await reportLink(tx, account, account.mailboxProvedAt === undefined ? 0 : deps.clock.now()),
  })
}

/** A user agent may be any text, so only known browsers and systems are named. */
function locationOf({ ip, userAgent }: AccountOrigin): ClientLocation {
  const { browser = '', system = '' } = readDevice(userAgent)
  return { ip, browser, system: browser && system }
}
