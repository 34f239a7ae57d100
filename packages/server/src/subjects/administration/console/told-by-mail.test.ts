import { describe, expect, it } from 'vitest'
import { ADA, idOf } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

/** Does each thing to Ada that the console can tell her of, and says for each whether it was promised, and how many mails it wrote. */
async function promisedAndWritten(notices: 'true' | 'false') {
  const { visitor, sql, adaId, statements } = await atConsole({ SECURITY_NOTICES: notices })
  await sql(`UPDATE accounts SET verified_at = NULL, email_factor_at = 1, two_factor_enabled_at = 1 WHERE id = ?`, [adaId])
  const outcomes: Record<string, readonly [boolean, number]> = {}
  for (const action of ['verify', 'resetFactors', 'promote', 'demote', 'delete']) {
    const page = await visitor.open(`/console/users/${adaId}`)
    const [panel = ''] = page.html.split('<details').filter((part) => part.includes(`value="${action}"`))
    const before = statements().length
    await visitor.submit(action, action === 'delete' ? { email: ADA } : {})
    const mails = statements()
      .slice(before)
      .filter((one) => one.startsWith('INSERT INTO outbox'))
    outcomes[action] = [panel.includes('They are told by email.'), mails.length]
  }
  return outcomes
}

describe('the console says that the owner is told by email', () => {
  it('where a mail is written', async () => {
    // Of a new administrator the others are told as well.
    const promised = { verify: [true, 1], resetFactors: [true, 1], promote: [true, 2], demote: [false, 0], delete: [true, 1] }
    expect(await promisedAndWritten('true')).toEqual(promised)
  })

  it('nowhere, where notices are switched off', async () => {
    const silent = { verify: [false, 0], resetFactors: [false, 0], promote: [false, 1], demote: [false, 0], delete: [false, 0] }
    expect(await promisedAndWritten('false')).toEqual(silent)
  })

  it('nowhere, and offers no mail either, where there is no sender', async () => {
    const env = { SECURITY_NOTICES: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true', DEV_INBOX: 'false' }
    const { signedUp, sql } = await world({ env })
    const visitor = new PageVisitor(await signedUp('root@example.com'))
    await sql(`UPDATE accounts SET role = 'admin'`)
    const adaId = await idOf(await signedUp(ADA))
    const { text } = await visitor.open(`/console/users/${adaId}`)
    expect(text).toContain('The password stays as it is.')
    expect(text).not.toMatch(/told by email|We send a code|Send a password reset/)
    await visitor.submit('verify')
    expect(await sql(`SELECT id FROM outbox`)).toEqual([])
  })
})
