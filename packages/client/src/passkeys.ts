import { type Asking, askForNew, askForOne, canAutofill, endingWith, type Unanswered } from './ceremony.ts'
import type { Client } from './client.ts'
import { type Entry, enter } from './entry.ts'
import type { Passkey, Routes } from './routes.ts'

export { canAutofill, hasPasskeys, type Unanswered } from './ceremony.ts'

type Caller = Pick<Client, 'request'>

/** How a passkey is added. */
export interface NewPasskey extends Asking {
  /** Made of its authenticator unless given. */
  readonly name?: string
  /** The other sessions of the account end unless this is true. */
  readonly keepOtherSessions?: boolean
}

/** `exists`: the authenticator has one of this account already. */
export type Added = { readonly kind: 'added'; readonly passkey: Passkey } | { readonly kind: 'exists' } | Unanswered

/** Adds a passkey to the account that is signed in. Wants a fresh proof: `withStepUp` of `latchkey-client/step-up`. */
export async function addPasskey({ request }: Caller, { signal, ...rest }: NewPasskey = {}): Promise<Added> {
  const { options, state } = await request('POST /auth/passkeys/options')
  try {
    const answer = await askForNew(options, { signal })
    if (answer.kind !== 'answered') return answer
    const body = { ...rest, state, passkey: answer.passkey }
    return { kind: 'added', passkey: await request('POST /auth/passkeys', { body }) }
  } catch (error) {
    if ((error as Error).name === 'InvalidStateError') return { kind: 'exists' }
    throw error
  }
}

/** How one is asked for. */
export interface SignInWithPasskey extends Asking {
  /** Offers passkeys in a field with `autocomplete="username webauthn"`, until one is chosen or `signal` ends it. */
  readonly autofill?: boolean
}

/** Signs in without an address or a password. */
export async function signInWithPasskey({ request }: Caller, how: SignInWithPasskey = {}): Promise<Entry | Unanswered> {
  const { autofill = false, signal } = how
  if (autofill && !(await canAutofill())) return { kind: 'unsupported' }
  const { options, state } = await request('POST /auth/passkey/options')
  // A page may stay open for longer than a question is good for: then it is asked anew.
  const late = endingWith(signal)
  const timer = setTimeout(() => late.abort(), options.timeout * 0.9)
  const answer = await askForOne(options, { signal: late.signal, ...(autofill && { mediation: 'conditional' as const }) })
  clearTimeout(timer)
  const isLate = late.signal.aborted && !signal?.aborted
  late.abort()
  if (answer.kind === 'answered')
    return enter(await request('POST /auth/passkey/login', { body: { state, passkey: answer.passkey } }))
  return autofill && isLate ? signInWithPasskey({ request }, how) : answer
}

/** The passkeys of the account that is signed in. */
export const listPasskeys = ({ request }: Caller): Promise<Routes['GET /auth/passkeys']['reply']> => request('GET /auth/passkeys')

/** Gives one another name. */
export const renamePasskey = ({ request }: Caller, id: string, name: string): Promise<Passkey> =>
  request('PATCH /auth/passkeys/{id}', { params: { id }, body: { name } })

/** Wants a fresh proof. */
export const removePasskey = ({ request }: Caller, id: string): Promise<Routes['DELETE /auth/passkeys/{id}']['reply']> =>
  request('DELETE /auth/passkeys/{id}', { params: { id } })
