import { dataHeaderNames, dataHeaders } from '../../../gate/data/headers.ts'
import type { Caller, Deps } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'

type Headers = Readonly<Record<string, string>>

export const IDENTITY_HEADERS = [
  'X-Latchkey-User',
  'X-Latchkey-Email',
  'X-Latchkey-Email-Verified',
  'X-Latchkey-Name',
  'X-Latchkey-Role',
  'X-Latchkey-Session',
  'X-Latchkey-Second-Factor',
] as const
export const REMOTE_HEADERS = ['Remote-User', 'Remote-Email', 'Remote-Name', 'Remote-Groups'] as const
type Remote = Record<(typeof REMOTE_HEADERS)[number], string>

/** The headers of callers in the session cache, which are frozen and so always give the same headers. */
const cached = new WeakMap<Caller, Headers>()

/** Every header comes every time, so that a proxy overwrites what a client has sent under these names; those of declared fields may be empty. */
export function identityHeaders({ forwardAuth, data }: Deps['config'], caller: Caller): Headers {
  const known = cached.get(caller)
  if (known) return known
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
  const remote: Remote = {
    'Remote-User': account.id,
    'Remote-Email': account.email,
    'Remote-Name': name,
    'Remote-Groups': account.role,
  }
  const ofFields = dataHeaders(data.fields, account.data)
  const all = { ...headers, ...ofFields, ...(forwardAuth.headers === 'remote' && remote) }
  if (Object.isFrozen(caller)) cached.set(caller, all)
  return all
}

/** Those that may not come, or be empty: a proxy must not leave what a client has sent under these names. */
export const optionalHeaders = ({ data }: Deps['config']): readonly string[] => [
  ...HOOKS.flatMap((one) => one.identityHeaders?.names ?? []),
  ...dataHeaderNames(data.fields),
]

const sentHeaders = (config: Deps['config']) => HOOKS.flatMap(({ identityHeaders: more }) => (more?.isSent(config) ? [more] : []))

export const hasMoreHeaders = (config: Deps['config']): boolean => sentHeaders(config).length > 0

export async function moreHeaders(deps: Deps, caller: Caller): Promise<Headers> {
  return Object.assign({}, ...(await Promise.all(sentHeaders(deps.config).map((more) => more.of(deps, caller)))))
}
