import { describe, expect, it } from 'vitest'
import { EMAIL } from '../support/factored.ts'
import { codeIn, NEW, settledMoving, signIn } from '../support/moving.ts'
import { dump, scan } from '../support/scanned.ts'

type Here = Awaited<ReturnType<typeof settledMoving>>

/** How each link comes to be, and where its code goes. */
const links: Readonly<Record<string, (here: Here) => Promise<{ link: string; url: string }>>> = {
  'that confirms a new address': async ({ owner, mail }) => {
    await owner.post('/auth/email/change', { email: NEW })
    return { link: (await mail.newest(NEW)).link, url: '/auth/email/change/confirm' }
  },
  'that takes a change back': async ({ move, mail, countOf }) => {
    const before = countOf(EMAIL)
    await move()
    return { link: (await mail.newest(EMAIL, before + 1)).link, url: '/auth/email/change/revert' }
  },
  'that reports a sign-in': async ({ browser, mail, totp, clock, countOf }) => {
    const before = countOf(EMAIL)
    const thief = browser()
    const { body } = await signIn(thief)
    clock.advance(30_000)
    await thief.post('/auth/2fa/verify', { challengeId: body.challengeId, code: totp.code() })
    return { link: (await mail.newest(EMAIL, before + 1)).link, url: '/auth/devices/report' }
  },
}

describe('a mailed link', () => {
  it.each(Object.keys(links))(
    '%s: fetched over and over, changes nothing, is kept nowhere, and works on a click',
    async (what) => {
      const here = await settledMoving({ NEW_DEVICE_NOTICES: 'true' })
      const { link, url } = (await links[what]?.(here)) ?? { link: '', url: '' }
      const code = codeIn(link)
      await here.outbox.idle()
      const before = await dump(here)
      expect(JSON.stringify(before)).not.toContain(code)
      expect(here.logged()).not.toContain(code)
      await scan(here.browser(), link)
      await scan(here.owner.clone(), link)
      expect(await dump(here)).toEqual(before)
      expect((await here.browser().post(url, { code })).status).toBe(200)
      expect(await dump(here)).not.toEqual(before)
    },
  )

  it.each([
    ['/auth/verify-email', 'code_invalid'],
    ['/auth/reset-password', 'reset_token_invalid'],
    ['/auth/email/change/revert', 'code_invalid'],
    ['/auth/devices/report', 'code_invalid'],
  ])('that confirms a new address is nothing at %s', async (url, error) => {
    const here = await settledMoving()
    const { newCode } = await here.ask()
    const body = { code: newCode, newPassword: 'battery staple 2' }
    expect((await here.browser().post(url, body)).body.error).toBe(error)
    expect((await here.confirm(newCode)).body.completed).toBe(true)
  })
})
