import { describe, expect, it } from 'vitest'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { asked } from '../../../../test/support/by-mail.ts'
import { ada, addPasskey, addTotp, EMAIL, signedInAda } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { type World, world } from '../../../../test/support/world.ts'

const ELSEWHERE = 'https://id.example.com'
const gate = { method: 'passkey', keepOtherSessions: true }

/** The same service, after it was moved to another address. */
const moved = ({ database }: World, env: Record<string, string> = {}) =>
  world({ databaseUrl: database.url, withMail: true, env: { PUBLIC_URL: ELSEWHERE, ...env } })

/** Ada with a passkey that was made before the move, and what stood before it. */
async function afterMove(prepare: (here: Awaited<ReturnType<typeof signedInAda>>) => Promise<unknown> = async () => undefined) {
  const here = await signedInAda()
  const { authenticator, id } = await addPasskey(here.owner)
  const prepared = await prepare(here)
  const there = await moved(here)
  const visitor = there.browser()
  const enter = async () => {
    const before = there.mail.countTo(EMAIL)
    const gated = (await visitor.post('/auth/login', ada)).body
    if (gated.challengeId === undefined) return gated
    const { code } = await there.mail.newest(EMAIL, before + 1)
    const { status } = await visitor.post('/auth/2fa/verify', { challengeId: gated.challengeId, code })
    expect(status).toBe(200)
    return gated
  }
  return { here, there, visitor, enter, authenticator, id, prepared }
}

const newPasskey = (visitor: Browser) => addPasskey(visitor, {}, new SoftwareAuthenticator({ origin: ELSEWHERE }))

