import { createHmac } from 'node:crypto'
import { Failure } from '../../platform/kernel/errors.ts'
import type { LimitKind } from '../../platform/kernel/observer.ts'
import type { Deps } from '../deps.ts'
import type { CounterKind } from './client-counters.ts'

type Kind =
  | CounterKind
  | 'password'
  | 'password-session'
  | 'password-device'
  | 'password-devices'
  | 'password-reset'
  | 'second-factor'
  | 'second-factor-run'
  | 'second-factor-wait'
  | 'sign-in-code'
  | 'mail-minute'
  | 'mail-hour'
  | 'org-creation'
  | 'org-invite'
  | 'email-change'
  | 'account-export'
  | 'email-taken'
  | 'device-description'
  | 'device-mail'
  | 'device-code-session'
  | 'device-code-network'

/**
 * The hash is cut at 24 bits, so that a kind fills 17 million rows at most, whatever strangers send, and no row tells an address.
 * Two keys may share a bucket; without our secret no client can tell which. With fewer bits, an attacker who spreads guesses over
 * many addresses would make others wait by chance.
 */
export const bucketOf = ({ keys }: Pick<Deps, 'keys'>, kind: Kind, ...key: readonly string[]): string =>
  `${kind}:${createHmac('sha256', keys.limits)
    .update(JSON.stringify([kind, ...key]))
    .digest('hex')
    .slice(0, 6)}`

/** `retryAfter` is in whole seconds: at least one, and never more than the limit can make a client wait. */
export function tooMany(
  { clock, observer }: Pick<Deps, 'clock' | 'observer'>,
  kind: LimitKind,
  until: number,
  longestMs: number,
): Failure<'rate_limit_exceeded'> {
  observer.limited(kind)
  const waitMs = Math.min(until - clock.now(), longestMs)
  return new Failure('rate_limit_exceeded', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}
