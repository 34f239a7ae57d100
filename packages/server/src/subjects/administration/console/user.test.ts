import { describe, expect, it } from 'vitest'
import { ADA, ROOT, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { atConsole, rowsOf } from '../../../../test/support/at-console.ts'
import { addPasskey, addTotp } from '../../../../test/support/factored.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

async function atAda() {
  const here = await atConsole()
  const path = `/console/users/${here.adaId}`
  return { ...here, path, first: await here.visitor.open(path) }
}

/** The administrator's own page. */
async function atOneself() {
  const here = await atConsole()
  return { ...here, path: `/console/users/${here.rootId}`, first: await here.visitor.open(`/console/users/${here.rootId}`) }
}

describe('/console/users/{id}', () => {
  it('shows what is known', async () => {
    const { first, adaId } = await atAda()
    expect([first.heading, first.status]).toEqual(['Ada', 200])
    expect(first.textsOf('<p class="breadcrumb">(.*?)</p>')).toEqual(['Users'])
    expect(first.section('facts').text).toBe(
      `Account Name Ada Email address ada@example.com Address confirmed No Role User Has a password Yes Providers None ` +
        `Two-factor sign-in No Last sign-in Jan 1, 2030, 12:00:00 AM Last active Jan 1, 2030, 12:00:00 AM Created Jan 1, 2030, 12:00:00 AM Changed Jan 1, 2030, 12:00:00 AM ID ${adaId} Copy Edit name… Edit the name Name Save Cancel ` +
        `Change address… Change the email address The account of ada@example.com has the new address at once, and all its sessions end. The password stays as it is. ` +
        `We send a code to the new mailbox to confirm it, and the old one, if it was confirmed, a link that takes the change back. ` +
        `New email address The old mailbox cannot take it back ` +
        `For an account that was taken over: a thief may have the old mailbox. The password is void, and connected accounts are removed. Change address Cancel ` +
        `Mark as confirmed… Mark the address as confirmed ada@example.com counts as confirmed without a code. Do this only if you know that the mailbox is theirs. ` +
        `Mark as confirmed Cancel`,
    )
    expect(first.text).not.toContain('your own account')
  })

  it('names second factors, and resets them once it was told what that means', async () => {
    const here = await atAda()
    expect(here.first.html).not.toContain('resetFactors')
    await addPasskey(here.ada)
    await addTotp(here, here.ada)
    const page = await here.visitor.open(here.path)
    expect(page.section('facts').text).toContain('Second factors 1 passkey, authenticator app, and 10 recovery codes')
    expect(page.section('access').text).toContain('ada@example.com loses every second factor')
    const reset = await here.visitor.submit('resetFactors')
    expect([reset.notice, reset.section('facts').text.includes('passkey')]).toEqual(['The second factors were reset.', false])
    expect((await here.ada.get('/auth/me')).status).toBe(401)
  })

  it('names connected providers', async () => {
    const { visitor, path, sql, adaId } = await atAda()
    await sql(
      `INSERT INTO identities (issuer, subject, account_id, provider, created_at, used_at) VALUES ('i', 's', ?, 'corp', 1, 1)`,
      [adaId],
    )
    expect((await visitor.open(path)).section('facts').text).toContain('Providers corp ')
  })

  it.each(['nonsense', NOBODY])('answers 404 to %s', async (id) => {
    const { visitor } = await atConsole()
    const page = await visitor.open(`/console/users/${id}`)
    expect([page.status, page.heading]).toEqual([404, 'There is nothing here'])
  })

  it('makes an administrator, and takes the role away, naming the consequence', async () => {
    const { visitor, first } = await atAda()
    expect(first.section('access').text).toContain('ada@example.com will be able to see, change, ban and delete every account')
    const promoted = await visitor.submit('promote')
    expect(promoted.notice).toBe('The account is an administrator now.')
    expect(promoted.section('access').text).toContain('ada@example.com loses the console at once.')
    expect((await visitor.submit('demote')).notice).toBe('The account is no longer an administrator.')
    expect(visitor.page.section('facts').text).toContain('Role User')
  })

  it('changes the name, and says beside the field what is wrong with one', async () => {
    const { visitor } = await atAda()
    const wrong = await visitor.submit('rename', { name: ' ' })
    expect([wrong.status, wrong.field('name')?.['error']]).toEqual([400, 'Please enter a name of 1 to 200 visible characters.'])
    expect((await visitor.submit('rename', { name: 'Countess' })).notice).toBe('The name was changed.')
    expect(visitor.page.heading).toBe('Countess')
  })

  it('marks the address as confirmed', async () => {
    const { visitor, ada } = await atAda()
    expect((await visitor.submit('verify')).notice).toBe('The address is confirmed now.')
    expect((await ada.get('/auth/me')).body.isVerified).toBe(true)
    expect(visitor.page.html).not.toContain('value="verify"')
  })

  it('sends a link for a new password', async () => {
    const { visitor, mail } = await atAda()
    expect((await visitor.submit('sendReset')).notice).toBe('A link to choose a new password is on its way.')
    expect((await mail.newest(ADA)).link).toContain('/reset-password#code=')
  })

  it('shows other administrators why an account is banned', async () => {
    const { visitor } = await atAda()
    const wrong = await visitor.submit('ban', { reason: 'x'.repeat(501) })
    expect([wrong.status, wrong.field('reason')?.['error']]).toEqual([400, 'A reason is one line of at most 500 characters.'])
    const banned = await visitor.submit('ban', { reason: 'Spam <b>' })
    expect(banned.section('facts').text).toContain('Banned Jan 1, 2030, 12:00:00 AM Reason Spam <b> ')
    expect(banned.html).not.toContain('Spam <b>')
    expect((await visitor.submit('unban')).section('facts').text).not.toContain('Reason')
  })

  it('bans, and lifts the ban', async () => {
    const { visitor, first, ada } = await atAda()
    expect(first.section('access').text).toContain('ada@example.com is signed out everywhere at once and cannot sign in again')
    const banned = await visitor.submit('ban')
    expect(banned.notice).toBe('The account is banned. All its sessions have ended.')
    expect(banned.section('sessions').text).toContain('Not signed in anywhere.')
    expect((await ada.get('/auth/me')).status).toBe(401)
    expect((await visitor.submit('unban')).notice).toBe('The ban was lifted.')
    expect((await ada.post('/auth/login', { email: ADA, password: PASSWORD })).status).toBe(200)
  })

  it('says in words what was no longer possible', async () => {
    const { visitor, path } = await atAda()
    await visitor.submit('ban')
    const page = await visitor.post(path, { _action: 'ban' })
    expect([page.status, page.alert]).toEqual([400, 'This account is already banned.'])
    await visitor.submit('unban')
    const again = await visitor.post(path, { _action: 'unban' })
    expect([again.status, again.alert, again.notice]).toEqual([400, 'This account is not banned.', undefined])
  })

  it.each(['ban', 'demote', 'delete'])(
    'keeps the last administrator from %s, and says why once, with the question open',
    async (action) => {
      const { visitor } = await atOneself()
      const page = await visitor.submit(action, action === 'delete' ? { email: ROOT } : {})
      expect([page.status, page.heading]).toEqual([400, 'Ada'])
      expect(page.textsOf('<div class="alert"[^>]*>(.*?)</div>')).toEqual([
        'The last administrator who may do everything has to stay one.',
      ])
      expect(page.html.match(/<details[^>]* open[ >]/g)).toHaveLength(1)
    },
  )

  it('warns administrators that it is they themselves', async () => {
    const { first, visitor, ...here } = await atOneself()
    expect(first.text).toContain('This is your own account.')
    await signedInAsAdmin(here, 'second@example.com')
    await visitor.open(`/console/users/${here.rootId}`)
    const page = await visitor.submit('demote')
    expect(page.status).toBe(403)
  })

  it('deletes, naming the consequence, and is gone', async () => {
    const { visitor, first, path } = await atAda()
    expect(first.section('deletion').text).toContain('The account of ada@example.com is removed for good')
    const page = await visitor.submit('delete', { email: ' ADA@example.com ' })
    expect([page.address, page.notice]).toEqual(['/console/users?done=deleted', 'The account was deleted.'])
    expect(page.text).not.toContain(ADA)
    const { _for = '' } = page.forms[0]?.values ?? {}
    expect((await visitor.open(path)).status).toBe(404)
    expect((await visitor.post(path, { _action: 'ban', _for })).status).toBe(404)
  })

  it.each(['', 'nonsense', ROOT])('deletes nothing where "%s" is typed as the address', async (email) => {
    const { visitor, path } = await atAda()
    const page = await visitor.submit('delete', { email })
    expect([page.status, page.section('deletion').field('email')]).toMatchObject([
      400,
      { error: 'This is not the email address of the account.', autofocus: '' },
    ])
    expect(page.section('deletion').html).toMatch(/<details[^>]* open>/)
    expect((await visitor.open(path)).status).toBe(200)
  })

  it('shows what happened lately, and leads to all of it', async () => {
    const { visitor, browser, path, adaId, clock } = await atAda()
    for (let attempt = 0; attempt < 10; attempt++) {
      clock.advance(60_000)
      await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    }
    const page = await visitor.open(path)
    const rows = rowsOf(page.section('recent'))
    expect(rows).toHaveLength(10)
    expect(rows[0]).toMatch(
      /^Sign-in refused Failed What login\.failed .* Not signed in concerning ada@.* Jan 1, 2030, 12:10:00 AM$/,
    )
    expect(page.links).toContain(`/console/audit?target=${adaId}`)
  })
})
