import { describe, expect, it } from 'vitest'
import { commandLineClient } from '../../src/gate/assembly/command-line-client.ts'
import { writeMail } from '../../src/gate/mails/write-mail.ts'
import { type MailKind, mailKinds } from '../../src/platform/mail/mail-kinds.ts'
import { sampleOf } from '../../src/platform/mail/mail-samples.ts'
import { outboxIn } from '../../src/platform/mail/tables/outbox.ts'
import { type World, world } from '../support/world.ts'

const BATCH = 8

/** As an outage leaves them: written one after the other, and none of them sent. */
async function waiting(here: World, kinds: readonly MailKind[]): Promise<void> {
  const context = { deps: here.depsFor(), client: commandLineClient }
  for (const [at, kind] of kinds.entries()) {
    here.clock.advance(1000)
    const account = { email: `${kind}-${at}@example.com`, name: '', verifiedAt: undefined, language: undefined }
    await outboxIn(context.deps.store).add(writeMail(context, kind, account, sampleOf(kind)))
  }
}

const many = (count: number, kind: MailKind): MailKind[] => Array.from({ length: count }, () => kind)

/** In which batch each mail left. Those of one leave at once, and arrive in any order. */
async function batches(here: World): Promise<{ readonly kind: string; readonly batch: number; readonly to: string }[]> {
  here.outbox.wake()
  await here.outbox.idle()
  return here.mail.mails.map(({ recipients: [to = ''] }, at) => ({
    to,
    kind: to.replace(/-\d+@.*$/, ''),
    batch: Math.floor(at / BATCH),
  }))
}

describe('mails that have waited', () => {
  it.each(['password-reset', 'two-factor', 'step-up', 'verification', 'set-password', 'account-deletion'] as const)(
    'leave before all others when they are a %s, however late they came',
    async (kind) => {
      const here = await world({ withMail: true })
      await waiting(here, [...many(40, 'password-changed'), ...many(20, 'invite'), kind])
      const sent = await batches(here)
      expect(sent).toHaveLength(61)
      expect(sent.find((one) => one.kind === kind)?.batch).toBe(0)
    },
  )

  it('leave as invites before notices, and the oldest of a class first', async () => {
    const here = await world({ withMail: true })
    await waiting(here, [...many(40, 'password-changed'), ...many(20, 'invite')])
    const sent = await batches(here)
    const lastOf = (to: string) => sent.find((one) => one.to === to)?.batch ?? 99
    // Seven of each eight are invites until there are none left.
    expect(sent.filter(({ kind, batch }) => kind === 'invite' && batch > 2)).toEqual([])
    expect(lastOf('invite-40@example.com')).toBe(0)
    expect(lastOf('invite-59@example.com')).toBe(2)
    expect(lastOf('password-changed-39@example.com')).toBe(7)
  })

  it('leave as notices, too, while more urgent ones keep coming', async () => {
    const here = await world({ withMail: true })
    await waiting(here, [...many(3, 'password-changed'), ...many(60, 'password-reset')])
    const sent = await batches(here)
    expect(sent.filter(({ kind }) => kind === 'password-changed').map(({ batch }) => batch)).toEqual([0, 1, 2])
  })

  it('are of a class that follows from their kind', async () => {
    const here = await world({ withMail: true })
    const kinds = mailKinds()
    await waiting(here, kinds)
    const rows = await here.sql(`SELECT kind, urgency FROM outbox ORDER BY urgency`)
    const of = (urgency: number) => rows.filter((row) => row['urgency'] === urgency).map((row) => row['kind'])
    expect(of(0).toSorted()).toEqual([
      'account-deletion',
      'email-change',
      'email-change-approval',
      'password-reset',
      'set-password',
      'sign-in-code',
      'sign-up',
      'step-up',
      'two-factor',
      'verification',
    ])
    expect(of(1).toSorted()).toEqual(['invite', 'org-invite'])
    expect(of(2)).toHaveLength(kinds.length - 12)
  })
})
