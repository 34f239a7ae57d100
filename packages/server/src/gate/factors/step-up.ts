import type { Proved } from '../../platform/kernel/endpoint.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Caller, Deps } from '../deps.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import { type Elevation, STEP_UP_METHODS, type StepUpMethod } from './elevation.ts'
import { hasStrongGate, owesAdminFactor } from './gates.ts'
import { methodsOf } from './methods.ts'
import type { SecondFactor } from './second-factors.ts'
import { elevationsIn } from './tables/elevations.ts'

/** What a proof is worth. One that is worth more counts wherever a lesser one is asked for. */
const STRENGTH = { email: 1, password: 2, totp: 3, recovery: 3, passkey: 3 } as const satisfies Record<StepUpMethod, number>

/** What a sign-in counts as. An invite ends in a password; a provider proves no more than a mailbox does. */
const OF_SIGN_IN = {
  password: 'password',
  invite: 'password',
  provider: 'email',
  mailbox: 'email',
  passkey: 'passkey',
} as const satisfies Record<SignInMethod['method'], StepUpMethod>

/** Whether it also opens what wants a second factor that was passed in this session. */
export const isSecondFactor = (method: StepUpMethod): boolean => STRENGTH[method] === STRENGTH.totp

/** A visitor who has just signed in has proved who they are, as well as they did: a mailed second factor adds nothing. */
export const elevationBy = (
  { method }: SignInMethod,
  second: SecondFactor | undefined,
  at: number,
  enrolledAt?: number,
): Elevation => ({
  method: second !== undefined && isSecondFactor(second) ? second : OF_SIGN_IN[method],
  at,
  enrolledAt,
})

/** What a session has proved that takes the place of another: a lesser proof takes nothing from one that still counts. */
export function strongerOf({ config, clock }: Deps, fresh: Elevation, before: Elevation | undefined): Elevation {
  const isLive = before !== undefined && clock.now() < before.at + config.twoFactor.stepUpTtl
  return isLive && STRENGTH[before.method] > STRENGTH[fresh.method] ? before : fresh
}

/**
 * Whether the session is one that administrators' routes open to for a second factor it has passed. Then a password alone, which
 * would not have opened them, is no proof in it: a mailed code is, as it is at their door.
 */
const administers = ({ config }: Deps, { account, session }: Caller): boolean =>
  account.role === 'admin' && session.secondFactorAt !== undefined && !config.twoFactor.disableAdminTwoFactor

/**
 * How a caller proves again who they are: with what their sign-in by password would owe. Where an authenticator app or a passkey
 * is owed, nothing weaker is enough; elsewhere a passkey is one more way, so that a lost one locks no owner out.
 */
export async function stepUpMethodsOf(tables: Connection, deps: Deps, caller: Caller): Promise<readonly StepUpMethod[]> {
  const { account } = caller
  const strong = (await methodsOf(tables, deps, account)).filter((method) => method !== 'email')
  if (hasStrongGate(account)) return strong.length > 0 ? inOrder(strong) : ['email']
  const usual: StepUpMethod = account.passwordHash === undefined || administers(deps, caller) ? 'email' : 'password'
  return inOrder([usual, ...strong.filter((method) => method === 'passkey')])
}

const inOrder = (methods: readonly StepUpMethod[]): readonly StepUpMethod[] =>
  STEP_UP_METHODS.filter((method) => methods.includes(method))

/** Whether a proof is as strong as what is asked for. */
async function isEnough(deps: Deps, caller: Caller, { method, at }: Elevation): Promise<boolean> {
  const { account, session } = caller
  if (isSecondFactor(method)) return true
  const isGated = hasStrongGate(account)
  // A mailed code takes the place of passkeys that were made for another domain, and of nothing else.
  if (isGated && !(await stepUpMethodsOf(deps.store, deps, caller)).includes('email')) return false
  // The sign-in itself had its second factor with it, or had none.
  if (isGated || administers(deps, caller))
    return at === session.createdAt ? session.secondFactorAt !== undefined : method === 'email'
  return STRENGTH[method] >= (account.passwordHash === undefined ? STRENGTH.email : STRENGTH.password)
}

/** Until when a proof counts for this caller; undefined when it is too old, or weaker than what is asked for by now. */
export async function elevatedUntil(deps: Deps, caller: Caller, elevation: Elevation | undefined): Promise<number | undefined> {
  if (!elevation || !(await isEnough(deps, caller, elevation))) return undefined
  const until = elevation.at + deps.config.twoFactor.stepUpTtl
  return deps.clock.now() < until ? until : undefined
}

/**
 * Some routes want a proof from a moment ago: a session may be in other hands than those that began it. Of what a password was
 * enough for, they want it once the owner has an authenticator app or a passkey to be asked for (`guarded`). An administrator who
 * adds a factor has to have passed one as well (`enrolling`): what a password alone had added would open administrators' routes.
 */
export async function elevationRefusal(
  deps: Deps,
  caller: Caller,
  asked: Proved = 'elevated',
): Promise<'step_up_required' | 'two_factor_required' | undefined> {
  const { account, session } = caller
  if (asked === 'guarded' && !hasStrongGate(account)) return undefined
  const elevation = await elevationsIn(deps.store).find(session.id)
  if ((await elevatedUntil(deps, caller, elevation)) === undefined) return 'step_up_required'
  return asked === 'enrolling' && owesAdminFactor(deps, account, session) ? 'two_factor_required' : undefined
}
