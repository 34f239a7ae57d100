import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { seal, verify, written } from '../../../../test/support/sealed.ts'
import { shell } from '../../../../test/support/shell.ts'
import { world } from '../../../../test/support/world.ts'

async function sealed() {
  const here = await world()
  await written(here, 20)
  await seal(here)
  return { ...here, ...(await importing({}, here)) }
}

describe('a log that was tampered with', () => {
  it('gets no checkpoint, and its export says so, which stays to look at', async () => {
    const here = await sealed()
    expect((await here.latchkey('audit', 'checkpoint')).code).toBe(0)
    await here.sql(`UPDATE audit_events SET type = 'x' WHERE sequence = 7`)
    expect(await here.latchkey('audit', 'checkpoint')).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining('from 7 on'),
    })
    expect(await here.latchkey('audit', 'export', 'log')).toMatchObject({ code: 4, err: expect.stringContaining('from 7 on') })
    expect((await here.latchkey('audit', 'verify', 'log')).code).toBe(4)
    await here.sql(`UPDATE audit_head SET note = 'x'`)
    for (const command of ['checkpoint', 'key']) expect((await here.latchkey('audit', command)).code).toBe(4)
    expect((await here.latchkey('audit', 'export', 'other')).code).toBe(4)
  })

  it('is told from one that cannot be read', async () => {
    const here = await sealed()
    const file = (name: string, content: string) => writeFileSync(path.join(here.cwd, name), content)
    file('nonsense', 'nonsense')
    file('json', '{"a":1}\n')
    await here.latchkey('audit', 'export', 'log')
    for (const asked of [
      ['verify', 'missing'],
      ['verify', 'nonsense'],
      ['verify', 'json'],
      ['verify', '.'],
      ['verify', '--against', 'missing'],
      ['verify', '--against', 'nonsense'],
      ['verify', '--against', '.'],
      ['verify-export', 'missing'],
      ['verify-export', 'nonsense'],
      ['verify-export', '.'],
      ['verify-export', 'log', '--against', 'missing'],
    ])
      expect([asked, (await here.latchkey('audit', ...asked)).code]).toEqual([asked, 5])
    expect((await here.latchkey('audit', 'verify', '--key', 'nonsense')).code).toBe(2)
    const nowhere = shell({ DATABASE_URL: 'file:/nowhere/at/all.db' })
    expect((await nowhere.latchkey('audit', 'verify')).code).toBe(5)
  })

  it('is found where an event is marked as a restore, and says nothing that can be read', async () => {
    const here = await sealed()
    await here.sql(`UPDATE audit_events SET type = 'service.restored', metadata = 'nonsense' WHERE sequence = 7`)
    expect((await verify(here)).differences[0]?.number).toBe(7)
  })

  it('is found in an export by erasures that are not ours, where SECRET is there', async () => {
    const here = await sealed()
    await here.sql(
      `UPDATE audit_events SET ip = '', user_agent = '', metadata = '{}', salt = NULL, erasure = 'x' WHERE sequence = 7`,
    )
    expect((await here.latchkey('audit', 'export', 'log')).code).toBe(4)
    expect((await here.latchkey('audit', 'verify-export', 'log')).code).toBe(0)
    expect(await here.latchkey('audit', 'verify', 'log')).toMatchObject({ code: 4, err: 'Tampered with, from 7 on.' })
  })
})

describe('another SECRET', () => {
  it('changes nothing of the log: it goes on, is good, and has the same key', async () => {
    const here = await world({ env: { SECRET: 'the first secret, 32 bytes and more' } })
    await written(here, 20)
    await seal(here)
    const url = here.database.url
    const old = await importing({ SECRET: 'the first secret, 32 bytes and more' }, here)
    const key = await old.latchkey('audit', 'key')
    const changed = await world({
      databaseUrl: url,
      env: { SECRET: 'the second secret, 32 bytes and more', PREVIOUS_SECRET: 'the first secret, 32 bytes and more' },
    })
    await changed.purge.run()
    await written(changed, 20, 'more')
    expect(await seal(changed)).toBe(20)
    const now = await importing({ SECRET: 'the second secret, 32 bytes and more' }, here)
    expect(await now.latchkey('audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('events 0 to 40') })
    expect(await now.latchkey('audit', 'key')).toEqual(key)
    const later = await world({ databaseUrl: url, env: { SECRET: 'the second secret, 32 bytes and more' } })
    await written(later, 1, 'last')
    expect(await seal(later)).toBe(1)
    expect(await verify(later)).toMatchObject({ result: 'good', size: 42 })
  })
})
