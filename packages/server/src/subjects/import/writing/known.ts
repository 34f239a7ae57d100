import { accountBatchesIn } from '../../../gate/accounts/tables/account-batches.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { identitiesIn } from '../../providers/index.ts'
import { accountOriginsIn } from '../tables/account-origins.ts'
import type { Prepared } from './prepared.ts'

/** What is taken of all that a batch wants. */
export interface Known {
  /** The account that has an address; empty where the address is only kept for one. */
  readonly emails: Map<string, string>
  /** Addresses that an earlier record of the same file has got. */
  readonly ofThisFile: Set<string>
  readonly ids: Set<string>
  readonly identities: Set<string>
  readonly credentials: Set<string>
}

export const identityKey = ({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string =>
  JSON.stringify([issuer, subject])

/** A few statements for a whole batch. */
export async function findKnown(tables: Connection, batch: readonly Prepared[], runId: string, now: number): Promise<Known> {
  const addresses = batch.map(({ account }) => account.email)
  const emails = new Map(await accountBatchesIn(tables).withAddresses(addresses))
  for (const email of await accountBatchesIn(tables).reserved(addresses, now)) if (!emails.has(email)) emails.set(email, '')
  const made = await accountOriginsIn(tables).madeBy(runId, [...emails.values()].filter(Boolean))
  const keptIds = batch.filter(({ isIdKept }) => isIdKept).map(({ account }) => account.id)
  const wanted = batch.flatMap(({ identities }) => identities)
  const identities = new Set<string>()
  for (const issuer of new Set(wanted.map((one) => one.issuer))) {
    const subjects = wanted.filter((one) => one.issuer === issuer).map(({ subject }) => subject)
    for (const subject of await identitiesIn(tables).taken(issuer, subjects)) identities.add(identityKey({ issuer, subject }))
  }
  const credentialIds = batch.flatMap(({ passkeys }) => passkeys.map(({ credentialId }) => credentialId))
  return {
    emails,
    ofThisFile: new Set([...emails].filter(([, id]) => made.has(id)).map(([email]) => email)),
    ids: new Set(await accountBatchesIn(tables).taken(keptIds)),
    identities,
    credentials: new Set(await offeredPasskeys()?.taken(tables, credentialIds)),
  }
}
