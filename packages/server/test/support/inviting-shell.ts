// Commands that send mail load it when they run; loaded here, it takes no test's time.
import '../../src/gate/assembly/open-deps.ts'
import { mailServer } from './mail-server.ts'
import { migratedShell } from './shell.ts'

export const GUEST = 'guest@example.com'

/** A shell where invites are switched on, and the mail server that they leave through. */
export async function invitingShell(env: Record<string, string> = {}) {
  const mail = await mailServer()
  const here = await migratedShell({ ENABLE_INVITE: 'true', SMTP_URL: mail.url, ...env })
  return {
    ...here,
    mail,
    /** Invites an address, and resolves to the invite's id. */
    async invited(email = GUEST): Promise<string> {
      const { code, out, err } = await here.latchkey('invites', 'create', '--email', email, '--json')
      if (code !== 0) throw new Error(err)
      return JSON.parse(out).id
    },
    /** What became of the invites, in the order in which they were made. */
    invites: () => here.sql(`SELECT * FROM invites ORDER BY created_at, id`),
    /** The audit trail of invites. */
    trail: () =>
      here.sql(
        `SELECT type, actor_id, ip, user_agent, metadata FROM audit_events WHERE type LIKE 'invite.%' ORDER BY created_at, id`,
      ),
  }
}

/** An event as the command line leaves it. */
export const fromCommandLine = (type: string, inviteId: string) => ({
  type,
  actor_id: null,
  ip: '',
  user_agent: 'latchkey command line',
  metadata: JSON.stringify({ inviteId }),
})
