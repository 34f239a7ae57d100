import { PageVisitor } from './page-visitor.ts'
import { PASSWORD, type World, world } from './world.ts'

export const EMAIL = 'ada@example.com'

/** Ada in her account centre, without script. */
export async function atAccount(path = '/account', env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const visitor = new PageVisitor(await here.signedUp(EMAIL))
  return { ...here, visitor, first: await visitor.open(path) }
}

/** The same where Ada never had a password. */
export async function atAccountWithoutPassword(path: string) {
  const here = await atAccount(path)
  await here.sql(`UPDATE accounts SET password_hash = NULL`)
  return { ...here, first: await here.visitor.open(path) }
}

/** Ada at another device, a second later. */
export async function elsewhere({ browser, clock }: World, userAgent = 'TestBrowser/1.0'): Promise<PageVisitor> {
  clock.advance(1000)
  const other = browser()
  await other.post('/auth/login', { email: EMAIL, password: PASSWORD }, { headers: { 'user-agent': userAgent } })
  return new PageVisitor(other)
}
