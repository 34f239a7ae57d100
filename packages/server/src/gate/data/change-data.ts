import { timestamp } from '../../platform/kernel/clock.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Transaction } from '../transaction.ts'
import { type Changes, mergedData } from './changes.ts'
import type { Field, Value } from './field.ts'
import { accountDataIn } from './tables/account-data.ts'

/** For the audit log, which is told the names of fields and never a value. */
export const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ')

/** Milliseconds are what a client is told, so each change is at a later one than that before. */
export const nextChange = (before: number, now: number): number => Math.max(now, before + 1)

export function checkUnchanged(updatedAt: number, ifUpdatedAt: string | undefined): void {
  if (ifUpdatedAt === undefined) return
  if (Number.isNaN(Date.parse(ifUpdatedAt)))
    throw new Failure('invalid_input', { message: 'ifUpdatedAt must be the updatedAt of an earlier answer.' })
  if (timestamp(updatedAt) !== new Date(ifUpdatedAt).toISOString()) throw new Failure('data_changed')
}

/**
 * Writes values of the account, whose row is held: what others have written to other fields meanwhile stays. Where nothing is different,
 * nothing is written.
 */
export async function changeData(
  tx: Transaction,
  account: Account,
  changes: Changes,
  { actorId, ifUpdatedAt, sessionId }: { actorId: string | undefined; ifUpdatedAt?: string | undefined; sessionId?: string },
): Promise<{ readonly account: Account; readonly updatedAt: number }> {
  const { config, clock } = tx.deps
  const before = (await accountsIn(tx).findData(account.id))?.updatedAt ?? account.createdAt
  checkUnchanged(before, ifUpdatedAt)
  const { data, changed } = mergedData(config.data.fields, account.data, changes)
  if (changed.length === 0) return { account, updatedAt: before }
  const now = clock.now()
  const updatedAt = nextChange(before, now)
  await accountsIn(tx).setData(account.id, data, { updatedAt, now })
  await accountDataIn(tx).replace(account.id, writtenOf(changes, changed))
  const metadata = { fields: namesOf(changed) }
  await tx.record('data.changed', { actorId, targetUserId: account.id, ...(sessionId !== undefined && { sessionId }), metadata })
  return { account: { ...account, data }, updatedAt }
}

const writtenOf = (changes: Changes, changed: readonly Field[]): readonly (readonly [string, Value | undefined])[] =>
  changed.map((field) => [field.name, changes.get(field)] as const)
