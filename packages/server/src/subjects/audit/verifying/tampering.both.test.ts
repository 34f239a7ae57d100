import { describe, expect, it } from 'vitest'
import { checkpoint, seal, verify, written } from '../../../../test/support/sealed.ts'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { readHashes, writtenHashes } from '../../../gate/audit/log/tiles.ts'
import { leafHash } from '../../../platform/kernel/merkle.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { readOnly } from './database-source.ts'

/** 300 events in two tiles, and a checkpoint after 100, 200 and all of them. */
async function sealed() {
  const here = await world()
  for (const [events, name] of [
    [99, 'a'],
    [100, 'b'],
    [100, 'c'],
  ] as const) {
    await written(here, events, name)
    await seal(here)
    await checkpoint(here)
  }
  return here
}

class Undone extends Error {}

const log = shared(sealed)

/** What is found after a change of the database, which is taken back. */
async function after(change: string | ((sql: Queries) => Promise<unknown>)) {
  const here = await log()
  let verdict: Awaited<ReturnType<typeof verify>> | undefined
  const look = here.elsewhere.transaction(async (sql) => {
    if (typeof change === 'function') await change(sql)
    else for (const one of change.split(';')) await sql.query(one)
    verdict = await verify(here, { sql })
    throw new Undone()
  })
  await expect(look).rejects.toThrow(Undone)
  return verdict
}

const set = (assignments: string, number = 42) => `UPDATE audit_events SET ${assignments} WHERE sequence = ${number}`

describe('a log that nobody has changed', () => {
  it('is good', async () => {
    expect(await verify(await log())).toEqual({ result: 'good', size: 300, first: 0, erased: 0, differences: [], reasons: [] })
  })
})

describe('a change by somebody without SECRET is found, with the first number of it', () => {
  it.each([
    `id = 'other'`,
    `type = 'login.success'`,
    `success = 0`,
    `actor_id = 'x'`,
    `target_user_id = 'x'`,
    `session_id = 'x'`,
    `org_id = 'x'`,
    `ip = '192.0.2.2'`,
    `user_agent = 'wget'`,
    `request_id = 'x'`,
    `metadata = '{"n":2}'`,
    `created_at = created_at + 1`,
    `count = 2`,
    `salt = 'AAAAAAAAAAAAAAAAAAAAAA'`,
    `salt = NULL`,
    `personal_hash = 'x'`,
    `erasure = 'x'`,
    `ip = '', user_agent = '', metadata = '{}', salt = NULL`,
    `ip = '', user_agent = '', metadata = '{}', salt = NULL, erasure = 'x'`,
    `sequence = NULL`,
    `sequence = 1000`,
  ])('of a row: %s', async (assignments) => {
    const verdict = await after(set(assignments))
    expect([verdict?.result, verdict?.differences[0]?.number]).toEqual(['tampered', 42])
  })

  it.each([
    ['a row that is gone', `DELETE FROM audit_events WHERE sequence = 42`, 42],
    ['the last that are gone', `DELETE FROM audit_events WHERE sequence >= 290`, 290],
    [
      'a row that is more',
      `${set(`sequence = 300`, 299)}; ${set('sequence = 299', 300)}; INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at, sequence) VALUES ('x', 'logout', 1, '', '', '', '{}', 0, 300)`,
      300,
    ],
    [
      'a number that two have',
      `DROP INDEX audit_events_by_sequence; INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at, sequence) VALUES ('x', 'logout', 1, '', '', '', '{}', 0, 42)`,
      42,
    ],
    [
      'a row that is there twice',
      `DROP INDEX audit_events_by_sequence; INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at, count, sequence, salt, personal_hash) SELECT id || 'x', type, success, ip, user_agent, request_id, metadata, created_at, count, sequence, salt, personal_hash FROM audit_events WHERE sequence = 299`,
      299,
    ],
    [
      'two that have changed places',
      `${set('sequence = 900', 42)}; ${set('sequence = 42', 43)}; ${set('sequence = 43', 900)}`,
      42,
    ],
    [
      'all that have another number',
      `UPDATE audit_events SET sequence = -1 - sequence WHERE sequence IS NOT NULL; UPDATE audit_events SET sequence = -sequence WHERE sequence IS NOT NULL`,
      0,
    ],
    [
      'a hash in a tile',
      `UPDATE audit_tiles SET hashes = REPLACE(hashes, SUBSTR(hashes, 1 + 43 * 42, 43), SUBSTR(hashes, 1, 43)) WHERE level = 0 AND place = 0`,
      42,
    ],
    ['a tile that is no list of hashes', `UPDATE audit_tiles SET hashes = 'x' || hashes WHERE level = 0 AND place = 1`, 256],
    ['a tile that is gone', `DELETE FROM audit_tiles WHERE level = 0 AND place = 1`, 256],
    [
      'a tile with more hashes',
      `UPDATE audit_tiles SET hashes = hashes || SUBSTR(hashes, 1, 43) WHERE level = 0 AND place = 1`,
      300,
    ],
    ['a tile above', `UPDATE audit_tiles SET hashes = SUBSTR(hashes, 2) || SUBSTR(hashes, 1, 1) WHERE level = 1`, 0],
    ['the size', `UPDATE audit_head SET size = 299`, 299],
    ['the beginning', `UPDATE audit_head SET first = 256`, 300],
    ['the hashes of the head', `UPDATE audit_head SET peaks = peaks || peaks`, 300],
    ['the name', `UPDATE audit_head SET origin = 'x'`, 300],
    [
      'the signature of the head',
      `UPDATE audit_head SET note = SUBSTR(note, 1, LENGTH(note) - 10) || 'AAAAAAA' || SUBSTR(note, LENGTH(note) - 2)`,
      0,
    ],
    [
      'a head that was a checkpoint',
      `UPDATE audit_head SET size = 100, note = (SELECT note FROM audit_checkpoints WHERE size = 100)`,
      0,
    ],
    ['a head that is gone', `DELETE FROM audit_head`, 0],
    ['a checkpoint', `UPDATE audit_checkpoints SET note = REPLACE(note, 'audit', 'Audit') WHERE size = 200`, 200],
    ['the size of a checkpoint', `UPDATE audit_checkpoints SET size = 150 WHERE size = 200`, 150],
    ['a checkpoint of more than there is', `UPDATE audit_checkpoints SET size = 1000 WHERE size = 300`, 300],
  ])('%s', async (_, change, number) => {
    const verdict = await after(change)
    expect([verdict?.result, verdict?.differences[0]?.number]).toEqual(['tampered', number])
  })

  it('a row with its hashes recomputed, as a stretch between two checkpoints', async () => {
    const verdict = await after(async (sql) => {
      await sql.query(set(`type = 'login.success'`, 142))
      const [event] = await sealedEventsIn(readOnly(sql)).list(142, 1)
      const [tile] = await sql.query(`SELECT hashes FROM audit_tiles WHERE level = 0 AND place = 0`)
      const hashes = [...(readHashes(String(tile?.['hashes'])) ?? [])]
      hashes[142] = leafHash(event ? leafOf(event) : '')
      await sql.query(`UPDATE audit_tiles SET hashes = ? WHERE level = 0 AND place = 0`, [writtenHashes(hashes)])
    })
    expect(verdict).toMatchObject({ result: 'tampered', differences: [{ number: 100, through: 199 }] })
  })
})
