import { type Asking, askForOne, type Unanswered } from './ceremony.ts'
import type { Client } from './client.ts'
import { isError } from './error.ts'
import type { Routes } from './routes.ts'

export type { Unanswered } from './ceremony.ts'

type Caller = Pick<Client, 'request'>

/** How the session can be proved anew, and until when it counts as proved. */
export type StepUp = Routes['GET /auth/step-up']['reply']
/** A way to prove it. */
export type StepUpMethod = StepUp['methods'][number]
/** Until when the session counts as proved. */
export type Elevated = Routes['POST /auth/step-up']['reply']

/** How the session can be proved anew. */
export const getStepUp = ({ request }: Caller): Promise<StepUp> => request('GET /auth/step-up')

/** Proves it with the password. */
export const stepUpWithPassword = ({ request }: Caller, password: string): Promise<Elevated> =>
  request('POST /auth/step-up', { body: { password } })

/** With a code: mailed by `sendStepUpCode`, of an authenticator app, or a recovery code. */
export const stepUpWithCode = (
  { request }: Caller,
  body: { readonly code: string; readonly method?: Exclude<StepUpMethod, 'password' | 'passkey'> },
): Promise<Elevated> => request('POST /auth/step-up', { body })

/** Only where the account has nothing stronger than its mailbox. */
export const sendStepUpCode = ({ request }: Caller): Promise<Routes['POST /auth/step-up/send']['reply']> =>
  request('POST /auth/step-up/send')

/** Proves it with a passkey. */
export async function stepUpWithPasskey(
  { request }: Caller,
  how: Asking = {},
): Promise<({ readonly kind: 'elevated' } & Elevated) | Unanswered> {
  const { options, state } = await request('POST /auth/step-up/options')
  const answer = await askForOne(options, how)
  if (answer.kind !== 'answered') return answer
  return { kind: 'elevated', ...(await request('POST /auth/step-up', { body: { state, passkey: answer.passkey } })) }
}

/** People are asked once, whatever waits for the proof at the same time. */
const proving = new WeakMap<Caller, Promise<boolean>>()

/**
 * Does `work`, and once more after a proof where the service wants one: `prove` shows a dialogue with the methods and answers
 * whether the proof was given. Where it was not, the refusal is thrown.
 */
export async function withStepUp<T>(
  client: Caller,
  work: () => Promise<T>,
  prove: (asked: StepUp) => Promise<boolean>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isError(error, 'step_up_required') && !isError(error, 'two_factor_required')) throw error
    const proof = proving.get(client) ?? getStepUp(client).then(prove)
    proving.set(client, proof)
    const isProved = await proof.finally(() => proving.delete(client))
    if (!isProved) throw error
    return work()
  }
}
