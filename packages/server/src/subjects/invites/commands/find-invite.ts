import { CommandError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type Invite, invitesIn } from '../tables/invites.ts'

const BATCH = 100

export const inviteOperand = { invite: 'Id of the invite, or the address it was sent to.' } as const

/** An address has one open invite at most, and that is its newest. */
export async function findInvite(connection: Connection, idOrEmail: string, now: number): Promise<Invite> {
  const email = canonicalEmail(idOrEmail)
  if (!isId(idOrEmail) && email === undefined) throw new CommandError('This is neither the id of an invite nor an email address.')
  const invites = invitesIn(connection)
  const found = email === undefined ? await invites.find(idOrEmail) : await newestTo(invites, email, now)
  if (!found) throw new Failure('invite_not_found')
  return found
}

/** The search matches beginnings, so `ada@example.com` also finds invites to `ada@example.community`. */
async function newestTo(invites: ReturnType<typeof invitesIn>, email: string, now: number): Promise<Invite | undefined> {
  for (let offset = 0; ; offset += BATCH) {
    const page = await invites.list({ search: email, status: undefined }, now, BATCH, offset)
    const found = page.invites.find((invite) => invite.email === email)
    if (found || page.invites.length < BATCH) return found
  }
}

/** Commands refuse what the routes refuse: invites that are switched off. */
export function invitingConfig(load: () => Config): Config {
  const config = load()
  if (!config.registration.enableInvite) throw new CommandError('Invites are switched off: set ENABLE_INVITE=true.')
  return config
}
