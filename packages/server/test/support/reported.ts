import type { Browser } from './browser.ts'
import { EMAIL } from './factored.ts'
import { codeIn, moving, signIn } from './moving.ts'

/** A user agent of this browser on this system. */
export const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
} as const

/** Ada, and what she hears of sign-ins in other browsers. */
export async function watched(env: Record<string, string> = {}) {
  const here = await moving({ NEW_DEVICE_NOTICES: 'true', ...env })
  const enter = (userAgent: string = agents.firefox, by: Browser = here.browser()) =>
    by.post('/auth/login', { email: EMAIL, password: 'correct horse 1' }, { headers: { 'user-agent': userAgent } })
  /** A thief who knows the password has signed in; she has the link of the mail about it. */
  const intruded = async () => {
    const before = here.countOf(EMAIL)
    const thief = here.browser()
    await signIn(thief)
    const letter = await here.mail.newest(EMAIL, before + 1)
    return { thief, letter, code: codeIn(letter.link) }
  }
  const report = (code: string, by: Browser = here.browser()) => by.post('/auth/devices/report', { code })
  return { ...here, enter, intruded, report }
}
