import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { processes } from '../support/processes.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { PASSWORD } from '../support/world.ts'

const FAILING = path.resolve(import.meta.dirname, '../support/failing-sync.mjs')

describe('a disk that fails to sync', () => {
  it('ends the service with one line, and takes nothing that was acknowledged', async () => {
    const file = path.join(scratchDirectory('failing-'), 'now')
    const here = await processes({ FAILING_SYNC: file })
    const first = await here.start({ preload: FAILING })
    const ada = first.browser()
    expect((await ada.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })).status).toBe(201)

    writeFileSync(file, '')
    const refused = await first.browser().post('/auth/register', { email: 'eve@example.com', password: PASSWORD, name: 'Eve' })
    expect(refused.status).toBeGreaterThanOrEqual(500)
    await expect
      .poll(
        async () =>
          (
            await first
              .browser()
              .get('/readyz')
              .catch(() => ({ status: 503 }))
          ).status,
        inTime,
      )
      .toBe(503)
    expect(await first.server.exited).toBe(1)
    const lines = first.server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('The service has stopped'))
    expect(lines).toEqual([expect.stringContaining('EIO: i/o error, fdatasync')])
    // The log may have a hole by now. Closed in good order, SQLite would have moved it into the file, unread.
    expect(statSync(`${new URL(here.url).pathname}-wal`).size).toBeGreaterThan(0)

    rmSync(file)
    const second = await here.start()
    expect((await second.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  })

  it('ends all workers, since they write to the same file', async () => {
    const file = path.join(scratchDirectory('failing-'), 'now')
    const here = await processes({ FAILING_SYNC: file, WORKERS: '2' })
    const { server, browser } = await here.start({ preload: FAILING })
    await expect.poll(() => server.output().match(/a worker is ready/g)?.length, inTime).toBe(2)
    writeFileSync(file, '')
    await browser()
      .post('/auth/register', { email: 'eve@example.com', password: PASSWORD, name: 'Eve' })
      .catch(() => undefined)
    expect(await server.exited).toBe(1)
    expect(server.output().match(/^The service has stopped: .*EIO/gm)).toHaveLength(1)
  })
})
