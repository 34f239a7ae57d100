import { expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

it('the answers of the reference can be told apart, and each of them could be one', async () => {
  const { browser } = await world()
  const { html } = await new PageVisitor(browser()).open('/docs/accounts')
  const section = /<section class="route" id="post-auth-register">.*?<\/section>/s.exec(html)?.[0] ?? ''
  const answers = [...section.matchAll(/<h3>(Answer [^<]*)<\/h3><pre>(.*?)<\/pre>/gs)].map(([, title, text = '']) => ({
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

it('says of each field of a question and of an answer what it is, of those with a name under that name', async () => {
  const { browser } = await world()
  const read = async (path: string) => (await new PageVisitor(browser()).open(path)).html
  const [users, shapes] = [await read('/docs/administration'), await read('/docs/shapes')]
  const partOf = (html: string, id: string) =>
    new RegExp(`<section class="route" id="${id}">.*?</section>`, 's').exec(html)?.[0] ?? ''
  expect(partOf(users, 'get-admin-users')).toContain('href="/docs/shapes#shape-listeduser"')
  expect(partOf(users, 'post-admin-users')).toMatch(/<code>email<\/code> <small>string, required<\/small><\/dt><dd>/)
  expect(partOf(shapes, 'shape-listeduser')).toMatch(/<code>isBanned<\/code> <small>boolean<\/small><\/dt><dd>Whether/)
  expect(partOf(users, 'get-admin-statistics')).toMatch(/<code>mail\.waiting<\/code>.*?<dd>Mails/)
  const pages = { shapes, 'shapes-m-to-z': await read('/docs/shapes-m-to-z') }
  const links = [...users.matchAll(/href="\/docs\/(shapes[a-z-]*)#(shape-[^"]+)"/g)].map(([, page, id]) => [page, id] as const)
  expect(new Set(links.map(([page]) => page))).toEqual(new Set(Object.keys(pages)))
  expect(links.filter(([page, id]) => !pages[page as keyof typeof pages].includes(`id="${id}"`))).toEqual([])
})
