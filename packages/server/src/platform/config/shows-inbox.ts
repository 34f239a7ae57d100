import { isLoopback } from '../kernel/loopback.ts'
import type { Config } from './schema.ts'

/** Whether people see the service on this machine only. */
export const hasLocalUrl = ({ server }: Config): boolean => isLoopback(new URL(server.publicUrl).hostname)

/** Whether mails go to the log because nothing sends them: in development only, where it was not switched off. */
export const logsMail = ({ profile, mail }: Config): boolean =>
  profile === 'development' && mail.smtpUrl === undefined && mail.devInbox

/** Whether these mails are also kept, and shown at `/dev/inbox`. They hold codes, so no stranger may reach them. */
export const showsInbox = (config: Config): boolean => logsMail(config) && hasLocalUrl(config)
