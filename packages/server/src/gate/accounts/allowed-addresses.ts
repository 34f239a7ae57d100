import { namesOfOwner } from '../../platform/config/public-suffix.ts'
import type { Config } from '../../platform/config/schema.ts'
import { domainOf } from '../../platform/kernel/email-address.ts'
import { blocksDisposable, disposableDomains } from './disposable-domains.ts'

type Lists = Pick<Config['registration'], 'domains' | 'blockedDomains' | 'blockDisposable' | 'disposableFile'>

/** Which addresses may have an account, as the operator's lists of domains say. */
export interface AllowedAddresses {
  /** Of an address in canonical form. */
  has(email: string): boolean
}

/** Names are compared as wholes: a name that merely ends like one of a list has another owner. */
export function allowedAddresses(lists: Lists): AllowedAddresses {
  const { domains = [], blockedDomains = [] } = lists
  const allowed = new Set(domains)
  const blocked = new Set(blocksDisposable(lists) ? [...blockedDomains, ...disposableDomains(lists)] : blockedDomains)
  const isAnybody = allowed.size === 0 && blocked.size === 0
  return {
    has(email) {
      if (isAnybody) return true
      const names = [...namesOfOwner(domainOf(email))]
      return allowed.size > 0 ? names.some((name) => allowed.has(name)) : !names.some((name) => blocked.has(name))
    },
  }
}
