/** A password may contain an `@`. Hosts, each with its port, are separated by commas. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?]*)(?:\?(.*))?$/
const COMMA = /,|%2c/i
/** What the driver does not know, and what is said of all hosts at once. */
const OF_ALL = /^(?:host|port|target_session_attrs)=/
const WANTED = 'target_session_attrs'
const TAKES_WRITES = new Set(['read-write', 'primary'])

interface Hosts {
  readonly scheme: string
  readonly path: string
  readonly parameters: readonly string[]
  readonly servers: readonly { readonly host: string; readonly port: string }[]
}

/** Undefined where the address names one host alone, and does not ask for what that can do. */
function hostsOf(url: string): Hosts | undefined {
  const [, scheme = '', authority = '', path = '', query = ''] = PARTS.exec(url) ?? []
  const parameters = query.split('&').filter(Boolean)
  const named = (name: string) => parameters.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const hosts = (named('host') ?? authority).split(COMMA)
  if (hosts.length === 1 && named(WANTED) === undefined) return undefined
  const ports = named('port')?.split(COMMA) ?? []
  const servers = hosts.map((one, index) => {
    const [, host = one, port = ''] = named('host') === undefined ? (/^(.*?)(?::(\d*))?$/.exec(one) ?? []) : []
    return { host, port: port || (ports[index] ?? ports[0] ?? '') }
  })
  return { scheme, path, parameters, servers }
}

/** One address for each host, as the driver takes them. */
export function serverUrls(url: string): readonly string[] {
  const hosts = hostsOf(url)
  if (!hosts) return [url]
  const { scheme, path, servers } = hosts
  const kept = hosts.parameters.filter((one) => !OF_ALL.test(one))
  return servers.map(({ host, port }) => {
    const isSocket = /^(?:\/|%2f)/i.test(host)
    const parameters = isSocket ? [`host=${host}`, ...(port ? [`port=${port}`] : []), ...kept] : kept
    const place = isSocket ? '' : `${host}${port && `:${port}`}`
    return `${scheme}${place}${path || '/'}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
  })
}

/** Whether the address leads to servers of which one takes writes, now this one and now that one. */
export const isFailingOver = (url: string): boolean => hostsOf(url) !== undefined

export function hostsProblem(url: string): string | undefined {
  const parameters = (url.split('?')[1] ?? '').split('&')
  const wanted = parameters.find((one) => one.startsWith(`${WANTED}=`))?.slice(WANTED.length + 1)
  if (wanted !== undefined && !TAKES_WRITES.has(wanted)) return `must look for a server that takes writes: ${WANTED}=read-write`
  if (parameters.some((one) => one.startsWith('hostaddr='))) return 'must name its hosts without hostaddr, which is not supported'
  const hosts = hostsOf(url)
  const ports = parameters.find((one) => one.startsWith('port='))?.split(COMMA).length ?? 1
  if (hosts && ports > 1 && ports !== hosts.servers.length) return 'must have one port, or one for each host'
  return hosts && hosts.servers.length > 1 && hosts.servers.some(({ host }) => host === '')
    ? 'must name each of its hosts'
    : undefined
}
