import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { logsMail, showsInbox } from '../../platform/config/shows-inbox.ts'
import { humanDuration } from '../../platform/kernel/human-duration.ts'
import { isLoopback } from '../../platform/kernel/loopback.ts'
import { servedPath } from '../../platform/kernel/own-path.ts'
import { mailBacklog } from '../../platform/mail/tables/outbox.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok, warn, fail } = findingsOf('mail')

/** Longer than a mail waits that is repeated once or twice. */
const LATE_MS = 300_000

/** Connects and signs in, and sends no mail. */
export async function* checkMailServer(config: Config): AsyncIterable<Finding> {
  const { smtpUrl, from } = config.mail
  if (smtpUrl === undefined) {
    if (showsInbox(config)) yield ok(`mails are not sent, ${servedPath(config.server, '~/dev/inbox')} shows them`)
    else if (logsMail(config)) yield warn('SMTP_URL is not set: mails are not sent, only logged')
    else yield warn('SMTP_URL is not set: nobody can reset a password')
    return
  }
  const { smtpTransport } = await import('../../platform/mail/smtp-transport.ts')
  const { smtpErrorText } = await import('../../platform/mail/smtp-error.ts')
  const transport = smtpTransport(smtpUrl, from)
  try {
    await transport.probe()
    yield ok('the mail server lets us in')
  } catch (error) {
    yield fail(`the mail server does not let us in: ${smtpErrorText(error, smtpUrl)}`)
  } finally {
    transport.close()
  }
  const { protocol, hostname, searchParams } = new URL(smtpUrl.reveal())
  const insists = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  if (!insists && !isLoopback(hostname)) {
    yield warn('mail leaves without TLS when the server does not offer it: add ?requireTLS=true to SMTP_URL, or use smtps://')
  }
}

export async function checkOutbox(sql: Queries, now: number): Promise<Finding> {
  const { waiting: total, oldestAt = now } = await mailBacklog(sql)
  if (total === 0) return ok('no mail is waiting')
  const age = now - oldestAt
  const waiting = `${total} ${total === 1 ? 'mail is' : 'mails are'} waiting`
  if (age < LATE_MS) return ok(waiting)
  return warn(`${waiting}, the oldest for ${humanDuration(age)}: look for "a mail could not be sent" in the log`)
}
