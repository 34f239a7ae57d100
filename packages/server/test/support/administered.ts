import type { Browser } from './browser.ts'
import { PASSWORD, type World, world } from './world.ts'

export const ROOT = 'root@example.com'
export const ADA = 'ada@example.com'

/** Makes an administrator, and signs them in with the second factor that their routes want. */
export async function signedInAsAdmin(here: World, email: string): Promise<Browser> {
  await here.signedUp(email)
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [email])
  const admin = here.browser()
  const { body } = await admin.post('/auth/admin/login', { email, password: PASSWORD })
  const { code } = await here.mail.newest(email)
  await admin.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
  return admin
}

export const idOf = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.id

/** An administrator whose session has passed a second factor, and Ada. */
export async function administered(env: Record<string, string> = {}, databaseUrl?: string) {
  const here = await world({ withMail: true, env, ...(databaseUrl !== undefined && { databaseUrl }) })
  const root = await signedInAsAdmin(here, ROOT)
  const ada = await here.signedUp(ADA)
  return { ...here, root, ada, adaId: await idOf(ada), rootId: await idOf(root) }
}
