import { expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

it('the answers of the reference can be told apart, and each of them could be one', async () => {
  const { browser } = await world()
  const { html } = await new PageVisitor(browser()).open('/docs')
  const section = /<section class="route" id="post-auth-register">.*?<\/section>/s.exec(html)?.[0] ?? ''
  const answers = [...section.matchAll(/<h4>(Answer [^<]*)<\/h4><pre>(.*?)<\/pre>/gs)].map(([, title, text = '']) => ({
    title,
    ...JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
  }))
  expect(answers).toMatchObject([
    { title: 'Answer 201: session result', user: { twoFactorEnabled: false }, session: { isRevoked: false } },
    { title: 'Answer 201: verification pending', user: { isVerified: false }, message: 'Please confirm your email address.' },
    { title: 'Answer 201: two factor gated', user: { twoFactorEnabled: true }, message: 'A code was sent.' },
  ])
  const { createdAt, expiresAt, refreshExpiresAt } = answers[0].session
  expect([expiresAt > createdAt, refreshExpiresAt >= expiresAt]).toEqual([true, true])
})
