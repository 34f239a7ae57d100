import type { Elevation, StepUpMethod } from '../../../gate/factors/second-factors.ts'
import { isSecondFactor } from '../../../gate/factors/step-up.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { type Session, type SignInMethod, sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { Proof } from '../clients/client.ts'

/** From the weakest to the strongest: one factor, two of them, and a passkey, which no look-alike page can make use of. */
export const ACR_VALUES = ['urn:latchkey:1', 'urn:latchkey:2', 'phr'] as const
export type Acr = (typeof ACR_VALUES)[number]

/** RFC 8176 has no name for what another provider vouches for. */
const AMR_OF_SIGN_IN = {
  password: ['pwd'],
  invite: ['pwd'],
  mailbox: ['otp'],
  provider: [],
  passkey: ['pop', 'user'],
} as const satisfies Record<SignInMethod['method'], readonly string[]>

const AMR_OF_STEP_UP = {
  password: ['pwd'],
  email: ['otp'],
  totp: ['otp'],
  recovery: ['otp'],
  passkey: ['pop', 'user'],
} as const satisfies Record<StepUpMethod, readonly string[]>

type Proved = Pick<Session, 'id' | 'createdAt' | 'secondFactorAt'>

/** What a session has shown by now, from its row alone: how it began, its second factor and its last step-up. */
export async function proofOf(tables: Connection, session: Proved): Promise<Proof> {
  const { method } = await sessionsIn(tables).beganBy(session.id)
  const elevation = await elevationsIn(tables).find(session.id)
  const shown = elevation && wasShown(session, elevation) ? AMR_OF_STEP_UP[elevation.method] : []
  const amr = new Set<string>([...AMR_OF_SIGN_IN[method], ...shown])
  if (hadMailedFactor(session, elevation)) amr.add('otp')
  if (session.secondFactorAt !== undefined) amr.add('mfa')
  return { at: elevation?.at ?? session.createdAt, amr: [...amr].sort(), acr: acrOf(session, method, elevation) }
}

/** A sign-in is noted as the weakest proof that is worth as much: a provider as a mailed code, though there was none. */
const wasShown = ({ createdAt }: Proved, { method, at }: Elevation): boolean => isSecondFactor(method) || at > createdAt

/** A mailed second factor is not noted as a proof of its own; any other one is, at the moment of the sign-in. */
const hadMailedFactor = ({ createdAt, secondFactorAt }: Proved, elevation: Elevation | undefined): boolean =>
  secondFactorAt === createdAt && elevation?.at === createdAt && !isSecondFactor(elevation.method)

function acrOf({ secondFactorAt }: Proved, method: SignInMethod['method'], elevation: Elevation | undefined): Acr {
  if (method === 'passkey' || elevation?.method === 'passkey') return 'phr'
  return secondFactorAt === undefined ? 'urn:latchkey:1' : 'urn:latchkey:2'
}

/** For `unmetDemand` where the session is one of an application, whose row has passed nothing itself. */
export const secondFactorAtOf = ({ at, acr }: Proof): number | undefined => (acr === 'urn:latchkey:1' ? undefined : at)
