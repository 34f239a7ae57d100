import { readDevice } from '../../platform/kernel/device.ts'
import type { ClientLocation } from '../../platform/mail/mail-kinds.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Removed } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { type AccountOrigin, originOf } from './account-origin.ts'
import { reportLink } from './report-link.ts'
import { labelsOf, waysIn } from './ways-in.ts'

const NOTHING: Removed = { kinds: [], providers: [] }

interface ProofNotice {
  readonly removed?: Removed
  /** One is set in this very transaction. */
  readonly hasNewPassword?: boolean
}

/**
 * Tells the owner of a mailbox how the account came to be, what opens it, what no longer does, and what to do where it is not
 * theirs. Before a proof all of it may be a stranger's, and the link takes all of it away; after one it ends what is left.
 */
export async function notifyOfProof(
  tx: Transaction,
  { id }: Account,
  { removed = NOTHING, hasNewPassword = false }: ProofNotice = {},
): Promise<void> {
  const { deps } = tx
  const account = deps.config.mail.securityNotices ? await accountsIn(tx).find(id) : undefined
  if (!account) return
  const { hasPassword, providers, passkeys } = await waysIn(tx, deps, account)
  const origin = await originOf(tx, account)
  await tx.notify('mailbox-proved', account, {
    madeWhen: origin.madeAt,
    madeFrom: placeOf(origin),
    hasPassword: hasPassword || hasNewPassword ? 'yes' : '',
    providers: labelsOf(deps, providers).join(', '),
    passkeys: passkeys === 0 ? '' : String(passkeys),
    removed: removed.kinds.join(' '),
    removedProviders: labelsOf(deps, removed.providers).join(', '),
    link: await reportLink(tx, account, account.mailboxProvedAt === undefined ? 0 : deps.clock.now()),
  })
}

/** Only what we know the name of: a user agent may be any text. */
function placeOf({ ip, userAgent }: AccountOrigin): ClientLocation {
  const { browser = '', system = '' } = readDevice(userAgent)
  return { ip, browser, system: browser && system }
}
