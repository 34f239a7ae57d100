import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { DAY_MS, humanTime } from '../../platform/kernel/clock.ts'
import { operatorsAddresses } from '../../platform/outgoing/addresses-of.ts'
import { type Called, type Certificate, certificateOf } from '../../platform/outgoing/certificate.ts'

const { ok, warn, fail } = findingsOf('certificates')

const MOST = 20
const LIMIT_MS = 5000
const SOON_MS = 14 * DAY_MS

interface Seen {
  readonly endsAt?: number
  readonly problems?: readonly Finding[]
}

/** What the settings alone say of servers with a certificate: our own, as users reach it, and that of our mail. */
export function calledBySettings({ server, mail }: Config): readonly Called[] {
  const addresses = operatorsAddresses
  const own = { what: 'PUBLIC_URL', url: new URL(server.publicUrl), addresses }
  return [
    ...(own.url.protocol === 'https:' ? [own] : []),
    ...(mail.smtpUrl ? [{ what: 'SMTP_URL', url: new URL(mail.smtpUrl.reveal()), addresses }] : []),
  ]
}

/** Each host once, and all at the same time. */
export async function* checkCertificates(called: readonly Called[], now: number): AsyncIterable<Finding> {
  const hosts = called.filter(({ url }, at) => called.findIndex((one) => one.url.host === url.host) === at)
  const seen = await Promise.all(hosts.slice(0, MOST).map((one) => look(one, now)))
  const ends = seen.flatMap(({ endsAt }) => endsAt ?? [])
  const first = ends.length === 0 ? 'there is none to look at' : `${ends.length}, the first ends ${humanTime(Math.min(...ends))}`
  const problems = seen.flatMap(({ problems: found = [] }) => found)
  if (problems.length === 0) yield ok(first)
  yield* problems
  if (hosts.length > MOST) yield ok(`of ${hosts.length} hosts the first ${MOST} were looked at`)
}

async function look(called: Called, now: number): Promise<Seen> {
  const cut = AbortSignal.timeout(LIMIT_MS)
  const named = `${called.what} (${called.url.host})`
  try {
    const certificate = await certificateOf(called, cut)
    if (!certificate) return {}
    return { endsAt: certificate.endsAt, problems: [...problemsOf(named, certificate, now)] }
  } catch (error) {
    const why = cut.aborted ? `no answer within ${LIMIT_MS / 1000} s` : textOf(error)
    return { problems: [warn(`${named}: its certificate cannot be read: ${why}`)] }
  }
}

function* problemsOf(named: string, { endsAt, distrust }: Certificate, now: number): Iterable<Finding> {
  if (endsAt <= now) yield fail(`${named}: its certificate is over since ${humanTime(endsAt)}: renew it`)
  else if (endsAt <= now + SOON_MS) yield warn(`${named}: its certificate ends ${humanTime(endsAt)}: renew it`)
  if (distrust) yield warn(`${named}: its certificate is not trusted on this machine: ${distrust}`)
}
