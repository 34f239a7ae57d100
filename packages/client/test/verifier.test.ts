import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createVerifier } from '../src/server.ts'

const in_ = () => Response.json({ user: { id: 'u1' }, session: { id: 's1' }, secondFactorAt: null })
const out = () => Response.json({ user: null, session: null, secondFactorAt: null })

/** A verifier whose service answers as told, and what that was sent. */
function told(
  check: () => Response,
  refresh: () => Response = () => Response.json({ error: 'invalid_refresh' }, { status: 401 }),
) {
  const sent: (string | null)[] = []
  const fetching: typeof fetch = async (address, init) => {
    sent.push(new Headers(init?.headers).get('cookie'))
    return String(address).endsWith('/refresh') ? refresh() : check()
  }
  return { ...createVerifier({ url: 'http://id.test', fetch: fetching, renews: true }), sent }
}

const asking = (cookie: string) => ({ headers: { cookie } })
const MINE = 'app_session=mine'

describe('a verifier', () => {
  it('reads headers of classes that are not the global one, and of platforms that spell them otherwise', async () => {
    const foreign = { get: (name: string) => (name === 'cookie' ? MINE : null) } as Headers
    for (const headers of [foreign, { Cookie: MINE }]) {
      const { verify, sent } = told(in_)
      expect([(await verify({ headers })).status, sent]).toEqual(['signed-in', [MINE]])
    }
  })

  it('leaves it to the service which name counts, while browsers still have the one of before', async () => {
    const both = 'app_session=old; __Host-app_session=new'
    const { verify, sent } = told(in_)
    expect((await verify(asking(`${both}; other=1`))).status).toBe('signed-in')
    await verify(asking('app_session=a; app_session=b; __Host-app_session=new'))
    expect(sent).toEqual([both, '__Host-app_session=new'])
  })

  it.each([
    ['a 401 of a proxy', () => new Response('<h1>Who are you?</h1>', { status: 401 })],
    ['a page of a proxy', () => new Response('<h1>Welcome</h1>')],
    ['JSON of something else', () => Response.json({ ok: true })],
    ['no object at all', () => Response.json(null)],
    ['a limit', () => Response.json({ error: 'rate_limit_exceeded' }, { status: 429 })],
  ])('takes %s for a service that is away, and not for somebody who is signed out', async (_, answer) => {
    expect((await told(answer).verify(asking(MINE))).status).toBe('unavailable')
    if (answer().ok) return
    expect((await told(out, answer).verify(asking(`${MINE}; app_refresh=r`))).status).toBe('unavailable')
    expect((await told(out).verify(asking(`${MINE}; app_refresh=r`))).status).toBe('signed-out')
  })

  it('waits no longer than it was told, for the beginning of an answer and for its end', async () => {
    for (const begins of [false, true]) {
      const server = createServer((_, response) => {
        if (begins) response.writeHead(200, { 'content-type': 'application/json' }).write('{"user":')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect((await createVerifier({ url, timeoutMs: 100 }).verify(asking(MINE))).status).toBe('unavailable')
    }
  })
})
