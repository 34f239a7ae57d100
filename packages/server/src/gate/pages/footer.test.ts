import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'

const LINKS = {
  PAGES_SUPPORT: 'mailto:help@example.com',
  PAGES_TERMS: 'https://example.com/terms',
  PAGES_PRIVACY: '/privacy',
}

const footerOf = ({ html }: { readonly html: string }): string => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''

describe('the foot of a page', () => {
  it('has the links of the operator, also where the page went wrong', async () => {
    const { browser } = await world({ env: LINKS })
    const visitor = new PageVisitor(browser())
    for (const path of ['/sign-in', '/nothing-here'])
      for (const href of Object.values(LINKS)) expect(footerOf(await visitor.open(path))).toContain(`<a href="${href}">`)
  })

  it('is not there where there is nothing to say', async () => {
    const { signedUp } = await world()
    expect(footerOf(await new PageVisitor(await signedUp()).open('/account'))).toBe('')
  })

  it('lets a visitor choose the language, which stays chosen, and leads back to the page', async () => {
    const { browser } = await world()
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-in?returnTo=%2Fdocs', { 'accept-language': 'fr' })
    const page = await visitor.submit('choose', { language: 'de' })
    expect([page.address, page.heading]).toEqual(['/sign-in?returnTo=%2Fdocs', 'Anmelden'])
    expect((await visitor.open('/sign-up', { 'accept-language': 'fr' })).html).toContain('<html lang="de">')
    expect((await visitor.open('/nothing-here', { 'accept-language': 'fr' })).html).toContain('<html lang="de">')
    expect(footerOf(page)).toMatch(/<button [^>]*value="de"[^>]*aria-current="true"/)
  })

  it('is answered in that language by mail as well', async () => {
    const { browser, signedUp, mail } = await world({ withMail: true })
    await signedUp('ada@example.com')
    const visitor = new PageVisitor(browser())
    await visitor.open('/forgot-password', { 'accept-language': 'fr' })
    await visitor.submit('choose', { language: 'es' })
    await visitor.submit('request', { email: 'ada@example.com' })
    expect((await mail.newest('ada@example.com')).subject).toMatch(/contraseña/)
  })

  it.each([
    [{ language: 'xx' }, '/sign-in'],
    [{ language: 'de', returnTo: 'https://evil.example/' }, '/'],
    [{ language: 'de', returnTo: '//evil.example/' }, '/'],
  ])('takes no language that is none of ours, and leads nowhere else: %j', async (fields, location) => {
    const { browser } = await world()
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-in')
    const reply = await visitor.browser.post('/language', undefined, {
      raw: new URLSearchParams({ _action: 'choose', returnTo: '/sign-in', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([reply.status, reply.headers['location']]).toEqual([303, location])
  })
})
