import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { API } from '../support/application.ts'
import { inTime } from '../support/in-time.ts'
import { check, moveScene, register, service, traffic } from '../support/move-scene.ts'
import { PASSWORD } from '../support/world.ts'

describe('latchkey move', () => {
  it('takes a busy service of two processes along, and nobody is signed out, forgotten or let in again', async () => {
    const scene = await moveScene()
    const next = { DATABASE_URL_NEXT: scene.to }
    const one = await scene.start(next)
    const other = await scene.start(next)
    const { text } = await scene.run([
      'clients',
      'create',
      '--name',
      'Job',
      '--kind',
      'service',
      '--scope',
      'read',
      '--audience',
      API,
    ])
    const job = service(/lks_[\w-]{43}/.exec(text)?.[0] ?? '')
    const token = (await job.token(one)).access_token ?? ''
    const keys = await job.keys(one)
    expect(keys).toMatch(/"kid":/)
    const busy = traffic([one, other])
    await expect.poll(busy.count, inTime).toBeGreaterThan(10)
    expect(await scene.run(['move'], next)).toMatchObject({ code: 0 })
    const before = busy.count()
    await expect.poll(busy.count, inTime).toBeGreaterThan(before + 10)
    const { live, ended, stale } = await busy.stop()

    expect(stale).toEqual([])
    for (const server of [one, other]) {
      expect(await Promise.all([...live.values()].map((cookie) => check(server, cookie)))).toEqual([...live].map(() => 200))
      expect(await Promise.all(ended.map((cookie) => check(server, cookie)))).toEqual(ended.map(() => 401))
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    }
    // Each process has an issuer of its own here, by its port.
    expect(await job.introspect(one, token)).toMatchObject({ active: true, client_id: 'job' })
    expect(await job.token(other)).toMatchObject({ token_type: 'Bearer' })
    expect(await job.keys(other)).toBe(keys)
    const [email = ''] = live.keys()
    expect((await other.post('/auth/login', { email, password: PASSWORD })).status).toBe(200)
    const [facts] = await scene.rows(`SELECT (SELECT state FROM latchkey_move) AS state,
      (SELECT COUNT(*) FROM pg_constraint WHERE contype = 'f') AS keys,
      (SELECT COUNT(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated) AS unchecked`)
    expect(facts).toMatchObject({ state: 'open', unchecked: 0 })
    expect(Number(facts?.['keys'])).toBeGreaterThan(10)

    const undone = await scene.run(['move', '--undo'], next)
    expect(undone).toMatchObject({ code: 1, text: expect.stringContaining('there is no way back') })
    const late = await scene.run(['start'])
    expect(late).toMatchObject({
      code: 1,
      text: expect.stringMatching(/has moved to 127\.0\.0\.1:\d+\/test_\w+: set DATABASE_URL to it/),
    })
    expect(late.text).not.toContain('postgres:postgres')
    expect(await scene.run(['doctor'])).toMatchObject({ code: 1, text: expect.stringContaining('the database has moved to') })
  })

  it('ends a process that does not know where to go on, and can be undone while none works there', async () => {
    const scene = await moveScene()
    const server = await scene.start()
    const cookie = (await register(server, 'ada@example.com')) ?? ''
    expect(await scene.run(['move', '--to', scene.to])).toMatchObject({ code: 0 })
    await expect
      .poll(
        () =>
          fetch(`${server.url}/readyz`).then(
            ({ status }) => status,
            () => 503,
          ),
        inTime,
      )
      .toBe(503)
    expect(await server.exited).toBe(75)
    expect(server.output()).toContain('Set DATABASE_URL to it')

    expect(await scene.run(['move', '--to', scene.to, '--undo'])).toMatchObject({ code: 0 })
    const again = await scene.start()
    expect(await check(again, cookie)).toBe(200)
    expect(await register(again, 'grace@example.com')).toBeDefined()
    expect(await scene.run(['start'], { DATABASE_URL: scene.to })).toMatchObject({
      code: 1,
      text: expect.stringContaining('was taken back'),
    })
    expect(await scene.run(['move', '--to', scene.to])).toMatchObject({ code: 0 })
    expect(await again.exited).toBe(75)
    const there = await scene.start({ DATABASE_URL: scene.to })
    expect(await check(there, cookie)).toBe(200)
  })

  it('says why it cannot be done, and changes nothing', async () => {
    const scene = await moveScene()
    expect(await scene.run(['move', '--to', scene.to, '--check'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('there is no database of this service'),
    })
    expect(await scene.run(['migrate'])).toMatchObject({ code: 0 })
    expect(await scene.run(['move'])).toMatchObject({ code: 2, text: expect.stringContaining('--to is missing') })
    const check = (more: Record<string, string> = {}) => scene.run(['move', '--to', scene.to, '--check'], more)
    expect(await check()).toMatchObject({ code: 0, text: expect.stringContaining('it is empty') })
    expect(await scene.rows(`SELECT COUNT(*) AS tables FROM pg_tables WHERE schemaname = 'public'`)).toEqual([{ tables: 0 }])
    await scene.rows(`CREATE TABLE shop (id TEXT)`)
    expect(await check()).toMatchObject({ code: 1, text: expect.stringContaining('belongs to another program') })
  })

  it('is as its guide says, command by command', async () => {
    const scene = await moveScene()
    expect(await scene.run(['migrate'])).toMatchObject({ code: 0 })
    const guide = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guide/moving-to-postgresql.md'), 'utf8')
    const commands = [...guide.matchAll(/^npx latchkey (.+)$/gm)].map(([, words = '']) => words.split(' '))
    expect(commands).toHaveLength(4)
    for (const words of commands) {
      const { code, text } = await scene.run(words, { DATABASE_URL_NEXT: scene.to })
      expect({ words, code, text: code === 0 ? '' : text }).toEqual({ words, code: 0, text: '' })
    }
  })
})
