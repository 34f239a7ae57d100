import type { FastifyRequest } from 'fastify'
import { bareAddress } from '../kernel/bare-address.ts'
import { Failure } from '../kernel/errors.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { AppOptions } from './app-options.ts'
import { CountedStranger } from './counted-stranger.ts'

/** Anything else in the header, such as the token of a proxy, is ignored. */
export const presentedKey = (authorization: string | undefined): string | undefined =>
  /^Bearer (lk_\S*)$/i.exec(authorization ?? '')?.[1]

/** No browser sends a key by itself, so no origin is checked. Cookies beside a key are refused: it is unclear who calls. */
export async function admitKey<Deps, Caller>(
  { state, headers }: FastifyRequest,
  presented: string,
  scope: Scope | 'none',
  options: AppOptions<Deps, Caller>,
): Promise<void> {
  const { session, refresh, formerRefresh, binding, isDoubled } = state.cookies
  if (isDoubled || [session, refresh, formerRefresh, binding].some((cookie) => cookie !== undefined))
    throw new Failure('invalid_input', { message: 'Send a key or cookies, and not both.' })
  const stranger = new CountedStranger(state.client, options)
  const key = await options.findKey(state.deps as Deps, presented, stranger)
  if (!key) {
    await stranger.count()
    throw new Failure('invalid_api_key')
  }
  await options.checkLimit('key', state.client, key.id)
  if (scope === 'none' || !key.scopes.includes(scope)) throw new Failure('insufficient_scope')
  const { 'x-client-ip': ip, 'x-client-user-agent': userAgent } = headers
  const address = ip === undefined ? undefined : bareAddress(String(ip))
  if (ip !== undefined && address === undefined) throw new Failure('invalid_input', { message: 'X-Client-IP is not an address.' })
  state.client.speakFor(key.name, { ip: address, userAgent: userAgent === undefined ? undefined : String(userAgent) })
  state.caller = key.caller
}
