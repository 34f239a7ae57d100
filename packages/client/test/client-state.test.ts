import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, isError, type LatchkeyError } from '../src/index.ts'

const user = { id: 'u1', name: 'Ada' }
const session = { id: 's1' }
const HTML = { 'content-type': 'text/html' }
const in_ = () => Response.json({ user, session, secondFactorAt: null })
const out = () => Response.json({ user: null, session: null, secondFactorAt: null })
const said = () => Response.json({ message: 'done' })
const refused = (code: string, status = 401) => Response.json({ error: code, message: '' }, { status })
const away = (): Response => {
  throw new TypeError('fetch failed')
}

/** A client whose service answers as it is told, route by route. */
function told(answers: Record<string, () => Response | Promise<Response>>) {
  const calls: string[] = []
  const client = createClient({
    baseUrl: 'http://id.test',
    fetch: async (address, init) => {
      const route = `${init?.method} ${new URL(String(address)).pathname}`
      calls.push(route)
      return (answers[route] ?? out)()
    },
  })
  return { client, calls, answers }
}

async function signedIn(answers: Record<string, () => Response | Promise<Response>> = {}) {
  const all = { 'GET /auth/check': in_, 'POST /auth/login': in_, ...answers }
  const here = told(all)
  await here.client.load()
  return { ...here, answers: all as Record<string, () => Response | Promise<Response>> }
}

const caught = (work: Promise<unknown>): Promise<LatchkeyError> =>
  work.then(
    () => undefined as never,
    (error) => error,
  )

const broken: Record<string, () => Response> = {
  offline: away,
  'a limit': () => refused('rate_limit_exceeded', 429),
  'a full service': () => refused('overloaded', 503),
  'the page of a proxy': () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: HTML }),
  'a page of a proxy that says 200': () => new Response('<h1>Welcome to our hotel</h1>', { headers: HTML }),
  'JSON of something else': () => Response.json({ ok: true }),
  'a 401 of a proxy': () => new Response('<h1>Who are you?</h1>', { status: 401, headers: HTML }),
}

afterEach(() => void vi.unstubAllGlobals())

describe('what is known of who is signed in', () => {
  it.each(Object.entries(broken))('outlasts %s, and is stale: asked by load()', async (_, answer) => {
    const { client, answers } = await signedIn()
    answers['GET /auth/check'] = answer
    expect(await client.load()).toMatchObject({ status: 'signed-in', user, isStale: true })
    answers['GET /auth/check'] = in_
    expect(await client.load()).toMatchObject({ status: 'signed-in', isStale: false })
  })

  it.each(Object.entries(broken).filter(([name]) => name !== 'JSON of something else'))(
    'outlasts %s, and is stale: met by a request, and by signing out',
    async (_, answer) => {
      const { client } = await signedIn({ 'GET /auth/me': answer, 'POST /auth/logout': answer })
      expect(isError(await caught(client.request('GET /auth/me')))).toBe(true)
      expect(client.state()).toMatchObject({ status: 'signed-in', isStale: true })
      await client.load()
      expect(isError(await caught(client.signOut()))).toBe(true)
      expect(client.state()).toMatchObject({ status: 'signed-in', isStale: true })
    },
  )

  it('outlasts a renewal that a proxy refuses', async () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined })
    const { client, answers } = await signedIn({ 'POST /auth/refresh': () => new Response('no', { status: 401 }) })
    answers['GET /auth/check'] = out
    expect(await client.load()).toMatchObject({ status: 'signed-in', isStale: true })
    answers['POST /auth/refresh'] = () => refused('refresh_expired')
    expect(await client.load()).toMatchObject({ status: 'signed-out', isStale: false })
  })

  it('outlasts another app that renews once more before it is asked whose the session is', async () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined })
    const found = [out, out, out, in_]
    const { client, calls } = told({
      'GET /auth/check': () => (found.shift() ?? in_)(),
      'POST /auth/refresh': () => Response.json({ session }),
    })
    expect(await client.load()).toMatchObject({ status: 'signed-in', user, isStale: false })
    expect(calls.filter((route) => route === 'POST /auth/refresh')).toHaveLength(2)
  })

  it('is not asked for without end', async () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined })
    const { client, calls } = told({ 'POST /auth/refresh': () => Response.json({ session }) })
    expect(await client.load()).toMatchObject({ status: 'signed-out' })
    expect(calls.filter((route) => route === 'POST /auth/refresh')).toHaveLength(4)
  })

  it('is not stale after an answer that refuses, and not undone by one to a question of before', async () => {
    let answer: (answer: Response) => void = () => undefined
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const { client } = await signedIn({ 'PUT /auth/name': () => refused('validation_error', 400), 'GET /auth/me': () => late })
    await caught(client.request('PUT /auth/name', { body: { name: '' } }))
    expect(client.state()).toMatchObject({ status: 'signed-in', isStale: false })
    const before = caught(client.request('GET /auth/me'))
    await client.signIn({ email: 'ada@example.com', password: 'x' })
    answer(refused('unauthorized'))
    expect((await before).code).toBe('unauthorized')
    expect(client.state().status).toBe('signed-in')
  })

  it('is the same for all who ask at once', async () => {
    const { client } = told({ 'GET /auth/check': in_ })
    const found = await Promise.all([client.load(), client.load(), client.load()])
    expect(found.map(({ status }) => status)).toEqual(Array(3).fill('signed-in'))
  })

  it('is asked for at an address with a slash at its end, too', async () => {
    const asked: string[] = []
    const fetching: typeof fetch = async (address) => {
      asked.push(String(address))
      return in_()
    }
    await createClient({ baseUrl: 'http://id.test/', fetch: fetching }).load()
    expect(asked).toEqual(['http://id.test/auth/check'])
  })
})

