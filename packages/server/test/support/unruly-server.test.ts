import { describe, expect, it } from 'vitest'
import { pathOf, unrulyServer } from './unruly-server.ts'

/** A server whose truth is two small answers. */
async function twoAnswers() {
  const { url, serve, altered, faults } = await unrulyServer({ one: '/one', list: '/list' })
  serve(async (request, response) => {
    const path = pathOf(request)
    response.end(JSON.stringify(await altered(path, path === '/list' ? [1] : { one: 1 })))
  })
  return { ...faults, url, get: (path: string) => fetch(url + path, { redirect: 'manual' }) }
}

/** Reads as much as asked for, and leaves. */
async function firstBytes({ body }: Response, count: number): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.length >= count) break
  }
  return text
}

describe('a server that misbehaves', () => {
  it('notes who was called and tells the truth until asked otherwise', async () => {
    const server = await twoAnswers()
    expect(await (await server.get('/one?x=1')).json()).toEqual({ one: 1 })
    await server.get('/list')
    await server.get('/page')
    expect(server.requests).toEqual(['one', 'list'])
  })

  it('hangs, but not on pages, and lets go when it is closed', async () => {
    const server = await twoAnswers()
    server.hang()
    const waiting = Promise.allSettled([server.get('/one'), server.get('/list')])
    await expect.poll(() => server.requests.length).toBe(2)
    expect((await server.get('/page')).status).toBe(200)
    await server.close()
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('never comes to the end of an answer', async () => {
    const server = await twoAnswers()
    server.trickle('one')
    expect(await firstBytes(await server.get('/one'), 20)).toMatch(/^\{"padding":"x+$/)
    expect(await (await server.get('/list')).json()).toEqual([1])
  })

  it('floods', async () => {
    const server = await twoAnswers()
    server.flood()
    expect((await firstBytes(await server.get('/list'), 5_000_000)).length).toBeGreaterThanOrEqual(5_000_000)
  })

  it('makes a true answer too large', async () => {
    const server = await twoAnswers()
    server.bloat()
    const [one, list] = [await (await server.get('/one')).text(), await (await server.get('/list')).text()]
    expect(JSON.parse(one)).toMatchObject({ one: 1 })
    expect(JSON.parse(list)[0]).toBe(1)
    expect(Math.min(one.length, list.length)).toBeGreaterThan(2 * 1024 * 1024)
  })

  it('sends callers elsewhere, with all they brought', async () => {
    const [server, other] = [await twoAnswers(), await twoAnswers()]
    server.redirectTo(other.url, 'one')
    const reply = await server.get('/one?x=1')
    expect([reply.status, reply.headers.get('location')]).toEqual([307, `${other.url}/one?x=1`])
    await fetch(`${server.url}/one`, { method: 'POST', body: 'secret' })
    expect(other.requests).toEqual(['one'])
  })

  it('fails, talks nonsense, lies, and behaves again', async () => {
    const server = await twoAnswers()
    server.fail('one')
    server.talkNonsense('list')
    expect((await server.get('/one')).status).toBe(500)
    await expect((await server.get('/list')).json()).rejects.toThrow(SyntaxError)
    server.behave()
    server.alter('one', (answer) => ({ ...answer, two: 2 }))
    server.alter('one', (answer) => ({ ...answer, three: 3 }))
    expect(await (await server.get('/one')).json()).toEqual({ one: 1, two: 2, three: 3 })
    server.behave()
    expect(await (await server.get('/one')).json()).toEqual({ one: 1 })
  })

  it('goes away and comes back to the same place', async () => {
    const server = await twoAnswers()
    await server.get('/one')
    await server.goAway()
    await expect(server.get('/one')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await server.comeBack()
    expect((await server.get('/one')).status).toBe(200)
  })
})
