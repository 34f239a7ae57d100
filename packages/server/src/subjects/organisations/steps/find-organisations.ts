import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'

/** None where organisations are switched off. The console shows the first hundred; further ones are found from their own pages. */
export const organisationsOf = async ({ config, store }: Deps, accountId: string) =>
  config.organisations.enabled ? (await organisationsIn(store).listOf(accountId, 100, 0)).found : []

export const findBySlug = ({ store }: Deps, slug: string): Promise<Organisation | undefined> =>
  organisationsIn(store).findBySlug(slug)

/** Accounts that are gone have no name here. */
export async function namesOf({ store }: Deps, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(accountIds.map((id) => accountsIn(store).find(id)))
  return new Map(found.flatMap((account) => (account ? [[account.id, account.name]] : [])))
}
