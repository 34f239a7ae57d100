import { isSame } from '../kernel/csrf.ts'
import type { Secret } from '../kernel/secret.ts'

/**
 * That a request comes from this machine says nothing: a proxy on it may pass on what strangers send without a header that tells. So an operator
 * is who knows the token.
 */
export function isOperator(authorization: string | undefined, token: Secret | undefined): boolean {
  const presented = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  return token !== undefined && presented !== undefined && isSame(presented, token.reveal())
}
