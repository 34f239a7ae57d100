import { expect, it } from 'vitest'
import { AuthenticatorApp, STEP_MS } from '../../../../test/support/factored.ts'
import { BCRYPT, giveForeign } from '../../../../test/support/foreign-accounts.ts'
import { importing } from '../../../../test/support/importing.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const email = 'ada@example.com'

const otp = { subType: 'totp', digits: 8, period: 30, algorithm: 'HmacSHA1', secretEncoding: 'BASE32' }
const keycloak = {
  ...{ id: 'ada', email, emailVerified: true },
  credentials: [{ type: 'otp', secretData: JSON.stringify({ value: SECRET }), credentialData: JSON.stringify(otp) }],
}
const kratos = {
  ...{ id: 'ada', traits: { email }, verifiable_addresses: [{ value: email, via: 'email', verified: true }] },
  credentials: { totp: { config: { totp_url: `otpauth://totp/Old:ada?secret=${SECRET}&digits=8` } } },
}

const device = {
  confirmed: true,
  key: Buffer.from('Hello!\u00de\u00ad\u00be\u00ef'.repeat(2), 'latin1').toString('hex'),
  digits: 8,
  user: 1,
}
const django = [
  { model: 'auth.user', pk: 1, fields: { email } },
  { model: 'otp_totp.totpdevice', pk: 1, fields: device },
]

const FILES = {
  keycloak: { file: JSON.stringify({ users: [keycloak] }) },
  kratos: { file: JSON.stringify(kratos) },
  django: { file: JSON.stringify(django.slice(0, 1)), others: JSON.stringify(django.slice(1)) },
}

/** Ada, who came with an app that shows eight digits, after her password. */
async function arrived({ file, others }: { readonly file: string; readonly others?: string }, format: string) {
  const here = await world()
  const { write, run, sql } = await importing({}, here)
  const second = others === undefined ? [] : ['--identities', write('others', others)]
  const told = await run(write('file', file), '--from', format, '--second-factor', 'refuse', ...second)
  expect(told).toMatchObject({ code: 0, err: '' })
  await giveForeign(here, email, BCRYPT)
  const app = new AuthenticatorApp(SECRET, () => here.clock.now(), 8)
  const enter = async () => {
    const browser = here.browser()
    const { body } = await browser.post('/auth/login', { email, password: PASSWORD })
    expect(body).toMatchObject({ requiresTwoFactor: true, methods: ['totp'], codeSent: false })
    const verify = (code: string) => browser.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
    return { browser, verify, challengeId: String(body.challengeId) }
  }
  return { ...here, sql, app, enter }
}

it.each(Object.entries(FILES))(
  'an app of %s that shows eight digits opens the account with all eight, once',
  async (format, file) => {
    const { sql, app, enter, clock } = await arrived(file, format)
    expect(await sql(`SELECT digits, period, algorithm FROM totp_seeds`)).toEqual([{ digits: 8, period: 30, algorithm: 'sha1' }])
    const { verify } = await enter()
    const refused = { status: 400, body: { error: 'two_factor_code_invalid' } }
    for (const part of [app.code().slice(2), app.code().slice(0, 6), `${app.code()}0`])
      expect(await verify(part)).toMatchObject(refused)
    expect(await verify(app.code())).toMatchObject({ status: 200, body: { user: { email } } })
    expect(await (await enter()).verify(app.code())).toMatchObject(refused)
    clock.advance(STEP_MS)
    expect(await (await enter()).verify(app.code())).toMatchObject({ status: 200 })
  },
)

it('pages take eight digits from the browser in which the password was typed, and tell no other how many there are', async () => {
  const { app, enter, browser: another, clock } = await arrived(FILES.keycloak, 'keycloak')
  const { browser, challengeId } = await enter()
  const path = `/two-factor?challengeId=${challengeId}&method=totp`

  const stranger = new PageVisitor(another())
  const unknown = await stranger.open(path)
  expect(unknown.text).toContain('Enter the code that your authenticator app shows.')
  expect(unknown.field('code')).not.toHaveProperty('data-sent-at')
  expect((await stranger.submit('verify', { code: '12345' })).field('code')?.['error']).toBe('The code has 6 to 8 digits.')
  for (const code of ['123456', '12345678'])
    expect((await stranger.submit('verify', { code })).field('code')?.['error']).toBe('This code is not valid.')

  const owner = new PageVisitor(browser)
  const page = await owner.open(path)
  expect(page.text).toContain('Enter the 8-digit code that your authenticator app shows.')
  expect(page.field('code')).toMatchObject({ 'data-sent-at': '8', inputmode: 'numeric' })
  expect((await owner.submit('verify', { code: '123456' })).field('code')?.['error']).toBe('The code has 8 digits.')
  await owner.submit('verify', { code: app.code() })
  expect((await browser.get('/auth/me')).body.email).toBe(email)

  clock.advance(2 * 3_600_000)
  const again = await owner.open('/step-up?returnTo=%2Faccount%2Fsecurity')
  expect(again.field('code')).toMatchObject({ 'data-sent-at': '8' })
  expect((await owner.submit('confirm', { code: '123456' })).field('code')?.['error']).toBe('The code has 8 digits.')
  expect((await owner.submit('confirm', { code: app.code() })).address).toBe('/account/security')
})
