import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../engine.ts'
import type { LeaseEvents } from './connect-lease.ts'
import { Lease } from './lease.ts'
import { LEASE_MS, MARGIN_MS, RENEW_EVERY_MS } from './lease-times.ts'

const USE_MS = LEASE_MS - MARGIN_MS
const HOUR = 3_600_000

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(1) // the longest pause before a new attempt
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: HOUR })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A lease over a database that answers at once, unless the test holds it up. */
function scene() {
  const log: string[] = []
  const database = {
    messages: [] as Row[],
    isThere: true,
    areOthersOver: true,
    /** What the answers to statements with this word wait for. */
    held: undefined as { readonly word: string; readonly until: Promise<void> } | undefined,
    events: undefined as LeaseEvents | undefined,
    connections: 0,
    /** Every connection breaks while it is opened, and says so once more when it is gone. */
    refuses: false,
  }
  const answer = (text: string): readonly Row[] => {
    if (text.startsWith('UPDATE')) return database.isThere ? [{ id: 'row' }] : []
    return text.startsWith('SELECT') ? database.messages.splice(0) : []
  }
  const query = async (text: string): Promise<readonly Row[]> => {
    log.push(text.split(' ').slice(0, 3).join(' '))
    const rows = answer(text) // as of now, however late it arrives
    if (database.held && text.includes(database.held.word)) await database.held.until
    return rows
  }
  const connect = async (events: LeaseEvents) => {
    database.connections++
    database.events = events
    if (database.refuses) {
      setTimeout(events.onBroken, 1)
      throw new Error('refused')
    }
    return {
      sql: { query },
      othersAtWork: async () => ({ areOver: async () => database.areOthersOver }),
      close: async () => undefined,
    }
  }
  const kept = { evict: (id: string) => void log.push(`evict ${id}`), clear: () => void log.push('clear') }
  const lease = new Lease(connect, kept, () => undefined)
  /** Answers to such statements are held up until it is called. */
  const hold = (word: string): (() => void) => {
    let release: () => void = () => undefined
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    database.held = { word, until }
    return release
  }
  return { lease, database, log, hold }
}

async function held() {
  const here = scene()
  await pass(0)
  expect(here.lease.isCurrent()).toBe(true)
  return here
}

describe('a lease', () => {
  it('counts from when its renewal was sent, and not from the answer', async () => {
    const { lease, log, hold } = await held()
    const answerThis = hold('UPDATE')
    log.length = 0
    while (!log.includes('UPDATE session_leases SET')) await pass(1)
    await pass(1000)
    hold('UPDATE') // the next one is not answered any more
    answerThis()
    await pass(USE_MS - 1000 - 1)
    expect(lease.isCurrent()).toBe(true)
    await pass(1)
    expect(lease.isCurrent()).toBe(false)
  })

  it('lasts for its time without an answer, and no longer', async () => {
    const { lease, hold } = await held()
    hold(' ')
    await pass(USE_MS - 1)
    expect(lease.isCurrent()).toBe(true)
    await pass(1)
    expect(lease.isCurrent()).toBe(false)
  })

  it('ends by either clock, whichever is first', async () => {
    const { lease, hold } = await held()
    hold(' ')
    vi.setSystemTime(Date.now() - HOUR)
    expect(lease.isCurrent()).toBe(true)
    await pass(USE_MS)
    expect(lease.isCurrent()).toBe(false)

    const other = await held()
    vi.setSystemTime(Date.now() + HOUR)
    expect(other.lease.isCurrent()).toBe(false)
  })

  it('is not taken up again once it has ended', async () => {
    const { lease, database, hold, log } = await held()
    const { holder } = lease
    const release = hold('session_')
    await pass(USE_MS + RENEW_EVERY_MS)
    database.held = undefined
    log.length = 0
    release()
    await pass(0)
    expect(lease.isCurrent()).toBe(false)
    await pass(RENEW_EVERY_MS)
    expect([lease.isCurrent(), database.connections, log.includes('clear')]).toEqual([true, 2, true])
    expect(lease.holder).not.toBe(holder)
  })

  it('ends when its row was taken away', async () => {
    const { lease, database } = await held()
    database.isThere = false
    await pass(RENEW_EVERY_MS)
    expect(lease.isCurrent()).toBe(false)
  })

  it('is asked for less and less often while the server refuses', async () => {
    const { lease, database } = await held()
    database.refuses = true
    database.events?.onBroken()
    await pass(60_000)
    expect(database.connections).toBeLessThan(25)
    database.refuses = false
    await pass(5000)
    expect(lease.isCurrent()).toBe(true)
  })

  it('takes its row away before the next one when it could not when it ended', async () => {
    const { lease, database, log } = await held()
    database.events?.onBroken()
    await pass(0)
    log.length = 0
    await pass(RENEW_EVERY_MS)
    expect(log.slice(0, 2)).toEqual(['DELETE FROM session_leases', 'DELETE FROM session_messages'])
    expect(lease.isCurrent()).toBe(true)
  })

  it('ends with its connection', async () => {
    const { lease, database } = await held()
    database.events?.onBroken()
    expect(lease.isCurrent()).toBe(false)
  })

  it('is not held before those are over who have not seen it', async () => {
    const { lease, database } = scene()
    database.areOthersOver = false
    await pass(USE_MS * 2)
    expect(lease.isCurrent()).toBe(false)
    database.areOthersOver = true
    await pass(RENEW_EVERY_MS)
    expect(lease.isCurrent()).toBe(true)
  })

  /** A writer has waited for its message in vain, and taken the row away: nobody would write it another. */
  it.each(['UPDATE', 'FROM session_messages'])(
    'is not begun by one that was held up for as long as it lasts (%s)',
    async (word) => {
      const { lease, database, hold } = scene()
      database.areOthersOver = false
      await pass(RENEW_EVERY_MS)
      const release = hold(word)
      await pass(USE_MS)
      database.held = undefined
      database.areOthersOver = true
      release()
      await pass(RENEW_EVERY_MS - 1)
      expect([lease.isCurrent(), database.connections]).toEqual([false, 1])
      await pass(1)
      expect([lease.isCurrent(), database.connections]).toEqual([true, 2])
    },
  )
})

describe('a message', () => {
  it('is acted on first, and then acknowledged, whether there was a notification or not', async () => {
    const { database, log } = await held()
    log.length = 0
    database.messages.push({ change: 'c', account_id: 'ada' })
    await pass(RENEW_EVERY_MS / 5)
    expect(log.filter((line) => !line.startsWith('SELECT')).slice(0, 2)).toEqual(['evict ada', 'DELETE FROM session_messages'])
  })
})
