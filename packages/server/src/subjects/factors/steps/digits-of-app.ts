import type { Deps } from '../../../gate/deps.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

/** How long the codes of an account's app are. Undefined where there is none, or it must not be known whose sign-in it is. */
export const digitsOfApp = async ({ store }: Pick<Deps, 'store'>, accountId: string | undefined): Promise<number | undefined> =>
  accountId === undefined ? undefined : (await totpSeedsIn(store).find(accountId))?.digits
