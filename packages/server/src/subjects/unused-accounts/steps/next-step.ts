import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'
import type { MailFate } from '../../../platform/mail/tables/outbox.ts'
import type { InactivityNotice } from '../tables/inactivity-notices.ts'

/** How long before an account is removed its owner is told: the first time, and the second. */
export const FIRST_MAIL_MS = 30 * DAY_MS
const SECOND_MAIL_MS = 7 * DAY_MS
const AHEAD_MS = [FIRST_MAIL_MS, SECOND_MAIL_MS] as const

/** A mail mostly leaves at once. */
const FIRST_LOOK_MS = 60_000
/** A mailbox that takes no mail may be back another week. */
const REFUSED_MS = 7 * DAY_MS
/** Where the service was down for so long when an account was due, its owner may have come in vain, and is told once more. */
const LATE_MS = 7 * DAY_MS

type Step = { readonly does: 'remove' } | { readonly does: 'wait' | 'mail'; readonly notice: InactivityNotice }

interface Facts {
  readonly now: number
  /** Since when the account is not used. */
  readonly idleSince: number
  readonly ttl: number
  /** What has become of the mail that was on its way. */
  readonly fate: MailFate | undefined
}

export const mailDue = ({ idleSince, ttl }: Pick<Facts, 'idleSince' | 'ttl'>): number => idleSince + ttl - FIRST_MAIL_MS

/** How far ahead of the removal the mail is that a notice tells with next. */
export const aheadOf = ({ told }: InactivityNotice): number => AHEAD_MS[told] ?? SECOND_MAIL_MS

/** Undefined where the account is used again, so that the notice ends. */
export function nextStep(notice: InactivityNotice, facts: Facts): Step | undefined {
  const { now, idleSince } = facts
  if (idleSince >= notice.noticedAt || mailDue(facts) > now) return undefined
  if (notice.mailId !== undefined) return { does: 'wait', notice: afterMail(notice, facts) }
  if (notice.told < AHEAD_MS.length) return { does: 'mail', notice: withMail(notice, facts) }
  if (now <= notice.leavesAt + LATE_MS) return { does: 'remove' }
  return { does: 'mail', notice: withMail({ ...notice, told: 1 }, facts) }
}

/** The time from a mail to the removal counts from when the mail has left. Without both mails no account is removed. */
function afterMail(notice: InactivityNotice, { now, fate }: Facts): InactivityNotice {
  if (fate && fate.outcome === undefined) return { ...notice, nextAt: now + HOUR_MS }
  const done = { ...notice, mailId: undefined }
  if (fate?.outcome === 'failed') return { ...done, nextAt: now + REFUSED_MS }
  if (fate?.outcome !== 'sent') return { ...done, nextAt: now }
  const leavesAt = Math.max(notice.leavesAt, (fate.doneAt ?? now) + aheadOf(notice))
  const told = notice.told + 1
  return { ...done, told, leavesAt, nextAt: told < AHEAD_MS.length ? leavesAt - SECOND_MAIL_MS : leavesAt }
}

function withMail(notice: InactivityNotice, { now, idleSince, ttl }: Facts): InactivityNotice {
  const leavesAt = Math.max(idleSince + ttl, notice.leavesAt, now + aheadOf(notice))
  return { ...notice, noticedAt: notice.told === 0 ? now : notice.noticedAt, leavesAt, nextAt: now + FIRST_LOOK_MS }
}
