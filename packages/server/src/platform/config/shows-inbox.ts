import { isThisMachine } from '../kernel/loopback.ts'
import type { Config } from './schema.ts'

export const hasLocalUrl = ({ server }: Config): boolean => isThisMachine(new URL(server.publicUrl).hostname)

/** In development without a mail server, mails go to the log. */
export const logsMail = ({ profile, mail }: Config): boolean =>
  profile === 'development' && mail.smtpUrl === undefined && mail.devInbox

/** The mails hold codes, so `/dev/inbox` exists only where no stranger can reach it. */
export const showsInbox = (config: Config): boolean => logsMail(config) && hasLocalUrl(config)
