interface ListenAddress {
  readonly host: string
  readonly port: number
  /** Where an operator says which port. */
  readonly setting: string
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this process may not, as with ports below 1024',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'nobody knows the name of the host',
}

/** A port cannot be had, and the operator has to do something about it. */
export class CannotListen extends Error {
  readonly setting: string

  constructor({ host, port, setting }: ListenAddress, reason: string) {
    super(`Cannot listen on ${hostInUrl(host)}:${port} (${setting}): ${reason}.`)
    this.name = 'CannotListen'
    this.setting = setting
  }

  /** The error in an operator's words, where there are any. */
  static from(error: unknown, place: ListenAddress): unknown {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
    return reason === undefined ? error : new CannotListen(place, reason)
  }
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Where a browser on this machine finds what listens there: no browser can go to "every address". */
export const browserUrl = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : hostInUrl(host)}:${port}`
