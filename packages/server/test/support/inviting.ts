import { staffed } from './organised.ts'
import { PASSWORD } from './world.ts'

export const GUEST = 'guest@example.com'
export const form = { name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }

/** Olga's organisation, and an invite in a mailbox. */
export async function inviting(env: Record<string, string> = {}, role = 'member') {
  const here = await staffed(env)
  const { owner, org, mail } = here
  const url = `/auth/orgs/${org.id}/invites`
  const { body: invite } = await owner.browser.post(url, { email: 'Guest@Example.com', role })
  return { ...here, url, invite, letter: await mail.newest(GUEST), code: (await mail.newest(GUEST)).code }
}
