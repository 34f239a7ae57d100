import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { OidcClient } from '../tables/clients.ts'

const DEMANDS = ['role', 'organisation', 'verified', 'second_factor'] as const
export type Demand = (typeof DEMANDS)[number]

/**
 * The first thing that a person lacks for an application; what they cannot do themselves comes first. A session of the application has
 * passed nothing itself: `secondFactorAt` is then what the proof of its grant says (`secondFactorAtOf`).
 */
export async function unmetDemand(
  tables: Connection,
  deps: Pick<Deps, 'config'>,
  { demands }: Pick<OidcClient, 'demands'>,
  account: Pick<Account, 'id' | 'role' | 'verifiedAt'>,
  session: Pick<Session, 'secondFactorAt'>,
): Promise<Demand | undefined> {
  if (demands.role === 'admin' && account.role !== 'admin') return 'role'
  if (demands.organisation !== undefined && !(await isMember(tables, deps, demands.organisation, account.id)))
    return 'organisation'
  if (demands.verified && account.verifiedAt === undefined) return 'verified'
  return demands.secondFactor && session.secondFactorAt === undefined ? 'second_factor' : undefined
}

/** An organisation has no members once it is gone, or where organisations are switched off. */
async function isMember(
  tables: Connection,
  { config }: Pick<Deps, 'config'>,
  orgId: string,
  accountId: string,
): Promise<boolean> {
  for (const { memberships } of HOOKS) if (await memberships?.isMember(tables, config, orgId, accountId)) return true
  return false
}
