import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { checkpoint, seal, sealedIn, verify, written } from '../../../../test/support/sealed.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { readCheckpoint } from '../../../platform/kernel/checkpoint.ts'
import { leafHash, rootFrom } from '../../../platform/kernel/merkle.ts'
import { openNote, readKey } from '../../../platform/kernel/signed-note.ts'

async function sealed(events = 300) {
  const here = await world()
  await written(here, events)
  await seal(here)
  await checkpoint(here)
  return { ...here, ...(await importing({}, here)) }
}

const TABLES = ['audit_events', 'audit_tiles', 'audit_checkpoints', 'audit_head']

/** The log as it is now, to be put back later. */
async function copyOf({ sql }: Pick<World, 'sql'>) {
  const rows = new Map<string, readonly Readonly<Record<string, string | number | null>>[]>()
  for (const table of TABLES) rows.set(table, await sql(`SELECT * FROM ${table}`))
  return async (): Promise<void> => {
    for (const [table, copied] of rows) {
      await sql(`DELETE FROM ${table}`)
      for (const row of copied)
        await sql(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
          Object.values(row),
        )
    }
  }
}

describe('what the log gives away', () => {
  it('is a key, checkpoints that it has signed, and proofs that lead to them', async () => {
    const here = await sealed()
    const key = readKey((await here.latchkey('audit', 'key')).out)
    expect(key?.name).toBe('localhost:3000/audit')
    const note = (await here.latchkey('audit', 'checkpoint')).out
    const said = readCheckpoint((key && openNote(key, `${note}\n`)) ?? '')
    expect(said?.size).toBe(301)
    const { out } = await here.latchkey('audit', 'prove', 'event-270')
    const [version, extra = '', index, ...rest] = out.split('\n')
    const end = rest.indexOf('')
    expect([version, index, rest.slice(end + 1).join('\n')]).toEqual(['c2sp.org/tlog-proof@v1', 'index 271', note])
    const leaf = Buffer.from(extra.replace('extra ', ''), 'base64')
    expect(JSON.parse(leaf.toString())).toEqual(expect.arrayContaining(['event-270', 'logout']))
    const proof = rest.slice(0, end).map((hash) => Buffer.from(hash, 'base64'))
    expect(rootFrom(proof, 271, 301, leafHash(leaf))).toEqual(said?.root)
    expect(await here.latchkey('audit', 'prove', 'x')).toMatchObject({ code: 1, err: 'There is no sealed event with this id.' })
    await here.sql(`UPDATE audit_events SET type = 'x' WHERE id = 'event-270'`)
    expect((await here.latchkey('audit', 'prove', 'event-270')).code).toBe(4)
  })

  it('is an export that is verified without a database', async () => {
    const here = await sealed()
    const key = (await here.latchkey('audit', 'key')).out
    expect(await here.latchkey('audit', 'export', 'log')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Events 0 to 300'),
    })
    expect((await here.latchkey('audit', 'export', 'log')).code).toBe(1)
    const elsewhere = await importing({ DATABASE_URL: 'file:/nowhere/at/all.db' })
    const whole = readFileSync(path.join(here.cwd, 'log'), 'utf8')
    const tried = async (text: string) => {
      writeFileSync(path.join(elsewhere.cwd, 'log'), text)
      const { code, out } = await elsewhere.latchkey('audit', 'verify-export', 'log', '--key', key, '--json')
      return [code, JSON.parse(out).firstBad]
    }
    expect(await tried(whole)).toEqual([0, null])
    const lines = whole.split('\n')
    expect(await tried(whole.replace('"ip":"192.0.2.1"', '"ip":"192.0.2.9"'))).toEqual([4, 1])
    expect((await tried(whole.replace('"type":"logout"', '"type":"x"')))[0]).toBe(4)
    expect(await tried(lines.toSpliced(6, 1).join('\n'))).toEqual([4, 5])
    expect(await tried(lines.toSpliced(-2).join('\n'))).toEqual([4, 300])
    expect(await tried(`${whole}${lines[300]}\n`)).toEqual([4, 299])
    const { sequence: _, ...forged } = JSON.parse(lines[5] ?? '')
    for (const more of [forged, {}, { ...forged, sequence: '301' }])
      expect(await tried(`${whole}${JSON.stringify(more)}\n`)).toEqual([4, 301])
    for (const added of ['"email":"x@y",', '"type":"x",'])
      expect((await tried(lines.with(5, (lines[5] ?? '').replace('{', `{${added}`)).join('\n')))[0]).toBe(4)
    writeFileSync(path.join(elsewhere.cwd, 'log'), whole)
    writeFileSync(path.join(elsewhere.cwd, 'note'), (await here.latchkey('audit', 'checkpoint')).out)
    expect((await elsewhere.latchkey('audit', 'verify-export', 'log', '--against', 'note')).code).toBe(0)
    expect(await here.latchkey('audit', 'verify', 'log')).toMatchObject({ code: 0, out: expect.stringContaining('Good') })
    expect(await here.latchkey('audit', 'verify')).toMatchObject({ code: 0 })
    const other = key.replace('localhost', 'elsewhere')
    expect((await elsewhere.latchkey('audit', 'verify-export', 'log', '--key', other)).code).toBe(2)
  })
})

describe('latchkey audit erase', () => {
  it('takes what is personal, sealed or not, and leaves the log good', async () => {
    const here = await world()
    const { latchkey } = await importing({}, here)
    const ada = await here.signedUp()
    const { id } = (await ada.get('/auth/me')).body
    await here.signedUp('eve@example.com')
    await seal(here)
    await ada.post('/auth/logout')
    expect(await latchkey('audit', 'erase', '--user', 'ada@example.com', '--yes')).toMatchObject({
      code: 0,
      out: '3 events were erased.',
    })
    const rows = await here.sql(
      `SELECT ip, user_agent, metadata, salt FROM audit_events WHERE actor_id = ? OR target_user_id = ?`,
      [id, id],
    )
    expect(rows.filter(({ ip, salt }) => ip !== '' || salt !== null)).toEqual([])
    expect(await verify(here)).toMatchObject({ result: 'good', erased: 2 })
    await seal(here)
    expect(await verify(here)).toMatchObject({ result: 'good', erased: 2 })
    expect(await sealedIn(here)).toContainEqual(expect.objectContaining({ type: 'audit.erased', targetUserId: id }))
    expect((await latchkey('audit', 'tail')).out).toContain('erased=true')
  })
})

describe('after a restore', () => {
  it('a checkpoint from before tells of a fork, and not of tampering', async () => {
    const here = await sealed(10)
    const putBack = await copyOf(here)
    await written(here, 10, 'lost')
    await seal(here)
    writeFileSync(path.join(here.cwd, 'note'), (await here.latchkey('audit', 'checkpoint')).out)
    await putBack()
    expect((await here.latchkey('audit', 'verify', '--against', 'note')).code).toBe(4)
    expect((await here.latchkey('restored', '--yes')).code).toBe(0)
    for (const more of ['less', 'as much, and more']) {
      await written(here, more.length, more)
      await seal(here)
      expect(await here.latchkey('audit', 'verify', '--against', 'note')).toMatchObject({
        code: 5,
        err: expect.stringContaining('A fork at 11:'),
      })
    }
    expect((await here.latchkey('audit', 'verify')).code).toBe(0)
    expect((await sealedIn(here))[11]).toMatchObject({ type: 'service.restored', metadata: '{"from":11}' })
  })
})
