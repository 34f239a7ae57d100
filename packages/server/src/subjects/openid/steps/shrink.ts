import type { OidcClient } from '../tables/clients.ts'
import { scopesOf } from './authorization-params.ts'
import { type Refused, refused } from './refused.ts'

export const wordsOf = (text: string): readonly string[] => [...new Set(text.split(' ').filter((word) => word !== ''))]

interface Granted {
  readonly scopes: readonly string[]
  readonly audience: string | undefined
}

/**
 * What a token is for: never more than was granted, nor more than the client still has (RFC 6749, 6; RFC 8707, 2.2). A scope that was
 * taken from the client meanwhile is left out without a word; one that was never granted is refused.
 */
export function shrink(
  { scopes, audience }: Granted,
  client: Pick<OidcClient, 'scopes' | 'mayStay' | 'audiences'>,
  asked: { readonly scope: string | undefined; readonly resource: string | undefined },
): Granted | Refused {
  const wanted = asked.scope ? wordsOf(asked.scope) : scopes
  if (!wanted.every((scope) => scopes.includes(scope))) return refused('invalid_scope', 'scope_unknown')
  const own = scopesOf(client)
  const target = asked.resource ?? audience
  if (target !== undefined && (target !== audience || !client.audiences.includes(target)))
    return refused('invalid_target', 'audience_unknown')
  return { scopes: wanted.filter((scope) => own.includes(scope)), audience: target }
}
