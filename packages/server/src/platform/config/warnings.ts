import { isLoopback } from '../kernel/loopback.ts'
import { servedPath } from '../kernel/own-path.ts'
import type { Config } from './schema.ts'
import { logsMail, showsInbox } from './shows-inbox.ts'

export type Warn = (config: Config) => readonly string[]

export const more: Warn[] = []

export function* warnings(config: Config): Iterable<string> {
  const { host, publicUrl } = config.server
  if (config.security.allowMissingCsrfHeaders) {
    yield 'ALLOW_MISSING_CSRF_HEADERS is on: state-changing requests without Origin and Referer are accepted'
  }
  if (showsInbox(config) && !isLoopback(host)) {
    yield `DEV_INBOX is on and HOST is ${host}: whoever reaches the service can read every mail at ${servedPath(config.server, '~/dev/inbox')}, codes included`
  }
  if (logsMail(config) && !showsInbox(config)) {
    yield `PUBLIC_URL is ${publicUrl} and SMTP_URL is not set: mails are not sent, only logged, codes included; there is no /dev/inbox`
  }
  for (const warn of more) yield* warn(config)
}
