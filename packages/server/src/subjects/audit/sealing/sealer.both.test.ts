import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { ownDirectory } from '../../../../test/support/scratch-directory.ts'
import { checkpoint, contextsOf, seal, sealedIn, verify, written } from '../../../../test/support/sealed.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { notesIn } from '../../../platform/kernel/signed-note.ts'
import { Sealer } from './sealer.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

const LONG_MS = 600_000

function sealerOf(here: World, waitMs: number, checkpointMs?: number): Sealer {
  const sealer = new Sealer(contextsOf(here), here.log, waitMs, checkpointMs)
  onTestFinished(() => sealer.stop())
  return sealer
}

const checkpointsOf = async ({ sql }: Pick<World, 'sql'>) =>
  (await sql(`SELECT size FROM audit_checkpoints ORDER BY size`)).map(({ size }) => size)

const isSealed = (here: World, events: number) =>
  vi.waitFor(async () => expect(await sealedIn(here)).toHaveLength(events), { timeout: 20_000 })

describe('the sealer', () => {
  it('seals a while after it was woken, and what others have written without being woken', async () => {
    const here = await world()
    await written(here, 2)
    const sealer = sealerOf(here, 5)
    sealer.wake()
    await isSealed(here, 3)
    await written(here, 2, 'of a command')
    await isSealed(here, 5)
    await here.browser().post('/auth/login', { email: 'ada@example.com', password: 'wrong horse 1' })
    await sealer.idle()
    expect(await sealedIn(here)).toHaveLength(5)
    here.clock.advance(70_001)
    await isSealed(here, 6)
  })

  it('does not wait where 500 do', async () => {
    const here = await world()
    await written(here, 2)
    const sealer = sealerOf(here, LONG_MS)
    for (let n = 0; n < 499; n++) sealer.wake()
    await sealer.idle()
    expect(await sealedIn(here)).toHaveLength(0)
    sealer.wake()
    await isSealed(here, 3)
  })

  it('seals what waits before it stops, and writes a checkpoint', async () => {
    const here = await world()
    await written(here, 2)
    const sealer = sealerOf(here, LONG_MS)
    await sealer.stop()
    expect(await sealedIn(here)).toHaveLength(3)
    expect(await checkpointsOf(here)).toEqual([3])
    sealer.wake()
    await checkpoint(here)
    expect(await verify(here)).toMatchObject({ result: 'good' })
  })

  it('writes a checkpoint for a minute in which something came, one over all processes, and none for a minute in which nothing did', async () => {
    const here = await world()
    const looks = () => here.statements().filter((text) => text.includes('FROM audit_checkpoints')).length
    const lookedOften = async () => {
      const before = looks()
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 3), { timeout: 20_000 })
    }
    const minuteByMinute = sealerOf(here, LONG_MS, 5)
    const beside = sealerOf(here, LONG_MS, 5)
    await written(here, 2)
    await minuteByMinute.chore(contextsOf(here)(), 0)
    await vi.waitFor(async () => expect(await checkpointsOf(here)).toEqual([3]), { timeout: 20_000 })
    await written(here, 2, 'within the minute')
    await minuteByMinute.chore(contextsOf(here)(), 0)
    await written(here, 1, 'sealed by another')
    await beside.chore(contextsOf(here)(), 0)
    here.clock.advance(54_999)
    await lookedOften()
    expect(await checkpointsOf(here)).toEqual([3])
    here.clock.advance(1)
    await vi.waitFor(async () => expect(await checkpointsOf(here)).toEqual([3, 6]), { timeout: 20_000 })
    here.clock.advance(600_000)
    await written(here, 1, 'after a while')
    await beside.chore(contextsOf(here)(), 0)
    await vi.waitFor(async () => expect(await checkpointsOf(here)).toEqual([3, 6, 7]), { timeout: 20_000 })
    expect(await verify(here)).toMatchObject({ result: 'good' })
  })

  it('tries again where a checkpoint could not be written', async () => {
    const here = await world()
    const sealer = sealerOf(here, LONG_MS, 5)
    await written(here, 1)
    await here.sql(`ALTER TABLE audit_checkpoints RENAME TO away`)
    await sealer.chore(contextsOf(here)(), 0)
    await vi.waitFor(() => expect(here.logged()).toContain('a checkpoint of the audit log could not be written'), {
      timeout: 20_000,
    })
    await here.sql(`ALTER TABLE away RENAME TO audit_checkpoints`)
    await vi.waitFor(async () => expect(await checkpointsOf(here)).toEqual([2]), { timeout: 20_000 })
  })

  it('has every checkpoint in its file, once that takes any, and is not held by what is no file', async () => {
    const file = path.join(ownDirectory('checkpoints-'), 'checkpoints')
    const here = await world({ env: { AUDIT_CHECKPOINT_FILE: file } })
    await written(here, 1)
    await seal(here)
    execFileSync('mkfifo', [file])
    await expect(checkpoint(here)).rejects.toThrow()
    rmSync(file)
    mkdirSync(file)
    await expect(checkpoint(here)).rejects.toThrow()
    expect(await checkpointsOf(here)).toEqual([])
    rmSync(file, { recursive: true })
    await checkpoint(here)
    const [{ note } = { note: '' }] = await here.sql(`SELECT note FROM audit_checkpoints`)
    expect(notesIn(readFileSync(file, 'utf8'))).toEqual([note])
  })

  it('writes a checkpoint behind one that was cut off, and it is read there', async () => {
    const file = path.join(ownDirectory('checkpoints-'), 'checkpoints')
    const here = await world({ env: { AUDIT_CHECKPOINT_FILE: file } })
    await written(here, 1)
    await seal(here)
    await checkpoint(here)
    const whole = readFileSync(file, 'utf8')
    const [note] = notesIn(whole)
    for (const cut of [1, 20, 40, whole.length - 60, whole.length - 3, whole.length - 1]) {
      writeFileSync(file, whole.slice(0, cut))
      await here.sql(`DELETE FROM audit_checkpoints`)
      await checkpoint(here)
      expect([cut, new Set(notesIn(readFileSync(file, 'utf8')))]).toEqual([cut, new Set([note])])
    }
    const { latchkey } = await importing({}, here)
    expect(await latchkey('audit', 'verify', '--against', file)).toMatchObject({ code: 0 })
  })

  it('keeps the checkpoints of every minute for a week, and then the last of each hour', async () => {
    const here = await world()
    const MINUTE = 60_000
    const notes: string[] = []
    const come = async (minute: number) => {
      here.clock.advance(minute * MINUTE)
      await written(here, 1, `event-${notes.length}`)
      await seal(here)
      await checkpoint(here)
      const [{ note } = { note: '' }] = await here.sql(`SELECT note FROM audit_checkpoints ORDER BY size DESC LIMIT 1`)
      notes.push(String(note))
    }
    for (const pause of [0, 1, 30, 28, 1, 1, 70, 7 * 24 * 60 - 80]) await come(pause)
    expect(await checkpointsOf(here)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    await come(10)
    expect(await checkpointsOf(here)).toEqual([5, 6, 7, 8, 9, 10])
    await come(90)
    expect(await checkpointsOf(here)).toEqual([5, 7, 8, 9, 10, 11])
    expect(await verify(here, { notes })).toMatchObject({ result: 'good', size: 11 })
  })

  it('writes checkpoints although the clock was set back', async () => {
    const here = await world()
    await written(here, 1)
    await seal(here)
    await checkpoint(here)
    await here.sql(`UPDATE audit_checkpoints SET created_at = created_at + 86400000`)
    await written(here, 1, 'later')
    await seal(here)
    expect(await writeCheckpoint(contextsOf(here)(), 55_000)).toBe('done')
    expect(await checkpointsOf(here)).toEqual([2, 3])
  })

  it('leaves the log to another that has the lease, and takes it over from one that was killed', async () => {
    const here = await world()
    await written(here, 2)
    await sealerOf(here, LONG_MS).chore(contextsOf(here)(), 0)
    await written(here, 2, 'more')
    await here.sql(`UPDATE audit_head SET lease_holder = 'killed', leased_until = ?`, [here.clock.now() + 10_000])
    const sealer = sealerOf(here, LONG_MS)
    await sealer.chore(contextsOf(here)(), 0)
    expect(await sealedIn(here)).toHaveLength(3)
    here.clock.advance(10_000)
    await sealer.chore(contextsOf(here)(), 0)
    expect(await sealedIn(here)).toHaveLength(5)
  })

  it('does not go on from an older log that was put in its place, and says so', async () => {
    const here = await world()
    await written(here, 2)
    const sealer = sealerOf(here, LONG_MS)
    await sealer.chore(contextsOf(here)(), 0)
    const heads = await here.sql(`SELECT size, peaks, note FROM audit_head`)
    const tiles = await here.sql(`SELECT hashes FROM audit_tiles WHERE level = 0`)
    await written(here, 2, 'more')
    await sealer.chore(contextsOf(here)(), 0)
    expect(await sealedIn(here)).toHaveLength(5)
    await here.sql(`DELETE FROM audit_events WHERE id = 'more-0'`)
    await here.sql(`UPDATE audit_events SET sequence = NULL, salt = NULL, personal_hash = NULL WHERE sequence >= 3`)
    await here.sql(`UPDATE audit_tiles SET hashes = ? WHERE level = 0`, Object.values(tiles[0] ?? {}))
    await here.sql(`UPDATE audit_head SET size = ?, peaks = ?, note = ?`, Object.values(heads[0] ?? {}))
    await sealer.chore(contextsOf(here)(), 0)
    expect(here.logged()).toContain('the audit log had 5 events and has fewer now')
    expect(await sealedIn(here)).toHaveLength(3)
  })

  it('says that it cannot, and tries again', async () => {
    const here = await world()
    await written(here, 1)
    here.failStatements(new Error('disk on fire'))
    const sealer = sealerOf(here, LONG_MS)
    for (let n = 0; n < 500; n++) sealer.wake()
    await sealer.idle()
    expect(here.logged()).toContain('could not be sealed')
    here.failStatements(undefined)
    await sealer.chore(contextsOf(here)(), 0)
    expect(await sealedIn(here)).toHaveLength(2)
  })
})
