import { choice } from '../../../gate/views/fields.ts'

const METHODS = ['email', 'passkey']

/** An authenticator app is added and removed by routes of its own. */
export const FactorMethod = choice(METHODS, '`email` unless named. `passkey` wants a step-up instead of a password.')

export const isFactorMethod = (method: string | undefined): boolean => method === undefined || METHODS.includes(method)