describe('listeners', () => {
  it('that throw disturb neither the others nor the call', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const { client } = told({ 'POST /auth/login': in_, 'GET /auth/check': in_ })
    const seen: string[] = []
    client.subscribe(() => {
      throw new Error('a mistake in the app')
    })
    client.subscribe(({ status }) => void seen.push(status))
    expect(await client.signIn({ email: 'ada@example.com', password: 'x' })).toMatchObject({ kind: 'session' })
    expect(await client.load()).toMatchObject({ status: 'signed-in', isStale: false })
    expect([seen, report.mock.calls.length]).toEqual([['signed-in'], 1])
  })

  it('hear nothing after they have left, and leave one by one', async () => {
    const { client } = told({ 'POST /auth/login': in_ })
    const seen: string[] = []
    const leave = client.subscribe(() => {
      leave()
      leaveToo()
      seen.push('first')
    })
    const leaveToo = client.subscribe(() => void seen.push('second'))
    const both = () => void seen.push('both')
    client.subscribe(both)()
    client.subscribe(both)
    const [, once] = [client.subscribe(both), client.subscribe(both)]
    once()
    await client.signIn({ email: 'ada@example.com', password: 'x' })
    await client.signOut()
    expect(seen).toEqual(['first', 'both', 'both', 'both', 'both'])
  })
})

describe('a wait', () => {
  it.each([
    ['7', 7],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
    [undefined, undefined],
  ])('of %s is %s', async (header, seconds) => {
    const headers = header === undefined ? {} : { 'retry-after': header }
    const { client } = told({ 'GET /auth/me': () => new Response('', { status: 503, headers }) })
    expect((await caught(client.request('GET /auth/me'))).retryAfter).toBe(seconds)
  })
})

describe('in a browser', () => {
  it('works where the page may store nothing', async () => {
    vi.stubGlobal('document', {})
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new Error('SecurityError')
      },
    })
    try {
      expect((await (await signedIn()).client.load()).status).toBe('signed-in')
    } finally {
      Reflect.deleteProperty(globalThis, 'localStorage')
    }
  })

  it('tells the other tabs that something has changed, also when it learns it by asking, and nothing else', async () => {
    vi.stubGlobal('document', {})
    const posted: unknown[] = []
    const channels: { onmessage?: () => void }[] = []
    class Channel {
      onmessage?: () => void
      constructor() {
        channels.push(this)
      }
      postMessage(message: unknown) {
        posted.push(message)
        for (const other of channels) if (other !== this) other.onmessage?.()
      }
    }
    vi.stubGlobal('BroadcastChannel', Channel)
    const answers: Record<string, () => Response> = { 'GET /auth/check': in_, 'POST /auth/login': in_, 'POST /auth/logout': said }
    const [one, other] = [told(answers), told(answers)]
    await one.client.load()
    await other.client.load()
    expect(posted).toEqual([])
    answers['GET /auth/check'] = out
    await one.client.load()
    await expect.poll(() => other.client.state().status).toBe('signed-out')
    expect(new Set(posted)).toEqual(new Set(['changed']))
    expect(posted.length).toBeLessThanOrEqual(2)
    answers['GET /auth/check'] = in_
    await one.client.request('POST /auth/login', { body: { email: 'ada@example.com', password: 'x' } })
    await expect.poll(() => other.client.state().status).toBe('signed-in')
    answers['GET /auth/check'] = out
    await one.client.request('POST /auth/logout')
    await expect.poll(() => other.client.state().status).toBe('signed-out')
    const before = posted.length
    await one.client.request('GET /auth/check')
    expect(posted.slice(before)).toEqual([])
  })
})

describe('on a server', () => {
  const visited = (headers?: Record<string, string>) => {
    const sent: (string | null)[] = []
    const fetching: typeof fetch = async (_, init) => {
      sent.push(new Headers(init?.headers).get('cookie'))
      const answer = in_()
      answer.headers.append('set-cookie', 'app_session=new; Path=/; HttpOnly')
      return answer
    }
    return { client: createClient({ baseUrl: 'http://id.test', fetch: fetching, ...(headers && { headers }) }), sent }
  }

  it('nobody signs in with a client that is nobody’s: it could be that of all visitors', async () => {
    const { client } = visited()
    await expect(client.signIn({ email: 'ada@example.com', password: 'x' })).rejects.toThrow('one client for each request')
    expect([client.state().status, client.setCookies()]).toEqual(['unknown', []])
  })

  it.each([
    ['none', { cookie: '' }, ''],
    ['none, as plain JavaScript has it', { cookie: undefined as unknown as string }, ''],
    ['some, in other letters', { Cookie: 'theirs=1' }, 'theirs=1'],
  ])('a visitor may bring %s cookies, and goes on with those of the service', async (_, headers, first) => {
    const { client, sent } = visited(headers)
    await client.signIn({ email: 'ada@example.com', password: 'x' })
    await client.request('GET /auth/me')
    expect(sent[0] ?? '').toBe(first)
    expect(sent[1]).toBe([first, 'app_session=new'].filter(Boolean).join('; '))
    expect(client.setCookies()).toEqual(Array(2).fill('app_session=new; Path=/; HttpOnly'))
  })

  it('two cookies of one name stay two, which the service believes neither of', async () => {
    const { client, sent } = visited({ cookie: 'app_session=mine; app_session=planted; theirs=1' })
    await client.load()
    await client.load()
    expect(sent).toEqual(['app_session=mine; app_session=planted; theirs=1', 'theirs=1; app_session=new'])
  })

  it('nothing is kept in a storage that all visitors would share', async () => {
    const setItem = vi.fn()
    vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: setItem })
    await signedIn()
    expect(setItem).not.toHaveBeenCalled()
  })
})
