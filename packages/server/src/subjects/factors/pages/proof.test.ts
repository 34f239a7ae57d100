import { describe, expect, it } from 'vitest'
import { addPasskey, addTotp, EMAIL, signedInAda } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const ASKED = '/step-up?returnTo=%2Faccount%2Fsecurity%3Fresume%3DbeginTotp'
const BACK = '/account/security?resume=beginTotp'

const linkTo = ({ page }: PageVisitor, method: string): string =>
  page.links.find((link) => link.includes(`method=${method}`)) ?? 'no link'

async function withTotpAWhileAgo() {
  const here = await signedInAda()
  const { app, recoveryCodes } = await addTotp(here, here.owner, { keepOtherSessions: true })
  here.clock.advance(STEP_UP_MS)
  const visitor = new PageVisitor(here.owner)
  return { ...here, app, recoveryCodes, visitor, first: await visitor.open(ASKED) }
}

describe('/step-up where there is an authenticator app', () => {
  it('asks for its code and not for the password, and leads back', async () => {
    const { visitor, first, app } = await withTotpAWhileAgo()
    expect([first.field('password'), first.field('method')?.['value']]).toEqual([undefined, 'totp'])
    expect(first.field('code')).toMatchObject({ 'data-sent-at': '6', inputmode: 'numeric', autocomplete: 'one-time-code' })
    expect(first.text).not.toMatch(/mail|sent/i)
    expect((await visitor.submit('confirm', { code: '12' })).field('code')?.['error']).toBe('The code has 6 digits.')
    expect((await visitor.submit('confirm', { code: app.wrong() })).field('code')?.['error']).toBe('This code is not valid.')
    expect((await visitor.submit('confirm', { code: app.code() })).address).toBe(BACK)
  })

  it('takes a recovery code instead', async () => {
    const { visitor, recoveryCodes } = await withTotpAWhileAgo()
    const page = await visitor.open(linkTo(visitor, 'recovery'))
    expect([page.field('code')?.['autocomplete'], page.text.includes('Each of them works once.')]).toEqual(['off', true])
    expect((await visitor.submit('confirm', { code: recoveryCodes[1] ?? '' })).address).toBe(BACK)
  })
})

describe('/step-up where there is a passkey', () => {
  it('takes it instead of the password', async () => {
    const here = await signedInAda()
    const { authenticator } = await addPasskey(here.owner)
    here.clock.advance(STEP_UP_MS)
    const visitor = new PageVisitor(here.owner)
    const first = await visitor.open(ASKED)
    expect([first.field('password')?.['type'], first.html.includes('/_latchkey/passkey')]).toEqual(['password', false])
    const page = await visitor.open(linkTo(visitor, 'passkey'))
    expect([page.text.includes('Passkeys need JavaScript'), page.html.includes('/_latchkey/passkey')]).toEqual([true, true])
    expect((await visitor.submit('confirmPasskey')).alert).toBe('This passkey was not accepted.')
    const { body } = await here.owner.post('/auth/step-up/options')
    const passkey = JSON.stringify(authenticator.assert(body.options))
    expect((await visitor.submit('confirmPasskey', { state: body.state, passkey })).address).toBe(BACK)
  })

  it('still takes the password, from those who come back to it', async () => {
    const here = await signedInAda()
    await addPasskey(here.owner)
    here.clock.advance(STEP_UP_MS)
    const visitor = new PageVisitor(here.owner)
    await visitor.open(`${ASKED}&method=passkey`)
    await visitor.open(linkTo(visitor, 'password'))
    expect((await visitor.submit('confirm', { password: PASSWORD })).address).toBe(BACK)
  })
})

describe('the link of a mailed code', () => {
  async function mailed(asked: string) {
    const here = await signedInAda()
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    here.clock.advance(STEP_UP_MS)
    const visitor = new PageVisitor(here.owner)
    await visitor.open(asked)
    await visitor.submit('send')
    const { link, code } = await here.mail.newest(EMAIL)
    return { ...here, visitor, link, code }
  }

  it('leads back to what one was doing', async () => {
    const { visitor, link, code } = await mailed(ASKED)
    expect(link).toBe(`http://localhost:3000/step-up?sent=before&${ASKED.split('?')[1]}#code=${code}`)
    const page = await visitor.open(link.replace('http://localhost:3000', ''))
    expect(page.field('code')).toMatchObject({ 'data-from-link': 'code' })
    expect((await visitor.submit('confirm', { code })).address).toBe(BACK)
  })

  it('names no place that is not ours', async () => {
    const { link, code } = await mailed('/step-up?returnTo=%2F%2Fevil.example')
    expect(link).toBe(`http://localhost:3000/step-up?sent=before#code=${code}`)
  })

  it('is for accounts that have passkeys, too', async () => {
    const here = await signedInAda()
    await addPasskey(here.owner)
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    here.clock.advance(STEP_UP_MS)
    const visitor = new PageVisitor(here.owner)
    await visitor.open(`${ASKED}&method=email`)
    await visitor.submit('send')
    expect(visitor.page.field('code')).toMatchObject({ 'data-from-link': 'code' })
    const { code } = await here.mail.newest(EMAIL)
    expect((await visitor.submit('confirm', { code })).address).toBe(BACK)
  })
})
