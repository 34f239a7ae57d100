import { once } from '../kernel/once.ts'
import { readAsset } from '../kernel/read-asset.ts'

/** One rule to a line, in the form of publicsuffix.org. */
const rules = once(() => new Set(readAsset('public-suffixes.txt').toString('ascii').split('\n')))

const parentOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1)

const isException = (domain: string): boolean => rules().has(`!${domain}`)

/** Whether strangers have names directly below this one, as below `co.uk` or `github.io`, and would get its cookies. */
export function isPublicSuffix(domain: string): boolean {
  if (isException(domain)) return false
  return !domain.includes('.') || rules().has(domain) || rules().has(`*.${parentOf(domain)}`)
}

/** The name itself and the names above it that have the same owner: down to the registrable one, `example.co.uk` of `a.b.example.co.uk`. */
export function* namesOfOwner(domain: string): Iterable<string> {
  yield domain
  const isTop = isPublicSuffix(domain) || isException(domain) || isPublicSuffix(parentOf(domain))
  if (!isTop) yield* namesOfOwner(parentOf(domain))
}
