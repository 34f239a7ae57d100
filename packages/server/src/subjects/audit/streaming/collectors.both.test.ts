import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logCollector } from '../../../../test/support/log-collector.ts'
import { ownDirectory } from '../../../../test/support/scratch-directory.ts'
import { contextsOf, seal, written } from '../../../../test/support/sealed.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { CollectorFeed } from './collector-feed.ts'

type Line = Readonly<Record<string, unknown>> & { readonly sequence: number }

const linesIn = (file: string): readonly Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
const numbers = (lines: readonly Line[]) => lines.map(({ sequence }) => sequence)
const upTo = (size: number) => Array.from({ length: size }, (_, at) => at)

/** A feed as a process has it, of which each round is asked for. */
function feedOf(here: World, target: string) {
  const feed = new CollectorFeed(contextsOf(here), here.log, { target, pollMs: Number.POSITIVE_INFINITY })
  onTestFinished(() => feed.stop())
  return {
    stop: () => feed.stop(),
    round: async () => {
      feed.wake()
      await feed.idle()
    },
  }
}

async function toFile() {
  const here = await world()
  const file = path.join(ownDirectory('collected-'), 'audit.ndjson')
  return { ...here, file, feed: feedOf(here, `file:${file}`) }
}

describe('AUDIT_STREAM=file', () => {
  it('gets all that is sealed, each once and for its owner alone, and goes on where it was', async () => {
    const { file, feed, ...here } = await toFile()
    await feed.round()
    await written(here, 500)
    await feed.round()
    const size = await seal(here)
    await feed.round()
    expect(numbers(linesIn(file))).toEqual(upTo(size))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(linesIn(file)[1]).toMatchObject({ type: 'logout', ip: '192.0.2.1', ocsf: { classUid: 3002, activityId: 2 } })
    await written(here, 3, 'more')
    await seal(here)
    await feed.round()
    const before = here.statements().length
    await feed.round()
    expect(here.statements().slice(before).join()).not.toContain('UPDATE')
    expect(numbers(linesIn(file))).toEqual(upTo(size + 3))
  })

  it('leaves nothing out while several write, and two processes seal and deliver', async () => {
    const { file, feed, ...here } = await toFile()
    const there = await world({ databaseUrl: here.database.url })
    const beside = feedOf(there, `file:${file}`)
    let isOver = false
    const on = async (work: () => Promise<unknown>) => {
      while (!isOver) await work()
    }
    const write = async (name: string) => {
      for (let n = 0; n < 10; n++) await written(here, 35, `${name}-${n}`)
    }
    const writing = Promise.all([write('a'), write('b')]).finally(() => (isOver = true))
    await Promise.all([
      writing,
      ...[here, there].map((one) => on(() => seal(one))),
      ...[feed, beside].map((one) => on(one.round)),
    ])
    await seal(here)
    await feed.round()
    await beside.round()
    expect(numbers(linesIn(file))).toEqual(upTo(701))
  })

  it('gets again what was written by a process that died before it noted so, and leaves a torn line alone', async () => {
    const { file, feed, ...here } = await toFile()
    await written(here, 10)
    await seal(here)
    await feed.round()
    // The disk had taken half of the last line.
    await here.sql(`UPDATE audit_collectors SET position = 8`)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    await feed.round()
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(() => JSON.parse(lines[10] ?? '')).toThrow()
    expect(lines.slice(11, -1).map((line) => JSON.parse(line).sequence)).toEqual([8, 9, 10])
  })

  it('goes on in a new file where the old one was rotated away, and waits for one that cannot be written', async () => {
    const { file, feed, ...here } = await toFile()
    const more = async (name: string) => {
      await written(here, 2, name)
      await seal(here)
      await feed.round()
    }
    await more('a')
    renameSync(file, `${file}.1`)
    await more('b')
    expect([numbers(linesIn(`${file}.1`)), numbers(linesIn(file))]).toEqual([upTo(3), [3, 4]])
    rmSync(path.dirname(file), { recursive: true })
    await more('c')
    expect(here.logged()).toContain('the collector of the audit log was not reached')
    mkdirSync(path.dirname(file))
    await feed.round()
    here.clock.advance(300_000)
    await feed.round()
    expect(numbers(linesIn(file))).toEqual([5, 6])
  })
})

