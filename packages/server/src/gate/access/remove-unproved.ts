import type { Connection } from '../../platform/store/table.ts'
import { deviceReportsIn } from '../../subjects/devices/tables/device-reports.ts'
import { emailRevertsIn } from '../../subjects/email-change/tables/email-reverts.ts'
import { removeFactorsSince } from '../../subjects/factors/steps/remove-factors-since.ts'
import { endKeysOf } from '../../subjects/keys/steps/end-keys.ts'
import { leaveOrganisations } from '../../subjects/organisations/steps/unwind-memberships.ts'
import { identitiesIn } from '../../subjects/providers/tables/identities.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { devicesIn } from '../sessions/tables/devices.ts'
import { endEverythingOf } from './end-access.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

/** What an account had before its mailbox was proved, as the owner is told of it. */
export const UNPROVED = [
  'password',
  'passkeys',
  'totp',
  'recovery',
  'providers',
  'browsers',
  'api-keys',
  'organisations',
] as const

export interface Removed {
  readonly kinds: readonly (typeof UNPROVED)[number][]
  /** By name. */
  readonly providers: readonly string[]
}

const REASON = 'mailbox_proved'
const NO_FACTORS = { passkeys: false, totp: false, recovery: false }

/**
 * Takes from an account, whose row is held, everything that a stranger could have set before its mailbox was proved. An
 * administrator keeps every factor: a mailbox alone changes nothing of how they get in.
 */
export async function removeUnproved(
  tx: Connection,
  context: Context,
  account: Account,
  locked: ReadonlySet<string>,
  voidsPassword: boolean,
): Promise<Removed> {
  const { id } = account
  const now = context.deps.clock.now()
  const factors = account.role === 'admin' ? NO_FACTORS : await removeFactorsSince(tx, context, account, 0, REASON)
  const providers = await removeUnvouched(tx, context, account)
  const browsers = await devicesIn(tx).removeAllOf(id)
  const keys = await endKeysOf(tx, context, id, REASON)
  const organisations = await leaveOrganisations(tx, context, id, locked)
  await deviceReportsIn(tx).removeAllOf(id)
  await emailRevertsIn(tx).endAllOf(id, now)
  const losesPassword = voidsPassword && account.passwordHash !== undefined
  if (losesPassword) await accountsIn(tx).voidPassword(id, now)
  await mailboxProofsIn(tx).claim(id, now)
  await endEverythingOf(tx, context, id)
  const isGone = {
    ...factors,
    password: losesPassword,
    providers: providers.length > 0,
    browsers: browsers > 0,
    'api-keys': keys > 0,
    organisations: organisations > 0,
  }
  return { kinds: UNPROVED.filter((kind) => isGone[kind]), providers }
}

/** Identities that do not vouch for the address: any stranger could have linked them. Says of which providers they were. */
async function removeUnvouched(tx: Connection, context: Context, { id, email }: Account): Promise<readonly string[]> {
  const linked = await identitiesIn(tx).listOf(id)
  const removed = linked.filter(({ vouchedEmail }) => vouchedEmail !== email).map(({ provider }) => provider)
  for (const provider of removed) {
    await identitiesIn(tx).remove(id, provider)
    await record(tx, context, 'oauth.unlinked', { actorId: id, targetUserId: id, metadata: { provider, reason: REASON } })
  }
  return removed
}
