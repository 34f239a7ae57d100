import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'

/** More than one looks through; the rest are found from their own pages. */
const MOST = 100

/** The organisations that an account belongs to. Where they are switched off, nothing is said of them. */
export const organisationsOf = async ({ config, store }: Deps, accountId: string) =>
  config.organisations.enabled ? (await organisationsIn(store).listOf(accountId, MOST, 0)).found : []

export const findBySlug = ({ store }: Deps, slug: string): Promise<Organisation | undefined> =>
  organisationsIn(store).findBySlug(slug)

/** What those are called that still exist. */
export async function namesOf({ store }: Deps, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(accountIds.map((id) => accountsIn(store).find(id)))
  return new Map(found.flatMap((account) => (account ? [[account.id, account.name]] : [])))
}
