import type { FastifyRequest } from 'fastify'
import { isCsrfToken, isSame, newCsrfToken } from '../kernel/csrf.ts'
import { Failure } from '../kernel/errors.ts'
import type { KeyRing } from '../kernel/keys.ts'

/** The token has to come twice, as a cookie and in the header or the form, and has to be of this session. */
export function checkCsrfToken({ state }: FastifyRequest, keys: KeyRing, sent: unknown): void {
  const { csrf, session } = state.cookies
  const isGood = typeof sent === 'string' && csrf !== undefined && isSame(sent, csrf) && isCsrfToken(keys, sent, session)
  if (!isGood) throw new Failure('csrf_token_invalid')
}

/** Where the session was just renewed, the token has to fit the session that the browser is about to get. */
export function csrfTokenFor({ state }: FastifyRequest, keys: KeyRing): string {
  const { csrf } = state.cookies
  const renewed = state.pending?.session
  const session = typeof renewed === 'object' ? renewed.sessionToken : state.cookies.session
  if (csrf !== undefined && isCsrfToken(keys, csrf, session)) return csrf
  state.csrfToken ??= newCsrfToken(keys, session)
  return state.csrfToken
}
