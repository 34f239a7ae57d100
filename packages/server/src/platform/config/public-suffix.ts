import { once } from '../kernel/once.ts'
import { readAsset } from '../kernel/read-asset.ts'

/** One rule to a line, in the form of publicsuffix.org. */
const rules = once(() => new Set(readAsset('public-suffixes.txt').toString('ascii').split('\n')))

/** Whether strangers have names directly below this one, as below `co.uk` or `github.io`, and would get its cookies. */
export function isPublicSuffix(domain: string): boolean {
  const parent = domain.slice(domain.indexOf('.') + 1)
  if (rules().has(`!${domain}`)) return false
  return !domain.includes('.') || rules().has(domain) || rules().has(`*.${parent}`)
}
