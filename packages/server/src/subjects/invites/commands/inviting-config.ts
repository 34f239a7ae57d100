import { CommandError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'

/** The configuration of a service that invites people; every other one is refused, as its routes would do. */
export function invitingConfig(load: () => Config): Config {
  const config = load()
  if (!config.registration.enableInvite) throw new CommandError('Invites are switched off: set ENABLE_INVITE=true.')
  return config
}
