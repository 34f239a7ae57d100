import { organisationBringer } from '../../../gate/account-file/organisation-bringer.ts'
import { roleInWords } from '../../../gate/accounts/admin-scopes.ts'
import { accountBatchesIn } from '../../../gate/accounts/tables/account-batches.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { accountDataIn } from '../../../gate/data/tables/account-data.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { recoveryCodesIn, totpSeedsIn } from '../../factors/index.ts'
import { identitiesIn } from '../../providers/index.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Note, Verdict } from '../report/counts.ts'
import { accountOriginsIn } from '../tables/account-origins.ts'
import type { ImportRun } from '../tables/import-runs.ts'
import type { Decision } from './decide.ts'
import { organisationTold, type Prepared, type PreparedOrganisation, verdictOn } from './prepared.ts'

type Linked = Extract<Decision, { readonly kind: 'linked' }>

/**
 * Accounts with all that belongs to them, each kind of row in few statements. Returns those that could not become a member of all the
 * organisations that their records name.
 */
export async function writeAccounts(
  tx: Transaction,
  made: readonly Prepared[],
  { id: runId, source }: ImportRun,
): Promise<ReadonlySet<string>> {
  const now = tx.deps.clock.now()
  await accountBatchesIn(tx).add(
    made.map(({ account }) => account),
    now,
  )
  await accountOriginsIn(tx).add(
    made.map(({ account, sourceId, origin }) => ({ source, sourceId, createdAt: now, ...origin, accountId: account.id, runId })),
  )
  await identitiesIn(tx).addAll(made.flatMap(({ identities }) => identities))
  await totpSeedsIn(tx).addAll(made.flatMap(({ seed }) => seed ?? []))
  await recoveryCodesIn(tx).addAll(made.flatMap(({ recoveryCodes }) => recoveryCodes))
  const passkeys = made.flatMap((one) => one.passkeys)
  if (passkeys.length > 0) await offeredPasskeys()?.bring(tx, passkeys)
  for (const { account, data } of made) {
    const values = [...(data ?? [])].map(([{ name }, value]) => [name, value] as const)
    if (values.length > 0) await accountDataIn(tx).add(account.id, values)
    if (account.role === 'admin')
      await tx.record('admin.user.role_changed', { targetUserId: account.id, metadata: roleInWords(account) })
  }
  return organisationBringer().join(
    tx,
    made.flatMap(({ account, memberships }) => memberships.map((one) => ({ ...one, accountId: account.id }))),
    runId,
  )
}

export async function writeOrganisation(
  tx: Transaction,
  wanted: PreparedOrganisation,
  { id: runId }: ImportRun,
): Promise<Verdict> {
  const { organisation, notes } = wanted
  const told = organisationTold(wanted)
  const brought = await organisationBringer().bring(tx, organisation, runId)
  if (!brought) return { ...told, outcome: 'refused', reason: 'id_taken' }
  const isRenamed = brought.slug !== organisation.slug
  return { ...told, outcome: 'created', notes: [...notes, 'organisation', ...(isRenamed ? (['new_slug'] as const) : [])] }
}

export const mayBeLinked = ({ role, bannedAt, mailboxProvedAt }: Account): boolean =>
  role !== 'admin' && bannedAt === undefined && mailboxProvedAt !== undefined

/**
 * An identity opens the account, so it is added only where the mailbox is the owner's on both sides, and never for an administrator or a
 * banned account. The owner is told of each.
 */
export async function linkIdentities(
  tx: Transaction,
  { wanted, accountId, identities }: Linked,
  { providers }: Pick<ImportOptions, 'providers'>,
): Promise<Verdict> {
  const told = verdictOn(wanted)
  const account = await accountsIn(tx).lock(accountId, tx.deps.clock.now())
  if (!account || !mayBeLinked(account)) return { ...told, outcome: 'skipped', reason: 'email_already_exists' }
  const labels = new Map([...providers.values()].map(({ name, label }) => [name, label]))
  let added = 0
  for (const identity of identities) {
    if (!(await identitiesIn(tx).add({ ...identity, accountId }))) continue
    added++
    await tx.record('oauth.linked', { targetUserId: accountId, metadata: { provider: identity.provider } })
    await tx.notify('provider-linked', account, { provider: labels.get(identity.provider) ?? identity.provider })
  }
  if (added === 0) return { ...told, outcome: 'skipped', reason: 'identity_already_linked' }
  const notes: Note[] = added < wanted.identities.length ? ['identity_already_linked'] : []
  return { ...told, outcome: 'linked', accountId, notes }
}
