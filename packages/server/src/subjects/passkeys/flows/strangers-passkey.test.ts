import { expect, it } from 'vitest'
import { addPasskey, EMAIL, signedInAda } from '../../../../test/support/factored.ts'

it('is gone when the mailbox is first proved elsewhere, and the owner is told', async () => {
  const { owner: stranger, mail, browser, outbox } = await signedInAda({ SECURITY_NOTICES: 'true' })
  await addPasskey(stranger)
  await outbox.idle()
  await stranger.post('/auth/resend-verification')
  const { code } = await mail.newest(EMAIL, 2)
  await browser().post('/auth/verify-email', { code })
  await outbox.idle()
  expect(mail.mails).toContainEqual(
    expect.objectContaining({
      subject: expect.stringContaining('was confirmed'),
      text: expect.stringMatching(/therefore removed:\n- passkeys/),
    }),
  )
})
