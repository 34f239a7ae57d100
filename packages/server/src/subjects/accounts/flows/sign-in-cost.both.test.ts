import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type FaultProxy, faultProxy } from '../../../../test/support/fault-proxy.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD }
const LIMITED = { RATE_LIMITS: 'true' }

/** `INSERT sessions`: what a statement does, and to which table. */
const inShort = (statement: string): string =>
  `${/^\w+/.exec(statement)} ${/(?:\bFROM|\bINTO|^UPDATE) ([a-z_]+)/.exec(statement)?.[1]}`

async function statementsOf(here: World, visitor = here.browser()): Promise<string[]> {
  const before = here.statements().length
  expect((await visitor.post('/auth/login', ada)).status).toBe(200)
  return here.statements().slice(before).map(inShort)
}

/** Everything that a session begins with. Whoever adds to it adds to every sign-in. */
const SESSION = ['INSERT sessions', 'INSERT refresh_tokens', 'INSERT audit_events']
/** That there was a session, where browsers are not known. */
const NOTED = 'UPDATE accounts'
const COUNTED = ['INSERT audit_events', 'INSERT activity', 'INSERT day_counters']

describe('a sign-in sends these statements and no others', () => {
  it('where nothing is limited', async () => {
    const here = await world()
    await here.signedUp()
    expect(await statementsOf(here)).toEqual([
      ...['SELECT accounts', 'UPDATE accounts', 'SELECT sessions', ...SESSION, NOTED],
      ...COUNTED,
    ])
  })

  it('where attempts are counted, from a browser that is known', async () => {
    const here = await world({ env: LIMITED })
    const known = await here.signedUp()
    expect(await statementsOf(here, known)).toEqual([
      ...['INSERT limits', 'SELECT accounts', 'INSERT limits'],
      ...['UPDATE accounts', 'SELECT sessions', ...SESSION, 'INSERT devices', 'INSERT audit_events', 'INSERT activity'],
      'DELETE limits',
      'INSERT day_counters',
    ])
  })

  it('where another session has to end for it', async () => {
    // A process that kept sessions and joins anew in this moment would be waited for, and asked after.
    const here = await world({ env: { SESSION_MAX_PER_ACCOUNT: '1', SESSION_CACHE_SIZE: '0' } })
    await here.signedUp()
    expect(await statementsOf(here)).toEqual([
      ...['SELECT accounts', 'UPDATE accounts', 'SELECT sessions', 'SELECT sessions', 'UPDATE sessions'],
      'UPDATE oidc_grants', // what the session has opened ends with it
      ...['INSERT audit_events', 'INSERT activity'],
      ...[
        ...SESSION,
        NOTED,
        'INSERT audit_events',
        'INSERT activity',
        ...(inject('engine') === 'postgres' ? ['INSERT session_messages'] : []),
      ],
      'INSERT day_counters',
    ])
  })
})

describe.runIf(inject('engine') === 'postgres')('a sign-in goes to the server and back', () => {
  it.each([
    ['to find the account, to lock it and count its sessions, and to commit', 3, {}],
    ['also for each limit', 5, LIMITED],
  ])('%s', async (_, ways, env) => {
    let proxy: FaultProxy | undefined
    const database = async (url: string): Promise<string> => {
      const through = new URL(url)
      proxy = await faultProxy(Number(through.port))
      onTestFinished(proxy.close)
      through.port = String(proxy.port)
      return through.href
    }
    // A lease has a connection of its own, on which it says something all the time.
    const here = await world({ env: { ...env, SESSION_CACHE_SIZE: '0' }, between: { database } })
    const known = await here.signedUp()
    await known.post('/auth/login', ada)
    proxy?.arm({ kind: 'delay', direction: 'out', at: Number.POSITIVE_INFINITY })
    await known.post('/auth/login', ada)
    expect(proxy?.packets()).toBe(ways)
  })
})
