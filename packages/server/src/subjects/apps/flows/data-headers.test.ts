import { describe, expect, it } from 'vitest'
import { asking, forwarded, original } from '../../../../test/support/asking-proxy.ts'
import { declaring } from '../../../../test/support/declared.ts'
import { inUse } from '../../../../test/support/in-use.ts'

const inHeaders = { inHeaders: true, access: 'owner' }
const FIELDS = {
  plan: { type: 'choice', choices: ['free', 'pro'], inHeaders: true, default: 'free' },
  company: { type: 'text', ...inHeaders },
  seats: { type: 'number', ...inHeaders },
  isActive: { type: 'boolean', ...inHeaders },
  tags: { type: 'list', ...inHeaders },
  silent: { type: 'text', access: 'owner' },
  secret: { type: 'text', access: 'private' },
}

async function told(env: Record<string, string> = {}) {
  const here = await asking({ ...declaring(FIELDS), ...env })
  const { browser, ask } = here
  const change = (data: object) =>
    browser.send('PATCH', '/auth/data', { data }, { headers: { origin: 'https://id.example.com' } })
  const headers = async (how = original()) => {
    const reply = await ask({ ...how, cookie: browser.cookieHeader() })
    expect(reply.status).toBe(200)
    return Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name.startsWith('x-latchkey-data-')))
  }
  return { ...here, change, headers }
}

const EMPTY = {
  'x-latchkey-data-plan': 'free',
  'x-latchkey-data-company': '',
  'x-latchkey-data-seats': '',
  'x-latchkey-data-isactive': '',
  'x-latchkey-data-tags': '',
}

describe('/auth/forward', () => {
  it('sends a header for every field that is declared so, empty where nothing is set, and for no other', async () => {
    const { headers } = await told()
    expect(await headers()).toEqual(EMPTY)
    expect(await headers(forwarded())).toEqual(EMPTY)
  })

  it('percent-encodes values, in the very next answer, and takes no statement for those it has', async () => {
    const here = await told()
    const { headers, change, queries } = here
    await inUse(here)
    await headers()
    const before = queries()
    expect(await headers()).toEqual(EMPTY)
    if (process.env['SESSION_CACHE'] !== 'off') expect(queries()).toBe(before)
    await change({ company: 'Söhne, "50 %"', seats: 1.5, isActive: false, tags: ['a,b', 'ü'], silent: 'x' })
    const written = {
      ...EMPTY,
      'x-latchkey-data-company': 'S%C3%B6hne%2C%20%2250%20%25%22',
      'x-latchkey-data-seats': '1.5',
      'x-latchkey-data-isactive': 'false',
      'x-latchkey-data-tags': 'a%2Cb,%C3%BC',
    }
    expect(await headers()).toEqual(written)
    expect(await headers()).toEqual(written)
    await change({ company: null })
    expect(await headers()).toEqual({ ...written, 'x-latchkey-data-company': '' })
  })

  it('has 1 KiB for all of them: what is too long since the declaration changed is empty, and never cut', async () => {
    const { sql, browser, ask } = await told()
    const long = { company: 'x'.repeat(1018), tags: ['y'.repeat(10)], seats: 7 }
    await sql(`UPDATE accounts SET data = ?`, [JSON.stringify(long)])
    const later = browser.clone()
    await later.post('/auth/refresh', {}, { headers: { origin: 'https://id.example.com' } })
    const reply = await ask({ ...original(), cookie: later.cookieHeader() })
    expect(reply.headers).toMatchObject({
      'x-latchkey-data-plan': 'free',
      'x-latchkey-data-company': 'x'.repeat(1018),
      'x-latchkey-data-tags': '',
      'x-latchkey-data-seats': '7',
    })
  })
})
