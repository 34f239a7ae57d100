import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../src/platform/kernel/ids.ts'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { ada, shell } from '../support/shell.ts'

/** An audit log with these events in it, and `latchkey audit tail --follow` for whoever wants to see more. */
async function log(...types: string[]) {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const here = shell({ DATABASE_URL: database.url })
  /** An event that says it happened this long ago. */
  const add = async (type: string, agoMs = 0): Promise<void> => {
    const now = Date.now()
    await here.sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       VALUES (?, ?, 1, '192.0.2.1', '', '', '{}', ?)`,
      [newId(now), type, now - agoMs],
    )
  }
  const follow = (...flags: string[]) => {
    const tail = startCommand(['audit', 'tail', '--follow', '--json', ...flags], here.env, here.cwd)
    const printed = () => tail.lines().map((line) => JSON.parse(line).type)
    return { ...tail, prints: (...all: string[]) => expect.poll(printed, { timeout: 30_000, interval: 20 }).toEqual(all) }
  }
  await here.latchkey('migrate')
  for (const type of types) await add(type)
  return { ...here, add, follow }
}

describe('latchkey audit tail --follow', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints what happens later, each once, and ends with 0 on %s', async (signal) => {
    const { latchkey, follow, add } = await log('login.success')
    const tail = follow()
    await tail.prints('login.success')
    await latchkey('users', 'create', ...ada, '--no-password')
    await tail.prints('login.success', 'user.registered')
    await add('logout')
    await tail.prints('login.success', 'user.registered', 'logout')
    tail.kill(signal)
    expect(await tail.exited).toEqual({ code: 0, signal: null })
    expect(tail.errors()).toBe('')
  })

  it('begins with the newest few, and goes on with nothing but what is new', async () => {
    const { follow, add } = await log('e1', 'e2', 'e3')
    const tail = follow('-n', '1')
    await tail.prints('e3')
    await add('e4')
    await tail.prints('e3', 'e4')
  })

  it('prints an event of a transaction that ended after those of later ones', async () => {
    const { follow, add } = await log('logout')
    const tail = follow()
    await tail.prints('logout')
    await add('login.success', 4000)
    await tail.prints('logout', 'login.success')
  })

  it('keeps to what was asked for', async () => {
    const { follow, add } = await log('login.success', 'logout')
    const tail = follow('--type', 'logout')
    await tail.prints('logout')
    await add('login.success')
    await add('logout')
    await tail.prints('logout', 'logout')
  })

  it('ends quietly when nobody reads it any more', async () => {
    const { follow, add } = await log('login.success')
    const tail = follow()
    await tail.prints('login.success')
    tail.stopReading()
    await add('logout')
    // As a program that SIGPIPE ends.
    expect(await tail.exited).toEqual({ code: 141, signal: null })
    expect(tail.errors()).toBe('')
  })
})
