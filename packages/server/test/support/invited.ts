import { PASSWORD, world } from './world.ts'

export const GUEST = 'guest@example.com'
export const DAY = 86_400_000

/** An administrator, and an invite in the guest's mailbox. */
export async function invited(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true', ...env } })
  const admin = await here.signedUp('root@example.com')
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
  const created = await admin.post('/admin/invites', { email: ` ${GUEST.toUpperCase()} ` })
  const { code, link } = await here.mail.newest(GUEST)
  const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
  return { ...here, admin, created, code, link, form, inviteId: created.body.id as string }
}