describe('a passkey of another RP ID', () => {
  it('is shown as what it is, and one of this RP ID as ever', async () => {
    const { here, visitor, enter } = await afterMove()
    const [before] = (await here.owner.get('/auth/passkeys')).body.passkeys
    expect([before.isUsable, 'rpId' in before]).toEqual([true, false])
    await enter()
    await newPasskey(visitor)
    const { passkeys } = (await visitor.get('/auth/factors')).body
    expect(passkeys).toMatchObject([{ isUsable: false, rpId: 'localhost' }, { isUsable: true }])
    expect((await visitor.get('/auth/passkeys')).body.total).toBe(2)
  })

  it('signs no one in', async () => {
    const { visitor, authenticator } = await afterMove()
    const { state, options } = (await visitor.post('/auth/passkey/options')).body
    const passkey = authenticator.assert({ ...options, rpId: 'localhost' })
    expect((await visitor.post('/auth/passkey/login', { state, passkey })).body.error).toBe('passkey_unknown')
  })

  it('is no method of a gate: a mailed code is instead, and never nothing', async () => {
    const { visitor, enter } = await afterMove(({ owner }) => owner.post('/auth/2fa/enable', gate))
    const gated = await enter()
    expect(gated).toMatchObject({ requiresTwoFactor: true, codeSent: true })
    expect(gated.methods).toBeUndefined()
    expect((await visitor.get('/auth/factors')).body).toMatchObject({
      passkeyGate: true,
      twoFactorEnabled: true,
      methods: ['email'],
    })
  })

  it('is no method of a gate: an authenticator app is, and no mailed code beside it', async () => {
    const { visitor } = await afterMove(async (here) => {
      await addTotp(here, here.owner, { keepOtherSessions: true })
      here.clock.advance(STEP_UP_MS)
    })
    expect((await visitor.post('/auth/login', ada)).body).toMatchObject({ codeSent: false, methods: ['totp', 'recovery'] })
  })

  it('stays owed after a mailed code, which must not open alone what asks for more, and the page says who can help', async () => {
    const here = await signedInAda()
    await addPasskey(here.owner)
    await here.owner.post('/auth/2fa/enable', gate)
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1`)
    const there = await moved(here, { EMAIL_SIGN_IN: 'existing', ENABLE_EMAIL_PASSWORD: 'false' })
    const { enter } = await asked(there)
    expect((await enter()).body).toMatchObject({ requiresTwoFactor: true, codeSent: false, methods: [] })
    const visitor = new PageVisitor(there.browser())
    await visitor.open('/sign-in')
    await visitor.submit('sendCode', { email: EMAIL })
    const page = await visitor.submit('verify', { code: (await there.mail.newest(EMAIL, 2)).code })
    expect([page.status, page.path]).toEqual([200, '/two-factor'])
    expect(page.alert).toMatch(/belong to a former address .* An administrator can reset its second factors/)
    expect(page.allForms.filter(({ values }) => /verify/i.test(values['_action'] ?? ''))).toEqual([])
    const line =
      there
        .logged()
        .split('\n')
        .find((one) => one.includes('RP ID')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ passkeys: 1, strandedAccounts: 1 })
    await there.sql(`DELETE FROM passkeys`)
    await there.sql(`UPDATE accounts SET passkey_gate_at = NULL, two_factor_enabled_at = NULL`)
    expect((await (await asked(there)).enter()).body.user.email).toBe(EMAIL)
  })

  it('keeps no owner from a new one: a mailed code is the step-up, and a password alone is not', async () => {
    const { visitor, there, enter } = await afterMove(({ owner }) => owner.post('/auth/2fa/enable', gate))
    await enter()
    there.clock.advance(STEP_UP_MS)
    expect((await visitor.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['email'] })
    expect((await stepUp(visitor)).body.error).toBe('step_up_method')
    const before = there.mail.countTo(EMAIL)
    await visitor.post('/auth/step-up/send', {})
    const { code } = await there.mail.newest(EMAIL, before + 1)
    expect((await stepUp(visitor, { code })).status).toBe(200)
    expect((await newPasskey(visitor)).reply.status).toBe(201)
    expect((await visitor.get('/auth/factors')).body.methods).toEqual(['passkey'])
    expect((await visitor.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['passkey'] })
  })

  it('is not enough to be asked for one', async () => {
    const { visitor, enter } = await afterMove()
    await enter()
    expect((await visitor.post('/auth/2fa/enable', gate)).body.error).toBe('passkey_required')
  })

  it('is no way in', async () => {
    const { visitor, there, enter } = await afterMove()
    await enter()
    const { id } = await newPasskey(visitor)
    await there.sql(`UPDATE accounts SET password_hash = NULL`)
    expect((await visitor.delete(`/auth/passkeys/${id}`)).body.error).toBe('last_sign_in_method')
  })

  it('is none of an administrator either', async () => {
    const { there } = await afterMove()
    await there.sql(`UPDATE accounts SET role = 'admin', password_hash = NULL`)
    const root = await signedInAsAdmin(there, 'root@example.com')
    const demoted = await root.send('PATCH', `/admin/users/${await idOf(root)}/role`, { role: 'user' })
    expect(demoted.body.error).toBe('last_admin')
  })

  it('still counts against how many there may be', async () => {
    const { here } = await afterMove()
    const there = await moved(here, { PASSKEY_MAX: '1' })
    const visitor = there.browser()
    await visitor.post('/auth/login', ada)
    expect((await visitor.post('/auth/passkeys/options')).body.error).toBe('passkey_limit')
  })
})

describe('a start', () => {
  it('warns of passkeys of another RP ID, with their number, and of none where there are none', async () => {
    const { here, there } = await afterMove()
    expect(here.logged()).not.toContain('RP ID')
    const lines = there
      .logged()
      .split('\n')
      .filter((line) => line.includes('RP ID'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, passkeys: 1, rpId: 'id.example.com' }])
  })

  it('takes passkeys of before this was kept for those of the first RP ID it sees, and no later one', async () => {
    const { here } = await afterMove(async ({ sql }) => {
      await sql(`UPDATE passkeys SET rp_id = NULL`)
      await sql(
        `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 2500)
         INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, name, aaguid, transports, backup_eligible, backed_up, created_at)
         SELECT 'p' || n, (SELECT id FROM accounts), 'c' || n, 'k', 0, 'n', '', '[]', 0, 0, 1 FROM many`,
      )
    })
    const kept = () => here.sql(`SELECT DISTINCT rp_id FROM passkeys`)
    expect(await kept()).toEqual([{ rp_id: 'id.example.com' }])
    await moved(here, { PUBLIC_URL: 'https://other.example.org' })
    expect(await kept()).toEqual([{ rp_id: 'id.example.com' }])
  })
})
