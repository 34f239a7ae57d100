import { mayDo } from '../../../gate/accounts/admin-scopes.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { OPERATOR, webhooksIn } from '../tables/webhooks.ts'
import { disable } from './settle-attempt.ts'

/** A webhook ends with the power of its maker, an administrator or a key; an operator loses none. To enable it is to make it once more. */
export async function disableWithoutPower(context: Context, id: string): Promise<boolean> {
  const webhook = await webhooksIn(context.deps.store).find(id)
  if (!webhook || (await isAble(context.deps, webhook.createdBy))) return false
  await disable(context, webhook, 'maker_without_power')
  return true
}

async function isAble({ store }: Deps, maker: string | undefined): Promise<boolean> {
  if (maker === undefined) return false
  if (maker === OPERATOR) return true
  const account = await accountsIn(store).find(maker)
  if (account) return account.role === 'admin' && account.bannedAt === undefined && mayDo(account, 'webhooks:write')
  for (const { openedBy } of HOOKS) if ((await openedBy?.(store, maker))?.includes('webhooks:write')) return true
  return false
}
