import { describe, expect, it } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { check, killedAt, moveScene, register, traffic } from '../support/move-scene.ts'
import { PASSWORD } from '../support/world.ts'

const LINES = ['Copying.', 'Taking over what was written meanwhile.', 'Comparing.', 'Handing over.']

describe('kill -9 of latchkey move', () => {
  it.each(LINES)('leaves the service with its file, and the next move takes all along: %s', async (line) => {
    const scene = await moveScene()
    const next = { DATABASE_URL_NEXT: scene.to }
    const server = await scene.start(next)
    const cookie = (await register(server, 'ada@example.com')) ?? ''
    const command = scene.command(['move'], next)
    await expect.poll(command.lines, inTime).toContain(line)
    command.kill('SIGKILL')
    const { signal } = await command.exited
    await register(server, 'grace@example.com')
    // It may have been faster than the signal.
    const isMoved = signal === null
    expect((await scene.run(['doctor'])).text).toContain(isMoved ? 'has moved' : 'a move was begun')
    expect(await scene.run(['move'], next)).toMatchObject({ code: 0 })
    expect(await check(server, cookie)).toBe(200)
    expect(await scene.rows(`SELECT COUNT(*) AS people FROM accounts`)).toEqual([{ people: 2 }])
  })

  it('before the commit of the fence: nothing has moved, and it can be given up', async () => {
    const scene = await moveScene()
    const next = { DATABASE_URL_NEXT: scene.to }
    const server = await scene.start(next)
    const cookie = (await register(server, 'ada@example.com')) ?? ''
    await scene.run(['move'], { ...next, ...killedAt('before 2') })
    expect(await scene.rows(`SELECT state FROM latchkey_move`)).toEqual([{ state: 'complete' }])
    expect(await register(server, 'grace@example.com')).toBeDefined()
    expect(await scene.run(['start'], { DATABASE_URL: scene.to })).toMatchObject({
      code: 1,
      text: expect.stringContaining('has not ended'),
    })
    expect(await scene.run(['move', '--undo'], next)).toMatchObject({ code: 0 })
    expect((await scene.run(['doctor'])).text).not.toContain('a move was begun')
    expect(await check(server, cookie)).toBe(200)
    expect(await scene.run(['move'], next)).toMatchObject({ code: 0 })
    expect(await register(server, 'hedy@example.com')).toBeDefined()
    expect(await scene.rows(`SELECT COUNT(*) AS people FROM accounts`)).toEqual([{ people: 3 }])
  })

  it('after the commit of the fence: the service has moved, and the command ends what is left', async () => {
    const scene = await moveScene()
    const next = { DATABASE_URL_NEXT: scene.to }
    const server = await scene.start(next)
    const cookie = (await register(server, 'ada@example.com')) ?? ''
    await scene.run(['move'], { ...next, ...killedAt('after 2') })
    expect(await register(server, 'grace@example.com')).toBeDefined()
    expect(await check(server, cookie)).toBe(200)
    expect(await scene.run(['move'], next)).toMatchObject({ code: 0 })
    expect(
      await scene.rows(`SELECT (SELECT COUNT(*) FROM accounts) AS people, (SELECT state FROM latchkey_move) AS state`),
    ).toEqual([{ people: 2, state: 'open' }])
  })
})

describe('kill -9 of a process during latchkey move', () => {
  it('loses nothing that was acknowledged, and the others and its successor go on', async () => {
    const scene = await moveScene()
    const next = { DATABASE_URL_NEXT: scene.to }
    const [one, other] = [await scene.start(next), await scene.start({ ...next, WORKERS: '2' })]
    const mortal = await scene.start(next)
    const emails: string[] = []
    const dying = (async () => {
      for (let at = 0; ; at++) if (await register(mortal, `dying-${at}@example.com`)) emails.push(`dying-${at}@example.com`)
    })().catch(() => undefined)
    const busy = traffic([one, other])
    await expect.poll(busy.count, inTime).toBeGreaterThan(10)
    const command = scene.command(['move'], next)
    await expect.poll(command.lines, inTime).toContain('Handing over.')
    mortal.kill('SIGKILL')
    await dying
    expect(await command.exited).toMatchObject({ code: 0 })
    const { live, ended, stale } = await busy.stop()
    expect(stale).toEqual([])
    const successor = await scene.start(next)
    for (const server of [one, other, successor]) {
      expect(await Promise.all([...live.values()].map((cookie) => check(server, cookie)))).toEqual([...live].map(() => 200))
      expect(await Promise.all(ended.map((cookie) => check(server, cookie)))).toEqual(ended.map(() => 401))
    }
    for (const email of emails) expect((await one.post('/auth/login', { email, password: PASSWORD })).status).toBe(200)
  })
})
