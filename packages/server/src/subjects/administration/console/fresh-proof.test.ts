import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'

const ROOT = 'root@example.com'

/** An administrator whose proof has grown old, and who gives a new one. */
async function stale() {
  const here = await atConsole()
  here.clock.advance(STEP_UP_MS)
  const prove = async () => {
    const before = here.mail.countTo(ROOT)
    await here.visitor.submit('send')
    const { code } = await here.mail.newest(ROOT, before + 1)
    return here.visitor.submit('confirm', { code })
  }
  return { ...here, prove }
}

describe('an act in the console that wants a fresh proof', () => {
  it('asks for it, and goes on: a key', async () => {
    const { visitor, prove, sql } = await stale()
    await visitor.open('/console/keys')
    const asked = await visitor.submit('create', { name: 'billing', 'users-read': 'on' })
    expect(asked.path).toBe('/step-up')
    expect(await sql(`SELECT id FROM api_keys`)).toEqual([])
    const back = await prove()
    expect([back.path, back.notice]).toEqual(['/console/keys', 'Thank you for confirming. You can go on now.'])
    const made = await visitor.submit('create', { name: 'billing', 'users-read': 'on' })
    expect(made.text).toMatch(/lk_[\w-]{43}/)
  })

  it('is shown open when one comes back to it: a new administrator', async () => {
    const { visitor, prove, adaId, sql } = await stale()
    await visitor.open(`/console/users/${adaId}`)
    expect((await visitor.submit('promote')).path).toBe('/step-up')
    const back = await prove()
    expect(back.path).toBe(`/console/users/${adaId}`)
    expect(back.html).toMatch(/<details class="ask" open[^>]*>(?:(?!<\/details>).)*value="promote"/s)
    expect((await visitor.submit('promote')).notice).not.toBe('')
    expect(await sql(`SELECT role FROM accounts WHERE id = ?`, [adaId])).toEqual([{ role: 'admin' }])
  })
})
