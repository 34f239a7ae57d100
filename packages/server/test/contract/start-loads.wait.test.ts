import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { notedProgram } from '../support/noted-program.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')
const programs = new Set(readdirSync(dist).filter((name) => name.endsWith('.js')))

/** A start costs what it reads: 3.05 MB today. What would be beyond this belongs into a part that is loaded when it is used. */
const MOST_BYTES = 3_200_000
/** V8 begins with 2 MiB for new objects. */
const MOST_NEW = 4 * 1024 * 1024

it('is no more of the program than a start needs, without what sends mail, and without room for traffic that has not come', async () => {
  const { browser, loaded, newSpace } = await notedProgram({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const probe = browser()
  for (const url of ['/healthz', '/readyz']) expect((await probe.get(url)).status, url).toBe(200)
  const read = new Set(loaded().filter((name) => programs.has(name)))
  expect(read).toContain('main.js')
  const bytes = [...read].reduce((sum, name) => sum + statSync(path.join(dist, name)).size, 0)
  expect(bytes).toBeGreaterThan(MOST_BYTES / 2)
  expect(bytes, [...read].join(' ')).toBeLessThan(MOST_BYTES)
  expect(read).not.toContain('smtp-transport.js')
  expect(await newSpace()).toBeLessThanOrEqual(MOST_NEW)

  // A first mail waits for nothing, which would tell that somebody has an account.
  expect((await probe.get('/auth/me')).status).toBe(401)
  await expect.poll(loaded).toContain('smtp-transport.js')
})
