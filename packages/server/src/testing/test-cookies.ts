import { systemClock } from '../platform/kernel/clock.ts'

export interface TestCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  /** Seconds since 1970, of the clock that a browser has; -1 for as long as the browser is open. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

/** `Set-Cookie` lines of ours, as `context.addCookies()` of Playwright takes them. */
export const readCookies = (lines: readonly string[], publicUrl: string): readonly TestCookie[] =>
  lines.map((line) => {
    const [pair = '', ...rest] = line.split('; ')
    const at = pair.indexOf('=')
    const attributes = new Map(rest.map((one) => one.split('=') as [string, string | undefined]))
    const domain = attributes.get('Domain')
    const maxAge = attributes.get('Max-Age')
    return {
      ...{ name: pair.slice(0, at), value: pair.slice(at + 1) },
      domain: domain === undefined ? new URL(publicUrl).hostname : `.${domain}`,
      path: attributes.get('Path') ?? '/',
      expires: maxAge === undefined ? -1 : Math.floor(systemClock.now() / 1000) + Number(maxAge),
      httpOnly: attributes.has('HttpOnly'),
      secure: attributes.has('Secure'),
      sameSite: 'Lax',
    }
  })
