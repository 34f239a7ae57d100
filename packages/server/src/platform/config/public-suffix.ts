import { once } from '../kernel/once.ts'
import { readAsset } from '../kernel/read-asset.ts'

/** One rule to a line, in the form of publicsuffix.org. Read only where a domain is configured. */
const rules = once(() => new Set(readAsset('public-suffixes.txt').toString('ascii').split('\n')))

/**
 * Whether strangers register names directly below this one, as below `co.uk` or `github.io`: a cookie for it would be theirs too.
 * What no rule speaks of counts as one when it is a single label.
 */
export function isPublicSuffix(domain: string): boolean {
  const parent = domain.slice(domain.indexOf('.') + 1)
  if (rules().has(`!${domain}`)) return false
  return !domain.includes('.') || rules().has(domain) || rules().has(`*.${parent}`)
}
