import { expect, it } from 'vitest'
import { PageVisitor } from '../support/page-visitor.ts'
import { ADA, accountsOf, pressed, signUp } from '../support/under-pressure.ts'
import { workedFor } from '../support/worked-for.ts'

it('a proof of work makes one account, of three that come with it at once', async () => {
  const { here, visitor, asked = '' } = await pressed()
  const nonce = workedFor(asked)
  const others = ['b@example.com', 'c@example.com', 'd@example.com'].map((email) => ({ ...ADA, email }))
  const pages = await Promise.all(others.map((who) => signUp(new PageVisitor(here.browser()), asked, nonce, who)))
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 429, 429])
  expect(await accountsOf(here)).toBe(1)
  // The same challenge, written in another way.
  for (const again of [asked, `0${asked}`]) expect(await signUp(visitor, again, nonce)).toMatchObject({ status: 429 })
  expect(await accountsOf(here)).toBe(1)
})
