import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createService } from '../../src/main.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { load } from '../support/loaded-config.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD, world } from '../support/world.ts'

/** A database, and what every start in this file has in common. A stop that waits would outlast the test. */
async function site() {
  const { url, directory, drop } = await emptyDatabase()
  onTestFinished(drop)
  return { directory, env: { DATABASE_URL: url, SECRET: 'a secret for tests, 32 bytes and more', STOP_DELAY: '10m' } }
}

/** A port of this machine that somebody else listens on. */
async function takenPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function failedStart(env: Record<string, string>, directory: string) {
  const { exited, errors, lines } = startCommand(['start'], env, directory)
  const { code } = await exited
  return { code, err: errors(), isListening: lines().some((line) => line.includes('"listening"')) }
}

describe('latchkey start, where it cannot listen', () => {
  it('says in one line that the port is taken, and ends', async () => {
    const { env, directory } = await site()
    const port = await takenPort()
    expect(await failedStart({ ...env, PORT: String(port) }, directory)).toEqual({
      code: 1,
      err: `Cannot listen on 127.0.0.1:${port} (PORT): another process listens there.\n`,
      isListening: false,
    })
  })

  it('says the same of the metrics port, and serves nothing without it', async () => {
    const { env, directory } = await site()
    const [port, taken] = [await freePort(), await takenPort()]
    expect(await failedStart({ ...env, PORT: String(port), METRICS_PORT: String(taken) }, directory)).toEqual({
      code: 1,
      err: `Cannot listen on 127.0.0.1:${taken} (METRICS_PORT): another process listens there.\n`,
      isListening: false,
    })
  })

  it('closes the metrics port that it had opened when the other one is taken', async () => {
    const { listen, logged } = await world({ env: { PORT: String(await takenPort()), METRICS_PORT: '0', STOP_DELAY: '10m' } })
    await expect(listen()).rejects.toThrow(/^Cannot listen on /)
    const metrics = /"metrics":"(http[^"]+)"/.exec(logged())?.[1] ?? ''
    expect(metrics).toMatch(/^http:/)
    await expect(fetch(metrics)).rejects.toThrow()
  })

  it('says in one line that the address is not one of this machine', async () => {
    const { env, directory } = await site()
    const { code, err } = await failedStart({ ...env, PORT: '3000', HOST: '192.0.2.1' }, directory)
    expect([code, err]).toEqual([1, 'Cannot listen on 192.0.2.1:3000 (PORT): this machine does not have the address.\n'])
    const picked = await failedStart({ ...env, PORT: '0', HOST: '192.0.2.1' }, directory)
    expect([picked.code, picked.err]).toEqual([
      1,
      'Cannot listen on 192.0.2.1:0 (PORT): this machine does not have the address.\n',
    ])
  })
})

describe('a service that cannot be put together', () => {
  it('leaves no connection to its database', async () => {
    const { env } = await site()
    const config = load({ env: { ...env, MAIL_TEMPLATES: '/nowhere' } })
    const engine = await openEngine({ url: env.DATABASE_URL, poolSize: 1, onError: () => undefined })
    let closed = 0
    const close = async () => {
      closed++
      await engine.close()
    }
    await expect(createService(config, { engine: { ...engine, close } })).rejects.toThrow('/nowhere')
    expect(closed).toBe(1)
  })
})

describe('the address that is logged at the start', () => {
  const logged = (output: string) =>
    output
      .split('\n')
      .filter((line) => line.includes('"listening"'))
      .map((line) => JSON.parse(line))

  it('is the public URL where that is set', async () => {
    const { env, directory } = await site()
    const { output, url } = await startServer({ ...env, PUBLIC_URL: 'https://id.example.com', HOST: '0.0.0.0' }, directory)
    expect(logged(output())).toMatchObject([
      { address: 'https://id.example.com', host: '0.0.0.0', port: Number(new URL(url).port) },
    ])
    expect(output()).not.toContain('http://0.0.0.0')
  })

  it('is one that a browser can open, also when it listens everywhere', async () => {
    const { env, directory } = await site()
    const { output } = await startServer({ ...env, HOST: '0.0.0.0', METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }, directory)
    const [{ address }] = logged(output())
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect(output()).toMatch(/"metrics":"http:\/\/localhost:\d+\/metrics"/)
    expect(output()).not.toContain('http://0.0.0.0')
  })

  it('has the port that was picked, and so do the links in mails', async () => {
    const { env, directory } = await site()
    const { output, post, url } = await startServer({ ...env, PORT: '0', REQUIRE_EMAIL_VERIFICATION: 'true' }, directory)
    const own = `http://localhost:${new URL(url).port}`
    expect(logged(output())).toMatchObject([{ address: own }])
    expect((await post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })).status).toBe(201)
    const [mail] = await (await fetch(`${url}/dev/inbox.json`)).json()
    expect(mail.text).toContain(`${own}/verify-email#code=`)
  })
})
