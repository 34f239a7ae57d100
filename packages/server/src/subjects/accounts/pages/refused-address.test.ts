import { describe, expect, it } from 'vitest'
import { form } from '../../../../test/support/inviting.ts'
import { oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const ADDRESS = 'ada@blocked.example'
const WORDS = 'This email address cannot be used here. Please use another one.'

describe('an address that may not have an account', () => {
  const here = shared(() =>
    oauthWorld({ withMail: true, env: { ORGANISATIONS: 'true', REGISTRATION_BLOCKED_DOMAINS: 'blocked.example' } }),
  )
  const visitor = () => new PageVisitor(here().browser())

  it.each([
    ['en', WORDS],
    ['de', 'Diese E-Mail-Adresse kann hier nicht verwendet werden. Bitte nehmen Sie eine andere.'],
    ['es', 'Este correo electrónico no se puede usar aquí. Utilice otro.'],
    ['fr', 'Cette adresse e-mail ne peut pas être utilisée ici. Veuillez en choisir une autre.'],
  ])('is named beside its field on /sign-up, in %s, and what was typed stays', async (language, words) => {
    const one = visitor()
    await one.open('/sign-up', { 'accept-language': language })
    const typed = { name: 'Ada', email: ADDRESS, password: PASSWORD }
    const page = await one.submit('signUp', typed, { 'accept-language': language })
    expect(page.status).toBe(403)
    expect(page.field('email')?.['error']).toBe(words)
    expect([page.field('name')?.['value'], page.field('email')?.['value']]).toEqual(['Ada', ADDRESS])
  })

  it('is told on /sign-in to who comes back from a provider', async () => {
    const { corp, leave } = here()
    const one = visitor()
    const person = corp.person({ sub: ADDRESS, email: ADDRESS, email_verified: true, name: 'Ada' })
    const page = await one.open(pathOf(await corp.approve(await leave(one.browser), { as: person })))
    expect([page.path, page.alert]).toEqual(['/sign-in', WORDS])
  })

  it('is named beside its field where an owner asks for another address', async () => {
    const one = new PageVisitor(await here().signedUp('mover@example.com'))
    await one.open('/account')
    const page = await one.submit('changeEmail', { email: ADDRESS })
    expect([page.status, page.field('email')?.['error']]).toEqual([403, WORDS])
  })

  it('is told to who follows an invite into an organisation', async () => {
    const { signedUp, sql, mail } = here()
    const owner = await signedUp('owner@example.com')
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = 'owner@example.com'`)
    const { body: org } = await owner.post('/auth/orgs', { name: 'Acme' })
    await owner.post(`/auth/orgs/${org.id}/invites`, { email: ADDRESS, role: 'member' })
    const one = visitor()
    await one.open('/org-invite')
    const { code } = await mail.newest(ADDRESS)
    await one.submit('open', { code })
    const page = await one.submit('register', { name: form.name, password: form.password })
    expect([page.status, page.alert]).toEqual([403, WORDS])
  })
})
