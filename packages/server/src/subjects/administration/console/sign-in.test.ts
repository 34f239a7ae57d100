import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../../test/support/administered.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const root = { email: ROOT, password: PASSWORD }

/** A visitor at the administrators' door. */
async function atTheDoor(query = '', env: Record<string, string> = {}) {
  const here = await administered(env)
  const visitor = new PageVisitor(here.browser())
  return { ...here, visitor, first: await visitor.open(`/console/sign-in${query}`) }
}

describe('/console/sign-in', () => {
  it('leads through the second factor to the console', async () => {
    const { visitor, mail, first } = await atTheDoor()
    expect([first.status, first.heading]).toEqual([200, 'Sign in to the console'])
    expect((await visitor.submit('signIn', root)).path).toBe('/two-factor')
    const { code } = await mail.newest(ROOT, 2)
    const page = await visitor.submit('verify', { code })
    expect([page.address, page.heading]).toEqual(['/console', 'Dashboard'])
  })

  it('leads back to where they wanted to go', async () => {
    const { visitor, mail } = await atTheDoor()
    expect((await visitor.open('/console/users?role=admin')).address).toBe(
      '/console/sign-in?returnTo=%2Fconsole%2Fusers%3Frole%3Dadmin',
    )
    await visitor.submit('signIn', root)
    const { code } = await mail.newest(ROOT, 2)
    expect((await visitor.submit('verify', { code })).address).toBe('/console/users?role=admin')
  })

  it('leads nowhere else', async () => {
    const { visitor, mail } = await atTheDoor('?returnTo=https%3A%2F%2Fevil.example')
    await visitor.submit('signIn', root)
    const { code } = await mail.newest(ROOT, 2)
    expect((await visitor.submit('verify', { code })).address).toBe('/console')
  })

  it('leads straight in with DisableAdminTwoFactor', async () => {
    const { signedUp, sql, browser } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await signedUp(ROOT)
    await sql(`UPDATE accounts SET role = 'admin'`)
    const visitor = new PageVisitor(browser())
    expect((await visitor.open('/console/sign-in')).text).not.toContain('A second step')
    expect((await visitor.submit('signIn', root)).address).toBe('/console')
  })

  it.each([
    ['a wrong password', { ...root, password: 'another one 1' }],
    ['the right password of somebody who is no administrator', { email: ADA, password: PASSWORD }],
  ])('says the same to %s, beside the field, and forgets it', async (_case, typed) => {
    const { visitor } = await atTheDoor()
    const page = await visitor.submit('signIn', typed)
    expect([page.status, page.path]).toEqual([401, '/console/sign-in'])
    expect(page.field('email')?.['value']).toBe(typed.email)
    expect(page.field('password')).toMatchObject({ error: 'The email address or the password is not right.', autofocus: '' })
    expect(page.field('password')?.['value']).toBeUndefined()
    expect(page.html).not.toContain(typed.password)
  })

  it('is no stop for whoever is in already', async () => {
    const { root } = await atTheDoor()
    const visitor = new PageVisitor(root)
    expect((await visitor.open('/console/sign-in')).address).toBe('/console')
    expect((await visitor.open('/console/sign-in?returnTo=%2Fconsole%2Faudit')).address).toBe('/console/audit')
  })

  it('opens for those who are signed in, and no administrators', async () => {
    const { ada } = await atTheDoor()
    expect((await new PageVisitor(ada).open('/console/sign-in')).heading).toBe('Sign in to the console')
  })
})
