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
  | 'mail-minute'
  | 'mail-hour'
  | 'org-creation'
  | 'org-invite'
  | 'email-change'
  | 'account-export'
  | 'email-taken'
  | 'device-description'
  | 'device-mail'

/**
 * Where something is counted. The hash is cut at 24 bits, so whatever strangers send, a kind fills 17 million rows at most,
 * and none of them tells an address. Now and then two keys share a bucket; without our key no one can tell which. With fewer
 * bits, an attacker who spreads guesses over many addresses would make others wait by chance.
 */
export const bucketOf = ({ keys }: Pick<Deps, 'keys'>, kind: Kind, ...key: readonly string[]): string =>
  `${kind}:${createHmac('sha256', keys.limits)
    .update(JSON.stringify([kind, ...key]))
    .digest('hex')
    .slice(0, 6)}`

/** The same for every client, with whole seconds to wait: at least one, and never more than the limit can make a client wait. */
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
