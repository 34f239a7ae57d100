import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { importing } from '../../../../test/support/importing.ts'
import { checkpoint, seal, sealedIn, verify, written } from '../../../../test/support/sealed.ts'
import { world } from '../../../../test/support/world.ts'
import { unrecord } from '../../../gate/audit/audit.ts'
import { notesIn } from '../../../platform/kernel/signed-note.ts'

const DAY = 86_400_000

describe('a sealed log stays good', () => {
  it('when an account goes whose ban had a reason, which is gone then', async () => {
    const here = await administered()
    await here.root.send('PATCH', `/admin/users/${here.adaId}/ban`, { reason: 'shouted at the postman' })
    await seal(here)
    expect((await here.root.send('DELETE', `/admin/users/${here.adaId}`)).status).toBe(200)
    expect(JSON.stringify(await here.sql(`SELECT * FROM audit_events`))).not.toContain('postman')
    expect(await verify(here)).toMatchObject({ result: 'good', erased: 1 })
    await seal(here)
    expect(await verify(here)).toMatchObject({ result: 'good', erased: 1 })
  })

  it('when an event is taken back, for which another says so', async () => {
    const here = await world()
    await here.signedUp()
    await seal(here)
    const [first] = await sealedIn(here)
    const { store, clock } = here.depsFor()
    await store.transaction((tx) => unrecord(tx, [first?.id ?? ''], clock.now()))
    expect(await seal(here)).toBe(1)
    expect((await sealedIn(here)).at(-1)).toMatchObject({ type: 'audit.withdrawn', metadata: `{"event":"${first?.id}"}` })
    expect(await verify(here)).toMatchObject({ result: 'good', size: 4 })
  })

  it('when its oldest tiles go, with what was said of them', async () => {
    const here = await world({ env: { AUDIT_RETENTION: '90d' } })
    await written(here, 400)
    await seal(here)
    await checkpoint(here)
    here.clock.advance(50 * DAY)
    await written(here, 200, 'later')
    await seal(here)
    await checkpoint(here)
    here.clock.advance(41 * DAY)
    await here.purge.run()
    expect((await sealedIn(here))[0]?.sequence).toBe(256)
    expect(await seal(here)).toBe(1)
    expect((await sealedIn(here)).at(-1)).toMatchObject({ type: 'audit.expired', metadata: '{"through":255}' })
    expect(await verify(here)).toMatchObject({ result: 'good', first: 256, size: 602 })
    await here.sql(`UPDATE audit_tiles SET hashes = SUBSTR(hashes, 44) || SUBSTR(hashes, 1, 43) WHERE level = 1`)
    expect(await verify(here)).toMatchObject({ result: 'tampered' })
  })

  it('when what is old loses what is personal, before its tile is full', async () => {
    const here = await world({ env: { AUDIT_RETENTION: '90d' } })
    await written(here, 20)
    await seal(here)
    here.clock.advance(50 * DAY)
    await written(here, 10, 'later')
    await seal(here)
    here.clock.advance(41 * DAY)
    await here.purge.run()
    const events = await sealedIn(here)
    expect(events.filter(({ id, ip }) => id.startsWith('later') !== (ip !== ''))).toEqual([])
    expect(await verify(here)).toMatchObject({ result: 'good', first: 0, size: 31 })
  })

  it('does not remove what was changed', async () => {
    const here = await world({ env: { AUDIT_RETENTION: '90d' } })
    await written(here, 300)
    await seal(here)
    here.clock.advance(91 * DAY)
    await here.sql(`UPDATE audit_events SET type = 'x' WHERE sequence = 7`)
    await here.purge.run()
    expect(here.logged()).toContain('not as they were sealed')
    expect((await verify(here)).differences[0]?.number).toBe(7)
  })
})

describe('latchkey audit verify', () => {
  it('says what it found, by its exit code as well', async () => {
    const file = path.join((await importing()).cwd, 'checkpoints')
    const here = await world({ env: { AUDIT_CHECKPOINT_FILE: file } })
    const { latchkey, cwd } = await importing({}, here)
    expect(await latchkey('audit', 'verify')).toMatchObject({ code: 5, out: 'nothing is sealed yet' })
    await written(here, 10)
    await seal(here)
    await checkpoint(here)
    await checkpoint(here)
    await written(here, 10, 'more')
    await seal(here)
    await checkpoint(here)
    expect(notesIn(readFileSync(file, 'utf8')).map((note) => note.split('\n')[1])).toEqual(['11', '21'])
    const good = { code: 0, out: 'Good: events 0 to 20 are as they were sealed.', err: '' }
    expect(await latchkey('audit', 'verify', '--against', path.relative(cwd, file))).toEqual(good)
    await here.sql(`UPDATE audit_events SET type = 'x' WHERE sequence = 7`)
    expect(await latchkey('audit', 'verify')).toEqual({
      code: 4,
      out: '7: the event is not as it was sealed',
      err: 'Tampered with, from 7 on.',
    })
    const { code, out } = await latchkey('audit', 'verify', '--json')
    expect([code, JSON.parse(out)]).toMatchObject([4, { result: 'tampered', firstBad: 7, size: 21 }])
  })
})
