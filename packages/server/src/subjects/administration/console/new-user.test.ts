import { describe, expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NEW = { email: 'new@example.com', name: 'Newcomer' }

async function adding() {
  const here = await atConsole()
  await here.visitor.open('/console/users/new')
  return here
}

describe('/console/users/new', () => {
  it('creates an account, and shows it', async () => {
    const { visitor, browser } = await adding()
    const page = await visitor.submit('create', { ...NEW, password: PASSWORD })
    expect([page.heading, page.notice]).toEqual(['Newcomer', 'The account was created.'])
    expect(page.section('facts').text).toContain('Role User')
    expect((await browser().post('/auth/login', { email: NEW.email, password: PASSWORD })).status).toBe(200)
  })

  it('creates an administrator, and an account without a password', async () => {
    const { visitor } = await adding()
    const page = await visitor.submit('create', { ...NEW, role: 'admin' })
    expect(page.section('facts').text).toMatch(/Role Administrator .*Has a password No/)
  })

  it.each([
    ['email', { ...NEW, email: 'nonsense' }, 400, 'Please enter a valid email address.'],
    ['email', { ...NEW, email: ADA }, 409, 'An account with this email address already exists.'],
    ['name', { ...NEW, name: ' ' }, 400, 'Please enter a name.'],
    ['name', { email: 'x', name: 'W'.repeat(201) }, 400, 'Please enter a name of 1 to 200 visible characters.'],
    ['password', { ...NEW, password: 'short' }, 400, 'The password needs at least 8 characters and a digit.'],
  ])('says beside the field what is wrong with the %s of %j', async (field, typed, status, error) => {
    const { visitor } = await adding()
    const page = await visitor.submit('create', { role: 'admin', ...typed })
    expect([page.status, page.path]).toEqual([status, '/console/users/new'])
    expect(page.field(field)?.error).toBe(error)
    expect(page.field('email')?.['value']).toBe(typed.email)
    expect(page.field('password')?.['value']).toBeUndefined()
    expect(page.forms.find(({ values }) => values['_action'] === 'create')?.values['role']).toBe('admin')
  })
})
