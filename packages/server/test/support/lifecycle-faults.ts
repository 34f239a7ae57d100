import { newId } from '../../src/platform/kernel/ids.ts'
import { hashToken, newToken } from '../../src/platform/kernel/tokens.ts'
import type { FaultFlow, FaultSite, Subject } from './fault-flows.ts'

type Prepare = (site: FaultSite, email: string) => Promise<Subject>

/** The acts of an account's life, for a member whom the other flows can make. */
export const lifecycleFaults = (member: Prepare) =>
  ({
    'change of address': {
      async prepare(site, email) {
        const subject = await member(site, email)
        const settled = `UPDATE sessions SET elevation = 'totp', elevation_enrolled_at = 0 WHERE account_id = ?`
        await site.sql(settled, [subject.id])
        await site.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE id = ?`, [subject.id])
        await subject.browser.post('/auth/email/change', { email: `new-${email}` })
        return { ...subject, code: (await site.mail.newest(`new-${email}`)).code }
      },
      act: ({ browser }, { code }) => browser().post('/auth/email/change/confirm', { code }),
      effect: `SELECT id FROM accounts WHERE email = 'new-' || ?`,
    },
    report: {
      async prepare(site, email) {
        const subject = await member(site, email)
        const code = newToken()
        const [hash, until] = [hashToken(`device-report:${code}`), Date.now() + 100 * 365 * 86_400_000]
        await site.sql(
          `INSERT INTO device_reports (id, hash, account_id, since, email_hash, created_at, expires_at) VALUES (?, ?, ?, 0, '', 0, ?)`,
          [newId(0), hash, subject.id, until],
        )
        return { ...subject, code }
      },
      act: ({ browser }, { code }) => browser().post('/auth/devices/report', { code }),
      effect: `SELECT id FROM accounts WHERE email = ? AND password_hash IS NULL`,
    },
  }) as const satisfies Readonly<Record<string, FaultFlow>>
