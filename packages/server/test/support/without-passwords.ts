import { withEngine } from '../../src/gate/assembly/with-engine.ts'
import { createAccount } from '../../src/subjects/administration/commands/create-account.ts'
import type { Browser } from './browser.ts'
import { asked, byMail } from './by-mail.ts'
import { addPasskey, addTotp } from './factored.ts'
import { corpSettings } from './oauth-world.ts'
import { PASSWORD, type World } from './world.ts'

export const NO_PASSWORDS = { EMAIL_SIGN_IN: 'anybody', ENABLE_EMAIL_PASSWORD: 'false' }

/** What such a service can have besides, so that every page is there. */
const EVERYTHING = {
  ENABLE_INVITE: 'true',
  ORGANISATIONS: 'true',
  NEW_DEVICE_NOTICES: 'true',
  SECURITY_NOTICES: 'true',
  ...corpSettings({ issuer: 'http://127.0.0.1:1' }),
}

/** Signed in by a mailed code. */
async function enteredByMail(here: World, email: string): Promise<Browser> {
  const { visitor, enter } = await asked(here, email)
  await enter()
  return visitor
}

/** A service without passwords, with people: an administrator with every factor, one with none, and a member. */
export async function withoutPasswords() {
  const here = await byMail({ env: { ...NO_PASSWORDS, ...EVERYTHING } })
  // Both have a password from before there were none.
  for (const email of ['root@example.com', 'bare@example.com'])
    await withEngine(here.config, (engine) =>
      createAccount(here.config, engine, { email, name: 'Root', password: PASSWORD, role: 'user', isVerified: true }),
    )
  const [root, bare, ada] = [
    await enteredByMail(here, 'root@example.com'),
    await enteredByMail(here, 'bare@example.com'),
    await enteredByMail(here, 'ada@example.com'),
  ]
  await addPasskey(root, { keepOtherSessions: true })
  const { app } = await addTotp(here, root, { keepOtherSessions: true })
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE email != 'ada@example.com'`)
  await here.sql(
    `UPDATE sessions SET second_factor_at = created_at WHERE account_id IN (SELECT id FROM accounts WHERE totp_at > 0)`,
  )
  const org = (await root.post('/auth/orgs', { name: 'Acme', slug: 'acme' })).body
  await root.post('/admin/invites', { email: 'guest@example.com' })
  await root.post(`/auth/orgs/${org.id}/invites`, { email: 'member@example.com', role: 'member' })
  const idOf = async (browser: Browser) => String((await browser.get('/auth/me')).body.id)
  return { ...here, root, bare, ada, app, orgId: String(org.id), adaId: await idOf(ada), rootId: await idOf(root) }
}
