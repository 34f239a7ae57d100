import { describe, expect, it } from 'vitest'
import { secretForms } from '../../src/platform/kernel/secret-forms.ts'
import { gossip } from '../support/mail-server.ts'
import { world } from '../support/world.ts'

describe('a mail server that repeats the login which it refuses', () => {
  it('gets no form of the password into the log', async () => {
    const url = `smtp://ada:canary%2Fword@127.0.0.1:${await gossip()}`
    const { browser, logged, outbox } = await world({
      env: { SMTP_URL: url, MAIL_FROM: 'ada@example.com', REQUIRE_EMAIL_VERIFICATION: 'true' },
    })
    const form = { email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' }
    expect(await browser().post('/auth/register', form)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await browser().post('/auth/forgot-password', form)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    await outbox.idle()
    expect(logged()).toContain('refused: ')
    for (const secret of secretForms(url)) expect(logged()).not.toContain(secret)
  })
})
