import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { isOutage } from '../support/outage-traffic.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

/** What a request may take at most. */
const LONGEST_MS = 5000
const SILENCE_MS = 5000
const CALLERS = 14

/** More at once than there are connections, each in the way of the others. */
async function crowd({ browser }: World, isOver: () => boolean) {
  const longest = { ms: 0, asked: '' }
  const wrong: string[] = []
  const told = async (asked: ReturnType<ReturnType<typeof browser>['get']>, ...fine: readonly number[]) => {
    const began = performance.now()
    const reply = await asked
    const ms = performance.now() - began
    if (ms > longest.ms) Object.assign(longest, { ms, asked: `${reply.asked} ${reply.status}` })
    if (!fine.includes(reply.status) && !isOutage(reply)) wrong.push(`${reply.asked} ${reply.status} ${reply.text}`)
    return fine.includes(reply.status)
  }
  const caller = async (n: number) => {
    for (let turn = 0; !isOver(); turn++) {
      const ours = browser()
      const email = `c${n}-${turn}@example.com`
      if (await told(ours.post('/auth/register', { email, password: PASSWORD, name: 'N' }), 201)) {
        await told(ours.get('/auth/me'), 200)
        await told(ours.post('/auth/refresh'), 200)
        await told(ours.post('/auth/logout'), 200)
        await told(browser().post('/auth/login', { email, password: PASSWORD }), 200)
      }
      await sleep(20)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)))
  return { longest, wrong }
}

async function onTheWay() {
  const made: FaultProxy[] = []
  const here = await world({
    between: {
      async database(url) {
        const way = new URL(url)
        const proxy = await faultProxy(Number(way.port))
        onTestFinished(proxy.close)
        made.push(proxy)
        way.port = String(proxy.port)
        return way.href
      },
    },
  })
  const [proxy] = made
  if (!proxy) throw new Error('the way leads past the proxy')
  return { here, proxy }
}

const readiness = async ({ browser }: World) => (await browser().get('/readyz')).status

describe('a database that is not heard of for a while', () => {
  it.each([
    {
      what: 'every connection is ended by the server',
      begin: ({ here }) =>
        here.elsewhere.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND application_name <> 'kept'`,
        ),
      end: async () => undefined,
    },
    {
      what: 'nothing arrives, and then all of it',
      begin: async ({ proxy }) => proxy.hush(),
      end: async ({ proxy }) => proxy.speak(),
    },
    { what: 'packets are swallowed', begin: async ({ proxy }) => proxy.goDeaf(), end: async ({ proxy }) => proxy.mend() },
  ] satisfies readonly {
    readonly what: string
    begin(at: Awaited<ReturnType<typeof onTheWay>>): Promise<unknown>
    end(at: Awaited<ReturnType<typeof onTheWay>>): Promise<unknown>
  }[])('keeps no request waiting for longer than five seconds, and nothing hangs afterwards: $what', async ({ begin, end }) => {
    const at = await onTheWay()
    const ada = await at.here.signedUp()
    let isOver = false
    const crowded = crowd(at.here, () => isOver)
    await sleep(500)
    await begin(at)
    await sleep(SILENCE_MS)
    await end(at)
    await sleep(500)
    isOver = true
    const { longest, wrong } = await crowded
    expect(wrong).toEqual([])
    expect(longest.ms, longest.asked).toBeLessThan(LONGEST_MS)

    await expect.poll(() => readiness(at.here)).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(200)
    const after = await Promise.all(
      Array.from({ length: 2 * CALLERS }, (_, n) =>
        at.here.browser().post('/auth/register', { email: `after${n}@example.com`, password: PASSWORD, name: 'N' }),
      ),
    )
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 201))
  })
})
