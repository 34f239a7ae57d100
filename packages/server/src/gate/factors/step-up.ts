import type { Proved } from '../../platform/kernel/endpoint.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Caller, Deps } from '../deps.ts'
import { hasPassword } from '../passwords/has-passwords.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import { hasStrongGate, owesAdminFactor } from './gates.ts'
import { methodsOf } from './methods.ts'
import type { SecondFactor } from './second-factors.ts'
import { type Elevation, STEP_UP_METHODS, type StepUpMethod } from './second-factors.ts'
import { elevationsIn } from './tables/elevations.ts'

/** A stronger proof counts wherever a weaker one is asked for. */
const STRENGTH = { email: 1, password: 2, totp: 3, recovery: 3, passkey: 3 } as const satisfies Record<StepUpMethod, number>

/** What a sign-in counts as. An invite ends in a password; a provider proves no more than a mailbox does. */
const OF_SIGN_IN = {
  password: 'password',
  invite: 'password',
  provider: 'email',
  mailbox: 'email',
  passkey: 'passkey',
} as const satisfies Record<SignInMethod['method'], StepUpMethod>

export const isSecondFactor = (method: StepUpMethod): boolean => STRENGTH[method] === STRENGTH.totp

/** A sign-in is a proof, too. A mailed second factor adds nothing to its strength. */
export const elevationBy = (
  { method }: SignInMethod,
  second: SecondFactor | undefined,
  at: number,
  enrolledAt?: number,
): Elevation => ({ method: second !== undefined && isSecondFactor(second) ? second : OF_SIGN_IN[method], at, enrolledAt })

/** For a session that replaces another: a weaker proof does not replace a stronger one that still counts. */
export function strongerOf({ config, clock }: Deps, fresh: Elevation, before: Elevation | undefined): Elevation {
  const isLive = before !== undefined && clock.now() < before.at + config.twoFactor.stepUpTtl
  return isLive && STRENGTH[before.method] > STRENGTH[fresh.method] ? before : fresh
}

/** A password alone would not have opened administrators' routes, so it is no proof in a session that opens them. */
const administers = ({ config }: Deps, { account, session }: Caller): boolean =>
  account.role === 'admin' && session.secondFactorAt !== undefined && !config.twoFactor.disableAdminTwoFactor

/** A strong gate wants nothing weaker; elsewhere a passkey is one more method, so that a lost passkey locks no owner out. */
export async function stepUpMethodsOf(tables: Connection, deps: Deps, caller: Caller): Promise<readonly StepUpMethod[]> {
  const { account } = caller
  const strong = (await methodsOf(tables, deps, account)).filter((method) => method !== 'email')
  if (hasStrongGate(account)) return strong.length > 0 ? inOrder(strong) : ['email']
  const usual: StepUpMethod = !hasPassword(deps.config, account) || administers(deps, caller) ? 'email' : 'password'
  return inOrder([usual, ...strong.filter((method) => method === 'passkey')])
}

const inOrder = (methods: readonly StepUpMethod[]): readonly StepUpMethod[] =>
  STEP_UP_METHODS.filter((method) => methods.includes(method))

async function isEnough(deps: Deps, caller: Caller, { method, at }: Elevation): Promise<boolean> {
  const { account, session } = caller
  if (isSecondFactor(method)) return true
  const isGated = hasStrongGate(account)
  // A mailed code replaces only passkeys that were made for another domain.
  if (isGated && !(await stepUpMethodsOf(deps.store, deps, caller)).includes('email')) return false
  // The proof of the sign-in itself counts where the sign-in had a second factor.
  if (isGated || administers(deps, caller))
    return at === session.createdAt ? session.secondFactorAt !== undefined : method === 'email'
  return STRENGTH[method] >= (hasPassword(deps.config, account) ? STRENGTH.password : STRENGTH.email)
}

/** Undefined when the proof is too old, or weaker than what is asked for by now. */
export async function elevatedUntil(deps: Deps, caller: Caller, elevation: Elevation | undefined): Promise<number | undefined> {
  if (!elevation || !(await isEnough(deps, caller, elevation))) return undefined
  const until = elevation.at + deps.config.twoFactor.stepUpTtl
  return deps.clock.now() < until ? until : undefined
}

/**
 * Some routes want a fresh proof, because a session may have fallen into other hands. `guarded` routes want one only of an owner
 * with an authenticator app or a passkey. `enrolling` routes want administrators to have passed a second factor as well:
 * otherwise a password alone could enrol a factor that opens administrators' routes.
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
