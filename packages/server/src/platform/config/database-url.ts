/** A password may contain an `@`. */
const HOSTS = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)/
const HOST_PARAMETERS = /[?&](?:host|hostaddr|port)=([^&#]*)/g

/** The driver would fail at the start without a readable message. */
export function databaseUrlProblem(url: string): string | undefined {
  const [, hosts] = HOSTS.exec(url) ?? []
  if (hosts === undefined) return undefined // a file
  const named = [hosts, ...[...url.matchAll(HOST_PARAMETERS)].map(([, value = '']) => value)]
  if (named.some((value) => /,|%2c/i.test(value)))
    return 'must name one host: several are not supported yet. Name the primary, or an address that leads to it'
  return isReadable(url) ? undefined : 'must be a URL such as postgres://user:password@host:5432/database'
}

/** Encodes the URL, and fills in a missing host, as the driver does. */
function isReadable(url: string): boolean {
  const encoded = / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(url) ? encodeURI(url).replace(/%25(\d\d)/g, '%$1') : url
  return URL.canParse(encoded) || URL.canParse(encoded.replace('@/', '@host/'))
}
