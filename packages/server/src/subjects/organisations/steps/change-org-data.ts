import { checkUnchanged, namesOf, nextChange } from '../../../gate/data/change-data.ts'
import { type Changes, mergedData } from '../../../gate/data/changes.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { type OrgData, orgDataIn } from '../tables/org-data.ts'
import type { Organisation } from '../tables/organisations.ts'

interface By {
  readonly actorId: string
  /** What administrators and backends write is in the operator's log alone: that of the organisation would name them, and private fields. */
  readonly isOperator?: true
  readonly ifUpdatedAt?: string | undefined
}

/** Writes values of the organisation, whose row is held. Where nothing is different, nothing is written. */
export async function changeDataOfOrg(
  tx: Transaction,
  { id }: Organisation,
  changes: Changes,
  { actorId, isOperator, ifUpdatedAt }: By,
): Promise<OrgData> {
  const { config, clock } = tx.deps
  const before = await orgDataIn(tx).find(id)
  if (!before) throw new Failure('org_not_found')
  checkUnchanged(before.updatedAt, ifUpdatedAt)
  const { data, changed } = mergedData(config.data.orgFields, before.data, changes)
  if (changed.length === 0) return before
  const after = { data, updatedAt: nextChange(before.updatedAt, clock.now()) }
  await orgDataIn(tx).set(id, after)
  const fields = namesOf(changed)
  const about = isOperator ? { metadata: { fields, orgId: id } } : { orgId: id, metadata: { fields } }
  await tx.record('data.changed', { actorId, ...about })
  return after
}
