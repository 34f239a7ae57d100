import { describe, expect, it } from 'vitest'
import { addPasskey, signedInAda } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

async function withPasskey(env: Record<string, string> = {}) {
  const here = await signedInAda(env)
  const { authenticator } = await addPasskey(here.owner)
  const visitor = new PageVisitor(here.browser())
  const filledIn = async (by = authenticator) => {
    const { body } = await visitor.browser.post('/auth/passkey/options')
    return { state: body.state as string, passkey: JSON.stringify(by.assert(body.options)) }
  }
  return { ...here, authenticator, visitor, filledIn }
}

describe.each(['/sign-in', '/console/sign-in'])('a passkey at %s', (path) => {
  it('is offered to browsers that know it, by a button and where the address is typed', async () => {
    const { browser } = await world()
    const page = await new PageVisitor(browser()).open(path)
    expect(page.field('email')).toMatchObject({ autocomplete: 'username webauthn' })
    expect(page.html).toMatch(/<div class="stack" data-with-passkeys="true" hidden/)
    expect(page.html).toContain('Sign in with a passkey')
    expect((await new PageVisitor(browser()).post(path, { _action: 'signIn' })).field('email')?.['error']).toBe(
      'Please enter an email address.',
    )
  })

  it.each([{ PASSKEYS: 'false' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }])('is not with %o', async (env) => {
    const { browser } = await world({ env })
    const page = await new PageVisitor(browser()).open(path)
    expect(page.field('email')).toMatchObject({ autocomplete: 'username' })
    expect(page.html).not.toContain('passkey')
  })
})

describe('signing in with a passkey', () => {
  it('leads to where one wanted to go', async () => {
    const { visitor, filledIn } = await withPasskey()
    await visitor.open('/sign-in?returnTo=%2Fdocs')
    expect((await visitor.submit('passkey', await filledIn())).address).toBe('/docs')
  })

  it('opens the console', async () => {
    const { visitor, filledIn, sql } = await withPasskey()
    await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
    await visitor.open('/console/sign-in')
    expect((await visitor.submit('passkey', await filledIn())).path).toBe('/console')
  })

  it('says what went wrong: unknown, refused, or nothing was filled in', async () => {
    const { visitor, filledIn, owner } = await withPasskey()
    await visitor.open('/sign-in')
    expect((await visitor.submit('passkey')).alert).toContain('could not be used')
    const { state, passkey } = await filledIn()
    const tampered = JSON.parse(passkey) as { response: { signature: string } }
    tampered.response.signature = `${tampered.response.signature.slice(0, -8)}AAAAAAAA`
    expect((await visitor.submit('passkey', { state, passkey: JSON.stringify(tampered) })).alert).toContain('refused')
    const { passkeys } = (await owner.get('/auth/passkeys')).body
    await owner.delete(`/auth/passkeys/${passkeys[0].id}`)
    expect((await visitor.submit('passkey', await filledIn())).alert).toBe('This passkey belongs to no account here.')
  })
})
