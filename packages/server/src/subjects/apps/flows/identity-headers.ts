import type { Caller, Deps } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'

type Headers = Readonly<Record<string, string>>

/** As the proxies' configurations name them. */
export const IDENTITY_HEADERS = [
  'X-Latchkey-User',
  'X-Latchkey-Email',
  'X-Latchkey-Email-Verified',
  'X-Latchkey-Name',
  'X-Latchkey-Role',
  'X-Latchkey-Session',
  'X-Latchkey-Second-Factor',
] as const
/** The names that many applications know already. */
export const REMOTE_HEADERS = ['Remote-User', 'Remote-Email', 'Remote-Name', 'Remote-Groups'] as const

/** For as long as the same session is kept, it is told in the same words. */
const written = new WeakMap<Caller, Headers>()

/**
 * Who it is, for the application. Always all of them and none empty, so that a proxy which copies them overwrites whatever the
 * client has sent under these names. A name may be any text, and is percent-encoded.
 */
export function identityHeaders({ forwardAuth }: Deps['config'], caller: Caller): Headers {
  const before = written.get(caller)
  if (before) return before
  const { account, session } = caller
  const name = encodeURIComponent(account.name.toWellFormed())
  const headers: Record<(typeof IDENTITY_HEADERS)[number], string> = {
    'X-Latchkey-User': account.id,
    'X-Latchkey-Email': account.email,
    'X-Latchkey-Email-Verified': String(account.verifiedAt !== undefined),
    'X-Latchkey-Name': name,
    'X-Latchkey-Role': account.role,
    'X-Latchkey-Session': session.id,
    'X-Latchkey-Second-Factor': String(session.secondFactorAt !== undefined),
  }
  const remote: Record<(typeof REMOTE_HEADERS)[number], string> = {
    'Remote-User': account.id,
    'Remote-Email': account.email,
    'Remote-Name': name,
    'Remote-Groups': account.role,
  }
  const all = forwardAuth.headers === 'remote' ? { ...headers, ...remote } : headers
  if (Object.isFrozen(caller)) written.set(caller, all)
  return all
}

/** Those of other subjects, which are there for some callers only. */
export const optionalHeaders = (): readonly string[] => HOOKS.flatMap((one) => one.identityHeaders?.names ?? [])

export async function moreHeaders(deps: Deps, caller: Caller): Promise<Readonly<Record<string, string>>> {
  const all = await Promise.all(HOOKS.flatMap((one) => one.identityHeaders?.of(deps, caller) ?? []))
  return Object.assign({}, ...all)
}
