import { describe, expect, it } from 'vitest'
import { atAccount, EMAIL } from '../../../../test/support/at-account.ts'
import { enlargeActivity } from '../../../../test/support/large-activity.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

describe('the data on /account/data', () => {
  it('is a file to keep, the same as the route gives, and says what is in it', async () => {
    const { visitor, first } = await atAccount('/account/data')
    expect(first.section('export').text).toContain('Passwords, keys and codes are not in it.')
    const file = await visitor.submit('export')
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="account-2030-01-01.json"',
      'cache-control': expect.stringContaining('no-store'),
    })
    const kept = JSON.parse(file.html)
    expect(kept).toMatchObject({ format: 'latchkey.account.v1', account: { email: EMAIL } })
    const { body } = await visitor.browser.post('/auth/account/export')
    // The second export tells of itself as well.
    expect(body.events).toHaveLength(kept.events.length + 1)
    expect({ ...body, events: body.events.slice(1) }).toEqual(kept)
  })

  it('is whole where there is much of it', async () => {
    const here = await atAccount('/account/data')
    const { body } = await here.visitor.browser.get('/auth/me')
    await enlargeActivity(here, body.id, 1200)
    const { events } = JSON.parse((await here.visitor.submit('export')).html)
    const counts = events.map(({ count }: { count: number }) => count).slice(-1200)
    expect(counts).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1))
  })

  it('asks first who one is, when the sign-in is long ago', async () => {
    const { visitor, clock } = await atAccount('/account/data')
    clock.advance(STEP_UP_MS)
    expect((await visitor.submit('export')).path).toBe('/step-up')
    const back = await visitor.submit('confirm', { password: PASSWORD })
    expect(back.address).toMatch(/^\/account\/data\?resume=export&held=/)
    expect(back.section('export').html).toContain('data-back')
    expect(back.section('export').notice).toBe('Thank you for confirming. You can go on now.')
    expect(JSON.parse((await visitor.submit('export')).html).account.email).toBe(EMAIL)
  })

  it('says so after five on one day', async () => {
    const { visitor } = await atAccount('/account/data', { RATE_LIMITS: 'true' })
    for (let count = 0; count < 5; count++) {
      await visitor.submit('export')
      await visitor.open('/account/data')
    }
    const page = await visitor.submit('export')
    expect([page.status, page.section('export').alert]).toEqual([429, expect.stringContaining('Too many attempts.')])
  })

  it('is not offered where the operator has switched it off', async () => {
    const { visitor, first } = await atAccount('/account/data', { ACCOUNT_EXPORT: 'false' })
    expect(first.html).not.toContain('id="export"')
    expect((await visitor.post('/account/data', { _action: 'export' })).status).toBe(405)
  })
})
