import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { seal, written } from '../../../../test/support/sealed.ts'
import { world } from '../../../../test/support/world.ts'

interface Line {
  readonly sequence: number
  readonly id: string
}

async function streamed(reader: Pick<Browser, 'get'>, query = '') {
  const { status, text, headers } = await reader.get(`/admin/audit-logs/stream${query}`)
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  return text.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line)]))
}

const numbers = (lines: readonly Line[]) => lines.map(({ sequence }) => sequence)
const upTo = (size: number) => Array.from({ length: size }, (_, at) => at)

describe('GET /admin/audit-logs/stream', () => {
  it('tells what is sealed, a line for each, and of accounts their ids alone', async () => {
    const here = await administered()
    expect(await streamed(here.root)).toEqual([])
    await here.root.send('PATCH', `/admin/users/${here.adaId}/ban`, { reason: 'spam' })
    const size = await seal(here)
    const lines = await streamed(here.root)
    expect(numbers(lines)).toEqual(upTo(size))
    expect(lines).toContainEqual({
      ...{ sequence: expect.any(Number), id: expect.any(String), type: 'admin.user.banned', success: true },
      ...{ actorId: here.rootId, targetUserId: here.adaId, orgId: null, ip: '127.0.0.1', userAgent: 'TestBrowser/1.0' },
      ...{ sessionId: null, requestId: expect.any(String), metadata: { reason: 'spam' } },
      ...{ createdAt: new Date(here.clock.now()).toISOString(), ocsf: { classUid: 3001, activityId: 5 } },
    })
    expect(JSON.stringify(lines)).not.toContain('@example.com')
    expect(numbers(await streamed(here.root, `?after=${size - 2}`))).toEqual([size - 1])
    expect(await streamed(here.root, `?after=${size - 1}`)).toEqual([])
  })

  it('leaves no number out and tells none twice, while several write and two processes seal', async () => {
    const here = await administered()
    const there = await world({ databaseUrl: here.database.url })
    const events = 700
    let isOver = false
    const write = async (name: string) => {
      for (let n = 0; n < events / 2; n += 35) await written(here, 35, `${name}-${n}`)
    }
    const sealOn = async (one: typeof here | typeof there) => {
      while (!isOver) await seal(one)
      await seal(one)
    }
    const seen: Line[] = []
    const read = async () => {
      for (let isLast = false; !isLast; ) {
        isLast = isOver
        const after = seen.at(-1)?.sequence
        seen.push(...(await streamed(here.root, after === undefined ? '' : `?after=${after}`)))
      }
    }
    const writing = Promise.all([write('a'), write('b')]).finally(() => (isOver = true))
    await Promise.all([writing, sealOn(here), sealOn(there), read()])
    const size = Number((await here.sql(`SELECT size FROM audit_head`))[0]?.['size'])
    while (seen.length < size) await read()
    expect(numbers(seen)).toEqual(upTo(size))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(events)
  })

  it('waits for what comes, sealed here or by another process, and for no longer than was asked', async () => {
    const here = await administered()
    const there = await world({ databaseUrl: here.database.url })
    const size = await seal(here)
    expect(await streamed(here.root, `?after=${size - 1}&wait=1`)).toEqual([])
    for (const [at, sealing] of [here, there].entries()) {
      const waiting = streamed(here.root, `?after=${size - 1 + at}&wait=50`)
      await expect.poll(() => here.depsFor().logWatch.waiting).toBe(1)
      await written(here, 1, `new-${at}`)
      await seal(sealing)
      expect(await waiting).toEqual([expect.objectContaining({ sequence: size + at, id: `new-${at}-0` })])
    }
    expect(here.depsFor().logWatch.waiting).toBe(0)
  })

  it('holds no connection while it waits, lets ten of each caller wait, and ends with the service', async () => {
    const here = await administered()
    const size = await seal(here)
    const ask = () => here.root.get(`/admin/audit-logs/stream?after=${size - 1}&wait=50`)
    // As many as there are connections.
    const waiting = Array.from({ length: 10 }, ask)
    await expect.poll(() => here.depsFor().logWatch.waiting).toBe(10)
    expect(await ask()).toMatchObject({ status: 503, body: { error: 'overloaded' }, headers: { 'retry-after': '5' } })
    const before = here.queries()
    expect((await here.ada.get('/auth/sessions')).status).toBe(200)
    // One question a second, whoever waits.
    expect(here.queries() - before).toBeLessThan(8)
    await here.stop()
    for (const { status, text } of await Promise.all(waiting)) expect([status, text]).toEqual([200, ''])
  })

  it('gives the place of a caller who hangs up to the next at once', async () => {
    const here = await administered({ PORT: '0' })
    const size = await seal(here)
    const { body } = await here.root.post('/admin/keys', { name: 'collector', scopes: ['audit:read'] })
    const after = size - 1 + (await seal(here))
    await here.listen()
    const { port } = here.app.server.address() as AddressInfo
    const head = `Host: localhost\r\nAuthorization: Bearer ${body.key}`
    const asking = () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`GET /admin/audit-logs/stream?after=${after}&wait=50 HTTP/1.1\r\n${head}\r\n\r\n`)
      return socket
    }
    const waiting = () => here.depsFor().logWatch.waiting
    const sockets = Array.from({ length: 10 }, asking)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(10)
    sockets[0]?.destroy()
    await expect.poll(waiting, { timeout: 20_000 }).toBe(9)
    sockets.push(asking())
    await expect.poll(waiting, { timeout: 20_000 }).toBe(10)
    for (const socket of sockets) socket.destroy()
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  })

  it('tells nothing to who has lost the right while waiting', async () => {
    const here = await administered()
    const size = await seal(here)
    const waiting = here.root.get(`/admin/audit-logs/stream?after=${size - 1}&wait=50`)
    await expect.poll(() => here.depsFor().logWatch.waiting).toBe(1)
    await here.sql(`UPDATE accounts SET role = 'user' WHERE id = ?`, [here.rootId])
    await written(here, 1)
    await seal(here)
    expect(await waiting).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  it('begins with the oldest that is kept, and says so where a number is none of this log', async () => {
    const here = await administered()
    const size = await seal(here)
    await here.sql(`DELETE FROM audit_events WHERE sequence < 2`)
    expect(numbers(await streamed(here.root, '?after=0'))[0]).toBe(2)
    for (const query of [`after=${size}`, 'after=-1', 'after=1.5', 'after=1e3', `after=${'9'.repeat(16)}`, 'wait=x', 'wait=-1'])
      expect([query, (await here.root.get(`/admin/audit-logs/stream?${query}`)).body.error]).toEqual([query, 'invalid_input'])
    expect((await here.ada.get('/admin/audit-logs/stream')).status).toBe(403)
  })
})
