import { hostsProblem, serverUrls } from '../kernel/server-urls.ts'

/** The driver would fail at the start without a readable message. */
export function databaseUrlProblem(url: string): string | undefined {
  if (url.startsWith('file:')) return undefined
  const problem = hostsProblem(url)
  if (problem) return problem
  return serverUrls(url).every(isReadable) ? undefined : 'must be a URL such as postgres://user:password@host:5432/database'
}

/** Encodes the URL, and fills in a missing host, as the driver does. */
function isReadable(url: string): boolean {
  const encoded = / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(url) ? encodeURI(url).replace(/%25(\d\d)/g, '%$1') : url
  return URL.canParse(encoded) || URL.canParse(encoded.replace('@/', '@host/'))
}
