import { describe, expect, it } from 'vitest'
import { invited } from '../../../test/support/invited.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const EMPTY_EMAIL = 'Please enter an email address.'
const NO_EMAIL = 'Please enter a valid email address.'
const EMPTY_CODE = 'Please enter the code.'
const EMPTY_PASSWORD = 'Please enter the password.'
const NEW_PASSWORD = 'Please choose a password.'
const LACKS = 'The password needs at least 8 characters and a digit.'

type Fields = Readonly<Record<string, string>>

/** Page, form, what is typed, and what is said beside which field. */
const WRONG: readonly (readonly [string, string, Fields, Fields])[] = [
  ['/sign-in', 'signIn', {}, { email: EMPTY_EMAIL, password: EMPTY_PASSWORD }],
  ['/sign-in', 'signIn', { email: ' ', password: PASSWORD }, { email: EMPTY_EMAIL }],
  ['/sign-in', 'signIn', { email: 'nobody', password: '' }, { email: NO_EMAIL, password: EMPTY_PASSWORD }],
  ['/console/sign-in', 'signIn', { email: 'nobody' }, { email: NO_EMAIL, password: EMPTY_PASSWORD }],
  ['/sign-up', 'signUp', {}, { name: 'Please enter a name.', email: EMPTY_EMAIL, password: NEW_PASSWORD }],
  [
    '/sign-up',
    'signUp',
    { name: '\u202e', email: 'a@b', password: 'short' },
    { name: 'Please enter a name of 1 to 200 visible characters.', email: NO_EMAIL, password: LACKS },
  ],
  ['/forgot-password', 'request', {}, { email: EMPTY_EMAIL }],
  ['/forgot-password', 'request', { email: 'not an address' }, { email: NO_EMAIL }],
  ['/check-your-mail', 'sendAgain', {}, { email: EMPTY_EMAIL }],
  ['/check-your-mail?for=reset', 'resetAgain', { email: 'ada@' }, { email: NO_EMAIL }],
  ['/check-your-mail', 'verify', { code: ' ' }, { code: EMPTY_CODE }],
  ['/verify-email', 'verify', {}, { code: EMPTY_CODE }],
  ['/two-factor?challengeId=x', 'verify', {}, { code: EMPTY_CODE }],
  ['/two-factor?challengeId=x', 'verify', { code: '12' }, { code: 'The code has 6 digits.' }],
  ['/reset-password', 'reset', {}, { code: EMPTY_CODE, newPassword: NEW_PASSWORD }],
  ['/set-password', 'set', { userId: 'x', newPassword: 'short' }, { code: EMPTY_CODE, newPassword: LACKS }],
  ['/invite', 'open', {}, { code: EMPTY_CODE }],
]

async function visiting(path: string) {
  const here = await world({ withMail: true, env: { ENABLE_INVITE: 'true' } })
  const visitor = new PageVisitor(here.browser())
  await visitor.open(path)
  return { ...here, visitor }
}

const errorsOf = ({ page }: PageVisitor): Fields => {
  const names = ['name', 'email', 'password', 'newPassword', 'code']
  const said = names.map((name) => [name, page.field(name)?.['error']] as const)
  return Object.fromEntries(said.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

describe('a form that cannot be right', () => {
  it.each(WRONG)('at %s (%s) with %j is told everything at once', async (path, action, typed, errors) => {
    const { visitor, hasher, auditTypes, mail } = await visiting(path)
    const page = await visitor.submit(action, typed)
    expect([page.status, page.alert, errorsOf(visitor)]).toEqual([400, undefined, errors])
    for (const name of Object.keys(errors)) {
      expect(page.field(name)).toMatchObject({ 'aria-invalid': 'true' })
      expect(page.field(name)?.['aria-describedby']).toContain(`${page.field(name)?.['id']}-error`)
    }
    // The cursor is in the first of them, and nothing was tried.
    expect(page.html.match(/ autofocus/g)).toHaveLength(1)
    expect(page.field(Object.keys(errors)[0] ?? '')).toHaveProperty('autofocus')
    expect([hasher.calls, await auditTypes(), mail.mails]).toEqual([0, [], []])
  })

  it('is told apart from a wrong one', async () => {
    const { visitor } = await visiting('/sign-in')
    const page = await visitor.submit('signIn', { email: 'ada@example.com', password: 'wrong horse 1' })
    expect(page.status).toBe(401)
    expect(errorsOf(visitor)).toEqual({ password: 'The email address or the password is not right.' })
  })

  it('is told all that is wrong with the form of an invitation', async () => {
    const here = await invited()
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/invite')
    await visitor.submit('open', { code: here.code })
    await visitor.submit('accept', { password: 'short' })
    expect(errorsOf(visitor)).toEqual({
      name: 'Please enter a name.',
      password: LACKS,
    })
  })

  it('says it in the language of the page', async () => {
    const { visitor } = await visiting('/sign-in')
    await visitor.submit('signIn', {}, { 'accept-language': 'de' })
    expect(errorsOf(visitor)).toEqual({
      email: 'Bitte geben Sie eine E-Mail-Adresse ein.',
      password: 'Bitte geben Sie das Passwort ein.',
    })
  })
})
