import type { Elevation, StepUpMethod } from '../../kernel/elevation.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Way } from '../../store/tables/sessions.ts'
import type { Caller, Deps } from '../deps.ts'

/** What a proof is worth. One that is worth more counts wherever a lesser one is asked for. */
const STRENGTH = { email: 1, password: 2 } as const satisfies Record<StepUpMethod, number>

/** What a sign-in counts as. An invite ends in a password; a provider proves no more than a mailbox does. */
const OF_SIGN_IN = {
  password: 'password',
  invite: 'password',
  provider: 'email',
  mailbox: 'email',
} as const satisfies Record<Way['method'], StepUpMethod>

/** A visitor who has just signed in has proved who they are. */
export const elevationBy = ({ method }: Way, at: number): Elevation => ({ method: OF_SIGN_IN[method], at })

/** How an account proves again whose it is: as its owner would sign in. */
export const methodsOf = ({ passwordHash }: Pick<Account, 'passwordHash'>): readonly StepUpMethod[] =>
  passwordHash === undefined ? ['email'] : ['password']

/** Until when a proof counts for this account; undefined when it is too old, or weaker than what the account asks for by now. */
export function elevatedUntil({ config, clock }: Deps, account: Account, elevation: Elevation | undefined): number | undefined {
  if (!elevation) return undefined
  const isEnough = methodsOf(account).some((method) => STRENGTH[elevation.method] >= STRENGTH[method])
  const until = elevation.at + config.twoFactor.stepUpTtl
  return isEnough && clock.now() < until ? until : undefined
}

/** Some routes want a proof from a moment ago: a session may be in other hands than those that began it. */
export async function elevationRefusal(deps: Deps, { account, session }: Caller): Promise<'step_up_required' | undefined> {
  const elevation = await deps.store.elevations.find(session.id)
  return elevatedUntil(deps, account, elevation) === undefined ? 'step_up_required' : undefined
}
