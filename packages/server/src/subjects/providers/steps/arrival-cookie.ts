import { LATEST_MS } from '../../../gate/codes/tables/spent-states.ts'
import type { Deps } from '../../../gate/deps.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { openValue, sealValue } from '../../../platform/kernel/sealed-value.ts'
import type { Identity } from '../provider.ts'

interface Arrival {
  readonly provider: string
  readonly identity: Identity
  readonly expiresAt: number
}

/**
 * Who has come back from a provider, for the browser that did, while the newcomer is asked for more: nothing is in the database before
 * there is an account. The provider's tokens are left out, which no cookie has room for, and so is a name that is none of ours.
 */
export function arrivalCookie({ clock, keys }: Deps, { provider, identity }: Omit<Arrival, 'expiresAt'>) {
  const slim = { ...identity, name: displayName(identity.name ?? ''), tokens: '' }
  return sealValue<Arrival>(keys.arrivals, { provider, identity: slim, expiresAt: clock.now() + LATEST_MS })
}

export const arrivalIn = ({ clock, keys }: Deps, token: string | undefined): Arrival | undefined =>
  openValue<Arrival>(keys.arrivals, token, clock.now(), MOST_SEALED)

const MOST_SEALED = 4000
