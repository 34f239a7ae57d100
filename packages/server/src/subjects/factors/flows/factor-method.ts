import { choice } from '../../../gate/views/fields.ts'

const METHODS = ['email', 'passkey']

/** Which factor is switched. An authenticator app has routes of its own. */
export const FactorMethod = choice(METHODS, '`email` unless named. `passkey` wants a step-up instead of a password.')

export const isFactorMethod = (method: string | undefined): boolean => method === undefined || METHODS.includes(method)
