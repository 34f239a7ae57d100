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
    const made = await prove()
    expect(made.path).toBe('/console/keys')
    expect(made.text).toMatch(/lk_[\w-]{43}/)
    expect(await sql(`SELECT name FROM api_keys`)).toEqual([{ name: 'billing' }])
  })

  it('is done right after it: a new administrator', async () => {
    const { visitor, prove, adaId, sql } = await stale()
    await visitor.open(`/console/users/${adaId}`)
    expect((await visitor.submit('promote')).path).toBe('/step-up')
    const back = await prove()
    expect(back.path).toBe(`/console/users/${adaId}`)
    expect(back.notice).toBe('The account is an administrator now.')
    expect(await sql(`SELECT role FROM accounts WHERE id = ?`, [adaId])).toEqual([{ role: 'admin' }])
  })
})
