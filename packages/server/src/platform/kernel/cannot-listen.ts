type ListenAddress = { readonly host: string; readonly port: number; readonly setting: string }

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this process may not, as with ports below 1024',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'nobody knows the name of the host',
}

export class CannotListen extends Error {
  readonly setting: string

  constructor({ host, port, setting }: ListenAddress, reason: string) {
    super(`Cannot listen on ${hostInUrl(host)}:${port} (${setting}): ${reason}.`)
    this.name = 'CannotListen'
    this.setting = setting
  }

  /** Errors that an operator can mend are put into words; others are returned as they are. */
  static from(error: unknown, address: ListenAddress): unknown {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
    return reason === undefined ? error : new CannotListen(address, reason)
  }
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Browsers cannot open 0.0.0.0 or `::`, so a server on all addresses is shown as localhost. */
export const browserUrl = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : hostInUrl(host)}:${port}`
