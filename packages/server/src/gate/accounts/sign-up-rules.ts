import type { Config } from '../../platform/config/schema.ts'
import { Failure, type FailureDetail } from '../../platform/kernel/errors.ts'
import type { Deps } from '../deps.ts'

interface DoorRule {
  readonly isOpen: (config: Config) => boolean
  /** What is said where it is shut, where the text of the code would not say it. */
  readonly shut?: string
}

const isPublic = ({ registration }: Config): boolean => registration.allowPublic

/**
 * The doors by which people make themselves an account, or give theirs another address. What administrators, keys and the command line
 * make comes by none of them, nor does an invite that an administrator has sent to an address.
 */
const DOORS = {
  register: { isOpen: isPublic, shut: 'Registration is by invite only.' },
  provider: { isOpen: isPublic },
  'mailed-code': {
    isOpen: (config) => isPublic(config) && config.registration.emailSignIn === 'anybody',
    shut: 'New accounts are by invite only.',
  },
  'org-invite': {
    isOpen: (config) => isPublic(config) || config.organisations.invitesRegister,
    shut: 'An invite into an organisation makes no account here. Sign in first.',
  },
  'email-change': { isOpen: () => true },
} as const satisfies Readonly<Record<string, DoorRule>>

export type Door = keyof typeof DOORS

type SignUpRefusal = { readonly code: 'forbidden' | 'email_not_allowed' } & FailureDetail

type Rules = Pick<Deps, 'config' | 'allowedAddresses'>

export const isDoorOpen = ({ config }: Pick<Deps, 'config'>, door: Door): boolean => DOORS[door].isOpen(config)

function shutDoor(deps: Pick<Deps, 'config'>, door: Door): SignUpRefusal | undefined {
  if (isDoorOpen(deps, door)) return undefined
  const { shut: message }: DoorRule = DOORS[door]
  return { code: 'forbidden', ...(message !== undefined && { message }) }
}

const failFor = (refusal: SignUpRefusal | undefined): void => {
  if (refusal) throw new Failure(refusal.code, refusal)
}

/** For doors that are shut before anything is read of what came. */
export const requireOpenDoor = (deps: Pick<Deps, 'config'>, door: Door): void => failFor(shutDoor(deps, door))

/**
 * Decides for every door who may come in, by the door and the typed address alone. It is asked before any look-up, so that the answer
 * tells nothing about accounts, and never inside a transaction. The address is in canonical form.
 */
export async function signUpRefusal(deps: Rules, door: Door, email: string): Promise<SignUpRefusal | undefined> {
  return shutDoor(deps, door) ?? (deps.allowedAddresses.has(email) ? undefined : { code: 'email_not_allowed' })
}

/** As `signUpRefusal`, for doors that answer with the failure. */
export const requireSignUp = async (deps: Rules, door: Door, email: string): Promise<void> =>
  failFor(await signUpRefusal(deps, door, email))
