export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Where a browser on this machine finds what listens there: no browser can go to "every address". */
export const browserUrl = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : hostInUrl(host)}:${port}`
