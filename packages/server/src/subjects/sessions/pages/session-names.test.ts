import { describe, expect, it } from 'vitest'
import { atAccount, elsewhere } from '../../../../test/support/at-account.ts'
import { addPasskey, enterByPasskey } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

/** Ada at two devices. */
async function atSessions() {
  const here = await atAccount('/account/sessions')
  const other = await elsewhere(here, 'Second')
  const { body } = await other.browser.get('/auth/me')
  await here.visitor.open('/account/sessions')
  return { ...here, id: String(body.session.id) }
}

/** What can be read of one of them. */
const rowOf = (page: { textsOf(pattern: string): string[] }, id: string): string =>
  page.textsOf(`<p id="session-${id}">(.*?)</details>`)[0] ?? ''

describe('the names of sessions on /account/sessions', () => {
  it('are given, shown beside the browser, changed and taken away', async () => {
    const { visitor, id } = await atSessions()
    const named = await visitor.submit('renameSession', { id, name: ' My phone ' })
    expect([named.address, named.section('sessions').notice]).toEqual([
      '/account/sessions?done=renamed#done',
      'The name was saved.',
    ])
    expect(rowOf(named, id)).toMatch(/^My phone Unknown browser Active now 127\.0\.0\.1 Details/)
    const bare = await visitor.submit('renameSession', { id, name: '' })
    expect(rowOf(bare, id)).toMatch(/^Unknown browser Active now/)
  })

  it('come out as they were typed', async () => {
    const { visitor, id } = await atSessions()
    const page = await visitor.submit('renameSession', { id, name: '<img src=x>"' })
    expect(page.html).not.toContain('<img src=x>')
    expect(rowOf(page, id)).toContain('<img src=x>"')
  })

  it('are refused beside their own field, with what was typed', async () => {
    const { visitor, id } = await atSessions()
    const name = 'x'.repeat(61)
    const page = await visitor.submit('renameSession', { id, name })
    expect(page.status).toBe(400)
    expect(page.textsOf('<p class="error"[^>]*>(.*?)</p>')).toEqual(['Please enter a name of at most 60 visible characters.'])
    expect(page.html.split(`value="${name}"`)).toHaveLength(2)
    expect(page.html.match(/<details class="ask" open/g)).toHaveLength(1)
  })

  it('say that a session has ended meanwhile', async () => {
    const { visitor, id, sql } = await atSessions()
    await sql(`UPDATE sessions SET revoked_at = 1 WHERE id = ?`, [id])
    const page = await visitor.submit('renameSession', { id, name: 'My phone' })
    expect([page.status, page.section('sessions').alert]).toEqual([404, 'There is no such session.'])
  })

  it('stand with how the session began', async () => {
    const here = await atAccount('/account/sessions')
    const { authenticator } = await addPasskey(here.visitor.browser)
    const other = here.browser()
    await enterByPasskey(other, authenticator)
    const { text } = (await new PageVisitor(other).open('/account/sessions')).section('sessions')
    expect(text).toContain('UTC , with a passkey')
    expect(text).toContain('UTC , with a password')
  })
})