describe('AUDIT_STREAM=file, where there is something else,', () => {
  it('waits and is not held: a pipe that nobody reads, a device, a directory', async () => {
    const { file, feed, ...here } = await toFile()
    await written(here, 300)
    // More at once than a pipe holds.
    await here.sql(`UPDATE audit_events SET metadata = ?`, [JSON.stringify({ reason: 'x'.repeat(1000) })])
    await seal(here)
    const make = [
      () => execFileSync('mkfifo', [file]),
      () => symlinkSync('/dev/full', file),
      () => symlinkSync('/dev/null', file),
      () => mkdirSync(file),
    ]
    for (const [at, one] of make.entries()) {
      one()
      await feed.round()
      expect(Number((await here.sql(`SELECT failures FROM audit_collectors`))[0]?.['failures'])).toBe(at + 1)
      rmSync(file, { recursive: true })
      here.clock.advance(300_000)
    }
    await feed.round()
    expect(numbers(linesIn(file))).toEqual(upTo(301))
  })
})

describe('AUDIT_STREAM=otlp', () => {
  async function toCollector(env: Record<string, string> = {}) {
    const here = await world({ env })
    const collector = await logCollector()
    return { ...here, collector, feed: feedOf(here, `otlp:${collector.url}`) }
  }

  it('gets records as OpenTelemetry has them', async () => {
    const { collector, feed, ...here } = await toCollector()
    await here.browser().post('/auth/login', { email: 'ada@example.com', password: 'wrong horse 1' })
    await here.signedUp()
    here.clock.advance(70_001)
    const size = await seal(here)
    await feed.round()
    expect(collector.numbers()).toEqual(upTo(size))
    const [failed] = collector.records().filter(({ eventName }) => eventName === 'login.failed')
    expect(failed).toMatchObject({ severityNumber: 13, timeUnixNano: `${Date.parse('2030-01-01T00:00:00Z')}000000` })
    expect(failed?.attributes).toContainEqual({ key: 'ocsf.class_uid', value: { intValue: '3002' } })
    expect(failed?.body.kvlistValue.values).toContainEqual({ key: 'success', value: { boolValue: false } })
    expect(collector.asked[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
  })

  it('that was away for a day has everything afterwards, is asked ever less often meanwhile, and by one process', async () => {
    const { collector, feed, ...here } = await toCollector()
    const beside = feedOf(await world({ databaseUrl: here.database.url }), `otlp:${collector.url}`)
    collector.answers(503)
    await written(here, 250)
    const size = await seal(here)
    for (let n = 0; n < 120; n++) {
      await feed.round()
      await beside.round()
      here.clock.advance(10_000)
    }
    // In twenty minutes: after two seconds, four, eight and so on, up to five minutes, or half of each.
    expect(collector.asked.length).toBeGreaterThan(8)
    expect(collector.asked.length).toBeLessThan(20)
    here.clock.advance(DAY_MS)
    await feed.round()
    collector.answers(200)
    const before = collector.asked.length
    here.clock.advance(300_000)
    await feed.round()
    expect(collector.numbers(before)).toEqual(upTo(size))
  })

  it('that redirects has nothing, and one that refuses some is not asked again', async () => {
    const { collector, feed, ...here } = await toCollector()
    await written(here, 2)
    await seal(here)
    collector.answers(307, '', { location: collector.url })
    await feed.round()
    expect(collector.asked).toHaveLength(1)
    expect(here.logged()).toContain('redirected')
    here.clock.advance(300_000)
    collector.answers(200, '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}')
    await feed.round()
    await feed.round()
    expect(collector.asked).toHaveLength(2)
    expect(here.logged()).toContain('the collector of the audit log has refused events')
  })

  it('that takes less at once has everything all the same, in smaller pieces', async () => {
    const { collector, feed, ...here } = await toCollector()
    await written(here, 450)
    const size = await seal(here)
    collector.takesAtMost(40_000)
    await feed.round()
    expect(collector.numbers()).toEqual(upTo(size))
    const taken = collector.asked.filter(({ isTaken }) => isTaken)
    expect(taken.length).toBeLessThan(100)
    expect(here.logged()).not.toContain('too large')
    expect(here.logged()).not.toContain('was not reached')
  })

  it('that ends the connection where it is sent much has everything all the same, and one that always does is left alone', async () => {
    const { collector, feed, ...here } = await toCollector()
    await written(here, 450)
    const size = await seal(here)
    collector.breaksOffAbove(40_000)
    await feed.round()
    expect(collector.numbers()).toEqual(upTo(size))
    expect(here.logged()).not.toContain('was not reached')
    collector.breaksOffAbove(0)
    await written(here, 450, 'more')
    await seal(here)
    const before = collector.asked.length
    for (let n = 0; n < 3; n++) await feed.round()
    expect(collector.asked.length - before).toBeLessThan(10)
    collector.takesAtMost(Number.POSITIVE_INFINITY)
    here.clock.advance(300_000)
    await feed.round()
    expect(collector.numbers()).toEqual(upTo(size + 450))
  })

  it('that cannot take one event has all others, and the log of the process names it', async () => {
    const { collector, feed, ...here } = await toCollector()
    await written(here, 20)
    await here.sql(`UPDATE audit_events SET metadata = ? WHERE id = 'event-7'`, [JSON.stringify({ long: 'x'.repeat(50_000) })])
    const size = await seal(here)
    collector.takesAtMost(40_000)
    await feed.round()
    expect(collector.numbers()).toEqual(upTo(size).filter((number) => number !== 8))
    expect(here.logged()).toMatch(/"sequence":8,"event":"event-7".*too large/)
    const before = collector.asked.length
    await feed.round()
    expect(collector.asked).toHaveLength(before)
  })

  it('gets the headers that it wants, which are shown nowhere', async () => {
    const { collector, feed, ...here } = await toCollector({
      AUDIT_STREAM: 'otlp:http://localhost:4318/v1/logs',
      AUDIT_STREAM_HEADERS: 'Authorization=Bearer%20t0ken%2C%3D, x-scope = a',
    })
    await written(here, 2)
    await seal(here)
    collector.answers(401)
    await feed.round()
    expect(collector.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer t0ken,=',
      'x-scope': 'a',
      'content-type': 'application/json',
    })
    expect(here.logged()).toContain('status_401')
    expect(here.logged()).not.toContain('t0ken')
  })

  it('is left to the process that has the lease, and taken over from one that was killed', async () => {
    const { collector, feed, ...here } = await toCollector()
    const there = await world({ databaseUrl: here.database.url })
    const beside = feedOf(there, `otlp:${collector.url}`)
    await written(here, 2)
    await seal(here)
    await feed.round()
    await written(here, 2, 'more')
    await seal(here)
    await beside.round()
    expect(collector.numbers()).toEqual(upTo(3))
    there.clock.advance(60_000)
    await beside.round()
    expect(collector.numbers()).toEqual(upTo(5))
  })

  it('holds up no stop', async () => {
    const { collector, feed, ...here } = await toCollector()
    collector.hangs()
    await written(here, 2)
    await seal(here)
    const round = feed.round()
    await expect.poll(() => collector.asked.length).toBe(1)
    await feed.stop()
    await round
    collector.answers(200)
    await feedOf(here, `otlp:${collector.url}`).round()
    expect(collector.numbers(1)).toEqual(upTo(3))
  })
})
