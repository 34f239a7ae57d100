import { describe, expect, it } from 'vitest'
import { seal, sealedIn, written } from '../../../../test/support/sealed.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { readHead } from '../../../gate/audit/log/signed-head.ts'
import { readHashes } from '../../../gate/audit/log/tiles.ts'
import { GrowingTree, leafHash } from '../../../platform/kernel/merkle.ts'

const count = (sql: World['sql'], what: string) => sql(`SELECT COUNT(*) AS total FROM ${what}`).then(([row]) => row?.['total'])

/** What the head says, and what follows from the rows and from the tiles. */
async function roots(here: World) {
  const { store, ...deps } = here.depsFor()
  const head = await headIn(store).find()
  if (!head) throw new Error('nothing is sealed')
  const said = readHead((await logKeyOf(deps)).signer(head.origin), head.note)
  const fromRows = new GrowingTree()
  for (const event of await sealedIn(here)) fromRows.add(leafHash(leafOf(event)))
  const fromTiles = new GrowingTree()
  const tiles = await here.sql(`SELECT hashes FROM audit_tiles WHERE level = 0 ORDER BY place`)
  for (const { hashes } of tiles) for (const hash of readHashes(String(hashes)) ?? []) fromTiles.add(hash)
  return { size: head.size, said, rows: fromRows.root(), tiles: fromTiles.root() }
}

const expectAgreed = async (here: World, size: number): Promise<void> => {
  const found = await roots(here)
  expect(found.size).toBe(size)
  expect(found.said).toEqual({ size, first: 0, root: found.rows })
  expect(found.tiles).toEqual(found.rows)
  expect((await sealedIn(here)).map(({ sequence }) => sequence)).toEqual(Array.from({ length: size }, (_, at) => at))
}

describe('sealing', () => {
  it('numbers what is there from 0 on, and says how much there was before', async () => {
    const here = await world()
    expect(await seal(here)).toBe(0)
    expect(await count(here.sql, 'audit_head')).toBe(0)
    await here.signedUp()
    expect(await seal(here)).toBe(3)
    expect((await sealedIn(here)).map(({ type, metadata }) => [type, metadata])).toEqual([
      ['user.registered', '{}'],
      ['session.created', '{}'],
      ['audit.began', '{"events":2}'],
    ])
    await expectAgreed(here, 3)
    expect(await seal(here)).toBe(0)
  })

  it('goes on from the head over several tiles and levels', async () => {
    const here = await world()
    await written(here, 300)
    expect(await seal(here)).toBe(301)
    await written(here, 600, 'more')
    expect(await seal(here)).toBe(600)
    await expectAgreed(here, 901)
    const tiles = await here.sql(`SELECT level, place, hashes FROM audit_tiles ORDER BY level, place`)
    expect(tiles.map(({ level, place, hashes }) => [level, place, readHashes(String(hashes))?.length])).toEqual([
      [0, 0, 256],
      [0, 1, 256],
      [0, 2, 256],
      [0, 3, 133],
      [1, 0, 3],
    ])
  })

  it('gives a later number to an event that is committed late', async () => {
    const here = await world()
    await here.signedUp()
    await seal(here)
    const before = here.clock.now() - 5000
    await here.sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       VALUES ('0', 'logout', 1, '', '', '', '{}', ?)`,
      [before],
    )
    expect(await seal(here)).toBe(1)
    expect((await sealedIn(here)).at(-1)).toMatchObject({ id: '0', sequence: 3 })
    await expectAgreed(here, 4)
  })

  it('waits for the end of the minute in which failures share a row, and leaves the row alone from then on', async () => {
    const here = await world()
    await here.signedUp()
    const fail = () => here.browser().post('/auth/login', { email: 'ada@example.com', password: 'wrong horse 1' })
    await fail()
    await fail()
    expect(await seal(here)).toBe(3)
    here.clock.advance(70_001)
    expect(await seal(here)).toBe(1)
    expect((await sealedIn(here)).at(-1)).toMatchObject({ type: 'login.failed', count: 2 })
    here.clock.advance(-70_001)
    await fail()
    await expectAgreed(here, 4)
  })

  it('leaves no number out and gives none twice, however many seal at once, and with one that fails in between', async () => {
    const here = await world()
    const there = await world({ databaseUrl: here.database.url })
    await written(here, 40)
    here.beforeNextTransaction(async () => {
      throw new Error('killed')
    })
    const rounds = await Promise.allSettled([seal(here), seal(there), seal(here), seal(there)])
    expect(rounds.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    await expectAgreed(here, 41)
  })

  it('does not go on from a head that somebody has changed', async () => {
    const here = await world()
    await here.signedUp()
    await seal(here)
    for (const change of [`size = size + 1`, `first = 1`, `peaks = ''`, `note = 'x'`, `origin = 'y'`]) {
      const [before] = await here.sql(`SELECT size, first, peaks, note, origin FROM audit_head`)
      await here.sql(`UPDATE audit_head SET ${change}`)
      await written(here, 1, change)
      await expect(seal(here)).rejects.toThrow('head of the audit log')
      await here.sql(`UPDATE audit_head SET size = ?, first = ?, peaks = ?, note = ?, origin = ?`, Object.values(before ?? {}))
    }
    expect(await seal(here)).toBe(5)
  })

  it('adds no statement to a sign-in', async () => {
    const here = await world()
    await here.signedUp()
    const signIn = async () => {
      const before = here.statements().length
      await here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
      return here.statements().slice(before)
    }
    const unsealed = await signIn()
    await seal(here)
    expect(await signIn()).toEqual(unsealed)
    expect(unsealed.join('\n')).not.toMatch(/audit_(?:head|tiles|checkpoints)|salt|sequence = /)
  })
})
