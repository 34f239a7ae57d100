import http from 'node:http'
import { expect, vi } from 'vitest'
import { Browser } from './browser.ts'
import { doorTo } from './door-to.ts'
import { inTime } from './in-time.ts'
import { type Processes, processes } from './processes.ts'
import { PASSWORD } from './world.ts'

export const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }

/** The built program with two workers. */
export async function workers(env: Record<string, string> = {}, start: Parameters<Processes['start']>[0] = {}) {
  const here = await processes({ WORKERS: '2', ...env })
  const { server } = await here.start(start)
  const pids = (): number[] =>
    [...server.output().matchAll(/"worker":\d+,"pid":(\d+)/g)].map(([, pid]) => Number(pid)).filter(isAlive)
  await vi.waitFor(() => expect(server.output()).toContain('metrics are served'), inTime)
  const metrics = /"metrics":"(http[^"]+)"/.exec(server.output())?.[1] ?? ''
  const figure = async (series: string): Promise<number> => {
    const line = (await (await fetch(metrics)).text()).split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.slice(series.length))
  }
  return { ...here, server, pids, figure, browser: () => new Browser(doorTo(() => server.url)) }
}

/** On a connection of its own, so that each goes to the next worker. */
export const ask = (url: string, cookie = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(`${url}/auth/me`, { agent: false, headers: { cookie } }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
      })
      .on('error', reject)
  })

export const signedUp = async (browser: Browser, who: object = ada): Promise<string> => {
  expect((await browser.post('/auth/register', who)).status).toBe(201)
  return `app_session=${browser.jar.get('app_session')}`
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Asks all the time, each time on a new connection, until it is told to stop; and says what came back. */
export function asking(url: string, cookie: string, clients = 4) {
  let isOver = false
  const statuses: (number | string)[] = []
  const one = async (): Promise<void> => {
    while (!isOver) statuses.push(await ask(url, cookie).catch((error: Error) => error.message))
  }
  const all = Promise.all(Array.from({ length: clients }, one))
  return {
    statuses,
    async stop(): Promise<(number | string)[]> {
      isOver = true
      await all
      return statuses
    },
  }
}
