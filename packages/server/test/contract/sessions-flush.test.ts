import { describe, expect, inject, it } from 'vitest'
import { inUse } from '../support/in-use.ts'
import { shell } from '../support/shell.ts'
import { world } from '../support/world.ts'

describe('latchkey sessions flush', () => {
  it('makes a running service see what was changed by hand', async () => {
    const here = await world()
    await inUse(here)
    const ada = await here.signedUp()
    const name = async () => (await ada.get('/auth/me')).body.name
    expect(await name()).toBe('Ada')
    await here.elsewhere.query(`UPDATE accounts SET name = 'Countess'`)
    if (inject('engine') === 'postgres') expect(await name()).toBe('Ada') // nobody has told it
    expect(await shell({ DATABASE_URL: here.database.url }).latchkey('sessions', 'flush')).toEqual({
      code: 0,
      out: 'Every process has forgotten the sessions it kept. None has ended.',
      err: '',
    })
    expect(await name()).toBe('Countess')
  })
})
